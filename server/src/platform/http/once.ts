/**
 * Idempotency: a write's first reply is stored under its Idempotency-Key in the same transaction as its
 * effects. A repeat, even one that arrives together with the first, returns that reply again.
 */
import { hash } from 'node:crypto'
import type { Tx } from '../database/database.ts'
import type { KeyRing } from '../files/keys.ts'
import { refuse } from './refuse.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { Member } from '../identity/sessions.ts'
import { mayContain, type Person } from '../personal.ts'
import { keptSince } from '../retention.ts'

export type Attempt = { user: number; key: string; endpoint: string; body: unknown; ring: KeyRing; at: Date }
export type Answer = { status: number; reply: string }

/**
 * Claims a key for an active user, waiting for a running attempt with the same key. Returns the stored reply for a
 * repeat, or null for the first attempt. Refuses `unauthorized` if the user is not active any more and `key_reused` if
 * the key belongs to another request. The user's row is share-locked, so a user cannot be deactivated while their money
 * is moving.
 */
export async function claim(tx: Tx<ClaimCode>, attempt: Attempt): Promise<Answer | null> {
  const [claimed] = await claimEach(tx, [attempt])
  if (claimed && 'refused' in claimed) return refuse(tx, claimed.refused)
  return claimed && 'reply' in claimed ? claimed : null
}

type ClaimCode = 'unauthorized' | 'key_reused' | 'changed_meanwhile'
type Claimed = { isFirst: true } | Answer | { refused: ClaimCode }

/** The same for attempts of different users, in the order of their ids; returns an outcome for each attempt. */
export async function claimEach(tx: Tx, attempts: readonly Attempt[]): Promise<Claimed[]> {
  const { rows } = await sql<Kept & { claimant: number }>`
    select active.id as claimant, k.endpoint, k.body_hash, k.status, k.reply, k.created_at
      from (select u.id, asked.key
              from ${sql.rows('asked', { integer: ['user'], text: ['key'] }, attempts)}
              join users u on u.id = asked.user
             where u.is_active and u.closed_at is null
             order by u.id
               for share of u) as active
      left join lateral idempotency_claim(active.id, active.key) as k on true`.execute(tx)
  const found = new Map(rows.map((row) => [row.claimant, row]))
  return attempts.map((attempt) => claimedOf(attempt, found.get(attempt.user)))
}

function claimedOf(attempt: Attempt, kept: Kept | undefined): Claimed {
  if (!kept) return { refused: 'unauthorized' }
  if (kept.endpoint === null || kept.created_at < keptSince('idempotency replies', attempt.at)) return { isFirst: true }
  if (kept.status === null || kept.reply === null) return { refused: 'changed_meanwhile' }
  if (kept.endpoint !== attempt.endpoint || !isOf(attempt, kept.body_hash)) return { refused: 'key_reused' }
  return { status: kept.status, reply: kept.reply }
}

type Kept =
  | { endpoint: null }
  | { endpoint: string; body_hash: Buffer; status: number | null; reply: string | null; created_at: Date }

/** The statement that stores the replies of first attempts. Refused attempts are not stored: their keys may be used again. */
export function answersKept(...answers: readonly (Attempt & Answer)[]): Sql {
  const columns = {
    integer: ['user', 'status'],
    text: ['key', 'endpoint', 'reply'],
    bytea: ['hash'],
    timestamptz: ['at'],
  }
  const rows = answers.map((answer) => ({ ...answer, hash: answer.ring.sign(signedText(answer.body)) }))
  return sql`
    insert into idempotency_keys (user_id, status, key, endpoint, reply, body_hash, created_at)
    select * from ${sql.rows('answer', columns, rows)}
    on conflict (user_id, key) do update
       set endpoint = excluded.endpoint, body_hash = excluded.body_hash, created_at = excluded.created_at,
           status = excluded.status, reply = excluded.reply`
}

const lastBrand = Symbol('last write')

/**
 * A reply and the last write of its call: returned by a user's money call, so that the same statement stores the reply.
 * `last` runs the write together with the statements of `alongside`; `alongside` is empty if the call has no key.
 */
export type Finished<Reply> = { [lastBrand]: true; reply: Reply; last: (alongside: readonly Sql[]) => Promise<unknown> }

export function finished<Reply>(reply: Reply, last: Finished<Reply>['last']): Finished<Reply> {
  return { [lastBrand]: true, reply, last }
}

export function isFinished(value: unknown): value is Finished<unknown> {
  return typeof value === 'object' && value !== null && lastBrand in value
}

/** Refuses `unauthorized` unless the user is active, and keeps the user active until the transaction ends. */
export async function requireActive(tx: Tx<'unauthorized'>, user: number): Promise<void> {
  const { rows } = await sql`
    select from users where id = ${user} and is_active and closed_at is null for share`.execute(tx)
  if (rows.length === 0) refuse(tx, 'unauthorized')
}

/**
 * As `requireActive`, for a call that will change the user's own row. If two such calls first shared the row, each would
 * wait for the other to release it.
 */
export async function requireActiveToChange(tx: Tx<'unauthorized'>, user: number): Promise<void> {
  const { rows } = await sql`
    select from users where id = ${user} and is_active and closed_at is null for no key update`.execute(tx)
  if (rows.length === 0) refuse(tx, 'unauthorized')
}

/**
 * Refuses an admin whose session has ended or whose roles have changed since the call was admitted. The caller's row is
 * locked, so the roles stay the same until the transaction ends.
 */
export async function requireStillAdmin(
  tx: Tx<'unauthorized' | 'not_permitted'>,
  { id, session, roles }: Pick<Member, 'id' | 'session' | 'roles'>,
): Promise<void> {
  const { rows } = await sql<{ hasRoles: boolean }>`
    select u.roles = ${roles}::text[] as "hasRoles"
      from users u
      join sessions s on s.id = ${session} and s.user_id = u.id
     where u.id = ${id}`.execute(tx)
  if (!rows[0]) refuse(tx, 'unauthorized')
  if (!rows[0].hasRoles) refuse(tx, 'not_permitted')
}

/** Deletes the keys that are too old to be repeated. */
export async function sweepKeys(tx: Tx, at: Date): Promise<void> {
  await sql`delete from idempotency_keys where created_at < ${keptSince('idempotency replies', at)}`.execute(tx)
}

/**
 * Whether the stored hash is of this body: with any secret of the ring, or plain, as programs before 2026-11-26 stored it, whose
 * replies are repeated for eight days.
 */
function isOf({ ring, body }: Pick<Attempt, 'ring' | 'body'>, stored: Buffer): boolean {
  const plain = hash('sha256', textOf(body), 'buffer')
  return [...ring.signEach(signedText(body)), plain].some((each) => each.equals(stored))
}

/** A body may contain a password, which somebody with a copy of the database could guess from a plain hash. */
function signedText(body: unknown): string {
  return `body of a call ${textOf(body)}`
}

function textOf(body: unknown): string {
  return JSON.stringify(sorted(body)) ?? ''
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
 * Deletes a person's replies, and empties the replies of admins and of people who sent them money if they name the
 * person: a repeat of such a call is refused.
 */
export async function eraseAnswers(tx: Tx, { id, names, contacts }: Person): Promise<void> {
  await sql`delete from idempotency_keys where user_id = ${id}`.execute(tx)
  await sql`
    update idempotency_keys k set status = null, reply = null
     where (k.user_id in (select u.id from users u where u.role = 'admin')
            or k.user_id in (select t.sender_id from balance_transfers t where t.receiver_id = ${id}))
       and (exists (select from unnest(${names}::text[]) as name where strpos(k.reply, name) > 0)
            or ${mayContain(sql`k.reply`, contacts)})`.execute(tx)
}
