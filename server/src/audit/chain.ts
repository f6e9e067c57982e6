/** How the rows of the audit log are sealed, each with the one before it. */
import { createHash } from 'node:crypto'

export type ChainedRow = {
  at: string
  admin: number | null
  action: string
  subject: string
  subjectId: number | null
  address: string | null
  /** Canonical JSON text, or null. */
  before: string | null
  after: string | null
  reason: string | null
  /** Only in the rows of acts that a second admin approved. */
  approvedBy?: number
}

/** The hash of a row: SHA-256 over the hash before it and the row as canonical JSON. */
export function chainHash(previous: Buffer | null, row: ChainedRow): Buffer {
  return createHash('sha256')
    .update(previous ?? Buffer.alloc(32))
    .update(JSON.stringify(row))
    .digest()
}

/** JSON text with sorted keys and money as decimal text of paise, the same before storing and after reading back. */
export function plain(value: Record<string, unknown> | null | undefined): string | null {
  return value ? JSON.stringify(canonical(value)) : null
}

function canonical(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, canonical(inner)]),
  )
}
