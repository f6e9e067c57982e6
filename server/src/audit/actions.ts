import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../platform/database.ts'
import { refuse } from '../platform/refuse.ts'

export type Act = {
  /** Null where the program itself acted. */
  admin: number | null
  /** What was done, as '<room> <verb>': 'deposit approved'. */
  action: string
  subject: string
  subjectId: number | null
  address?: string
  /** The record before and after; only what changed, never a password, code or full ID number. */
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  reason?: string | null
}

const CHAIN_LOCK = 7_302_001 // one writer at a time, so that each hash follows the one before it

/** Writes an admin's act to the audit log, in the transaction of the act. Each row hashes the one before. */
export async function record(tx: Tx, at: Date, act: Act): Promise<void> {
  await recordEach(tx, [{ ...act, at }])
}

/** Writes many acts in their order, in one statement. */
export async function recordEach(tx: Tx, acts: readonly (Act & { at: Date })[]): Promise<void> {
  if (acts.length === 0) return
  await sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`.execute(tx)
  const { rows } = await sql<{ hash: Buffer }>`select hash from audit_log order by id desc limit 1`.execute(tx)
  let previous = rows[0]?.hash ?? null
  const chained = acts.map((act) => {
    const row = {
      at: act.at.toISOString(),
      admin: act.admin,
      action: act.action,
      subject: act.subject,
      subjectId: act.subjectId,
      address: act.address ?? null,
      before: plain(act.before),
      after: plain(act.after),
      reason: act.reason ?? null,
    }
    previous = chainHash(previous, row)
    return { ...row, hash: previous }
  })
  await sql`
    insert into audit_log (at, admin_id, action, subject, subject_id, address, before, after, reason, hash)
    select at, admin_id, action, subject, subject_id, address, before, after, reason, hash
      from unnest(
             ${chained.map((row) => row.at)}::timestamptz[],
             ${chained.map((row) => row.admin)}::integer[],
             ${chained.map((row) => row.action)}::text[],
             ${chained.map((row) => row.subject)}::text[],
             ${chained.map((row) => row.subjectId)}::integer[],
             ${chained.map((row) => row.address)}::text[],
             ${chained.map((row) => row.before)}::jsonb[],
             ${chained.map((row) => row.after)}::jsonb[],
             ${chained.map((row) => row.reason)}::text[],
             ${chained.map((row) => row.hash)}::bytea[])
           with ordinality as a (at, admin_id, action, subject, subject_id, address, before, after, reason, hash, n)
     order by n`.execute(tx)
}

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

/**
 * Refuses `own_request` where an admin would decide a request of their own or of an account linked to theirs: one of
 * the two invited the other.
 */
export async function demandUnlinked(tx: Tx, { admin, user }: { admin: number; user: number }): Promise<void> {
  const { rows } = await sql`
    select from users a, users u
     where a.id = ${admin} and u.id = ${user}
       and (a.id = u.id or u.referred_by = a.id or a.referred_by = u.id)`.execute(tx)
  if (rows.length > 0) refuse('own_request')
}
