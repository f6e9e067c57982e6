/**
 * Idempotency: a write's first reply is stored under its Idempotency-Key in the same transaction as its
 * effects. A repeat, even one that arrives together with the first, returns that reply again.
 */
import { createHash } from 'node:crypto'
import type { Tx } from '../database/database.ts'
import { refuse } from './refuse.ts'
import { sql } from '../database/sql.ts'
import type { Person } from '../personal.ts'
import { keptSince } from '../retention.ts'

export type Attempt = { user: number; key: string; endpoint: string; body: unknown; at: Date }
export type Answer = { status: number; reply: string }

/**
 * Claims a key for an active user, waiting for an attempt with the same key that is still running.
 * Returns the stored reply for a repeat, or null for the first attempt. Refuses `unauthorized` when the
 * user is not active any more and `key_reused` when the key belongs to another request. The user's row is
 * share-locked, so a user cannot be deactivated while their money is moving.
 */
export async function claim(
  tx: Tx<'unauthorized' | 'key_reused' | 'changed_meanwhile'>,
  attempt: Attempt,
): Promise<Answer | null> {
  const hash = hashBody(attempt.body)
  const { rows: claimed } = await sql`
    insert into idempotency_keys (user_id, key, endpoint, body_hash, created_at)
    select u.id, ${attempt.key}, ${attempt.endpoint}, ${hash}, ${attempt.at}
      from users u
     where u.id = ${attempt.user} and u.is_active and u.closed_at is null
       for share of u
    on conflict (user_id, key) do update
       set endpoint = excluded.endpoint, body_hash = excluded.body_hash, created_at = excluded.created_at,
           status = null, reply = null
     where idempotency_keys.created_at < ${keptSince('idempotency replies', attempt.at)}
    returning key`.execute(tx)
  if (claimed.length > 0) return null
  await requireActive(tx, attempt.user)
  const { rows } = await sql<{ endpoint: string; body_hash: Buffer; status: number | null; reply: string | null }>`
    select endpoint, body_hash, status, reply
      from idempotency_keys
     where user_id = ${attempt.user} and key = ${attempt.key}`.execute(tx)
  const [first] = rows
  if (!first || first.status === null || first.reply === null) return refuse(tx, 'changed_meanwhile')
  if (first.endpoint !== attempt.endpoint || !first.body_hash.equals(hash)) return refuse(tx, 'key_reused')
  return { status: first.status, reply: first.reply }
}

/** Stores the reply of a first attempt. */
export async function keepAnswer(tx: Tx, attempt: Attempt, answer: Answer): Promise<void> {
  await sql`
    update idempotency_keys set status = ${answer.status}, reply = ${answer.reply}
     where user_id = ${attempt.user} and key = ${attempt.key}`.execute(tx)
}

/** Releases a key: a refused attempt is not remembered, and the same key may be tried again. */
export async function releaseKey(tx: Tx, attempt: Attempt): Promise<void> {
  await sql`delete from idempotency_keys where user_id = ${attempt.user} and key = ${attempt.key}`.execute(tx)
}

/** Refuses `unauthorized` unless the user is active, and keeps it so until the transaction ends. */
export async function requireActive(tx: Tx<'unauthorized'>, user: number): Promise<void> {
  const { rows } = await sql`
    select from users where id = ${user} and is_active and closed_at is null for share`.execute(tx)
  if (rows.length === 0) refuse(tx, 'unauthorized')
}

/**
 * As `requireActive`, for a call that will change the user's own row. Two such calls that first shared the row
 * would each wait for the other to release it.
 */
export async function requireActiveToChange(tx: Tx<'unauthorized'>, user: number): Promise<void> {
  const { rows } = await sql`
    select from users where id = ${user} and is_active and closed_at is null for no key update`.execute(tx)
  if (rows.length === 0) refuse(tx, 'unauthorized')
}

/** Deletes the keys that are too old to be repeated. */
export async function sweepKeys(tx: Tx, at: Date): Promise<void> {
  await sql`delete from idempotency_keys where created_at < ${keptSince('idempotency replies', at)}`.execute(tx)
}

function hashBody(body: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(sorted(body)) ?? '')
    .digest()
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

/**
 * Deletes the replies that a person got, and empties those of admins and of people who sent them money where they name the
 * person: a repeat of such a call is refused.
 */
export async function eraseAnswers(tx: Tx, { id, names, contacts }: Person): Promise<void> {
  await sql`delete from idempotency_keys where user_id = ${id}`.execute(tx)
  await sql`
    update idempotency_keys k set status = null, reply = null
     where (k.user_id in (select u.id from users u where u.role = 'admin')
            or k.user_id in (select t.sender_id from balance_transfers t where t.receiver_id = ${id}))
       and exists (select from unnest(${[...names, ...contacts]}::text[]) as name where strpos(k.reply, name) > 0)`.execute(
    tx,
  )
}
