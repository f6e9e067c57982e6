/** How each row of the audit log is sealed together with the row before it. */
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
  /** Hex, random: without it nobody can guess erased values from the hash. Rows older than the salt have none. */
  salt?: string
}

/** The hash of a row: SHA-256 over the previous hash and the row as canonical JSON. */
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

/** A row of the log as it is stored. */
export type StoredAct = {
  id: number
  at: Date
  admin_id: number | null
  action: string
  subject: string
  subject_id: number | null
  address: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  reason: string | null
  approved_by: number | null
  salt: Buffer | null
  erased_at: Date | null
  hash: Buffer
}

/**
 * The hash that a stored row must have. jsonb does not preserve the order of keys; `plain` sorts them as it did before
 * they were stored.
 */
export function hashOf(act: StoredAct, previous: Buffer | null): Buffer {
  return chainHash(previous, {
    at: act.at.toISOString(),
    admin: act.admin_id,
    action: act.action,
    subject: act.subject,
    subjectId: act.subject_id,
    address: act.address,
    before: plain(act.before),
    after: plain(act.after),
    reason: act.reason,
    ...(act.approved_by === null ? {} : { approvedBy: act.approved_by }),
    ...(act.salt === null ? {} : { salt: act.salt.toString('hex') }),
  })
}

/** The digest of what remains of an erased row; the erasing act records it. */
export function digestOf({ hash, ...left }: StoredAct): string {
  return createHash('sha256')
    .update(plain({ ...left, hash: hash.toString('hex') }) ?? '')
    .digest('hex')
}
