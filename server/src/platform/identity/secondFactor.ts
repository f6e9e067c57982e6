/** An admin's second factor: stored sealed, checked under a lock, each code used once. */
import { hash, randomBytes } from 'node:crypto'
import type { Config } from '../../config.ts'
import { type Db, transaction, type Tx } from '../database/database.ts'
import { type KeyRing, keyRing } from '../files/keys.ts'
import { refuse } from '../http/refuse.ts'
import { sql } from '../database/sql.ts'
import { networkOf } from '../http/network.ts'
import { admit, type Counter, forgetAttempts, type Waits, waitsAnywhere } from './attempts.ts'
import { base32, matchingStep } from './totp.ts'

const SECRET_BYTES = 20 // what RFC 4226 recommends
const RECOVERY_CODES = 10
const RECOVERY_BYTES = 15 // 120 bits: their plain hash cannot be brute-forced
/** After five wrong codes from one place, one try in 15 minutes: 3 in a million, 96 a day. */
export const CODE_WAITS: Waits = [0, 0, 0, 0, 900]

/**
 * The counters for the codes of a session: one for their network, so that somebody with a copy of the session makes only
 * themselves wait; and one for all networks together, so that many networks cannot guess more.
 */
export function codeCounters({
  user,
  session,
  address,
}: {
  user: number
  session: number
  address: string
}): Counter[] {
  const inSession = `user ${user} code in session ${session}`
  return [
    { name: `${inSession} from ${networkOf(address)}`, waits: CODE_WAITS },
    { name: inSession, waits: waitsAnywhere(CODE_WAITS) },
  ]
}

/** `session` is the session that sends the code, null for a sign-in, which has none yet; `counters` count wrong codes. */
export type Presented = {
  user: number
  code: string
  session: number | null
  counters: readonly Counter[]
  at: Date
}

/**
 * Accepts a code of the app or a recovery code. Refuses `second_factor_wrong` for any other and for one that was used in
 * another session, and `too_many_requests` after several wrong ones from there; a right recovery code is accepted even
 * then. It has its own transactions, so a wrong code counts whatever becomes of the call.
 */
export async function takeCode(db: Db<'second_factor_wrong'>, config: Config, presented: Presented): Promise<void> {
  const { user, code, counters, at } = presented
  if (await transaction(db, (tx) => useRecoveryCode(tx, user, code))) return
  await admit(db, counters, at)
  if (await transaction(db, (tx) => isTaken(tx, config, presented))) return
  refuse(db, { code: 'second_factor_wrong', field: 'code' })
}

/** Whether the users row `u` has an active second factor; only an admin can have one, so for others nothing is looked up. */
export const hasFactor = sql<boolean>`
  (u.role = 'admin' and exists (
     select from second_factors f where f.user_id = u.id and f.active_since is not null))`

type Stored = { sealed_secret: Buffer; last_step: bigint; last_session: number | null }

async function isTaken(tx: Tx, config: Config, { user, code, session, counters, at }: Presented): Promise<boolean> {
  const { rows } = await sql<Stored>`
    select sealed_secret, last_step, last_session
      from second_factors where user_id = ${user} and active_since is not null for update`.execute(tx)
  const [factor] = rows
  if (!factor) return false
  const step = matchingStep(openSecret(keyRing(config), { user, sealed: factor.sealed_secret }), code.trim(), at)
  if (step === null) return false
  const again = BigInt(step) === factor.last_step && session !== null && session === factor.last_session
  if (BigInt(step) <= factor.last_step && !again) return false
  await sql`
    update second_factors set last_step = ${step}, last_session = ${session} where user_id = ${user}`.execute(tx)
  await forgetAttempts(
    tx,
    counters.map(({ name }) => name),
  )
  return true
}

async function useRecoveryCode(tx: Tx, user: number, code: string): Promise<boolean> {
  const { rows } = await sql`
    delete from recovery_codes where user_id = ${user} and code_hash = ${hashOf(code)} returning 1`.execute(tx)
  return rows.length > 0
}

/** A new secret that waits for its first code; an active one must be removed first. Refuses `second_factor_active`. */
export async function beginFactor(
  tx: Tx<'second_factor_active'>,
  config: Config,
  { user, at }: { user: number; at: Date },
): Promise<string> {
  const secret = randomBytes(SECRET_BYTES)
  const sealed = keyRing(config).seal(secret, contextOf(user))
  const { rows } = await sql`
    insert into second_factors (user_id, sealed_secret, created_at) values (${user}, ${sealed}, ${at})
    on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at
     where second_factors.active_since is null
    returning user_id`.execute(tx)
  if (rows.length === 0) refuse(tx, 'second_factor_active')
  return base32(secret)
}

/** Activates the waiting secret with its first code; returns the recovery codes. Refuses `second_factor_wrong`. */
export async function activateFactor(
  tx: Tx<'second_factor_wrong'>,
  config: Config,
  { user, code, session, at }: { user: number; code: string; session: number; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ sealed_secret: Buffer }>`
    select sealed_secret from second_factors where user_id = ${user} and active_since is null for update`.execute(tx)
  const [factor] = rows
  const step = factor
    ? matchingStep(openSecret(keyRing(config), { user, sealed: factor.sealed_secret }), code.trim(), at)
    : null
  if (step === null) return refuse(tx, { code: 'second_factor_wrong', field: 'code' })
  await sql`
    update second_factors set active_since = ${at}, last_step = ${step}, last_session = ${session}
     where user_id = ${user}`.execute(tx)
  return renewCodes(tx, user)
}

/** Ten new recovery codes, stored only as hashes. */
export async function renewCodes(tx: Tx, user: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    (base32(randomBytes(RECOVERY_BYTES)).match(/.{4}/g) ?? []).join('-'),
  )
  await sql`delete from recovery_codes where user_id = ${user}`.execute(tx)
  await sql`
    insert into recovery_codes (user_id, code_hash)
    select ${user}, hash from unnest(${codes.map(hashOf)}::bytea[]) as hash`.execute(tx)
  return codes
}

/** Returns false if there was none. */
export async function removeFactor(tx: Tx, user: number): Promise<boolean> {
  const { rows } = await sql`
    delete from second_factors where user_id = ${user} and active_since is not null returning user_id`.execute(tx)
  return rows.length > 0
}

/** Deletes an active or unfinished second factor, with its recovery codes. */
export async function eraseFactor(tx: Tx, user: number): Promise<void> {
  await sql`delete from second_factors where user_id = ${user}`.execute(tx)
}

export async function factorOf(db: Db, user: number): Promise<{ activeSince: Date | null; codesLeft: number }> {
  const { rows } = await sql<{ active_since: Date | null; left: number }>`
    select f.active_since, (select count(*)::integer from recovery_codes c where c.user_id = f.user_id) as left
      from second_factors f where f.user_id = ${user}`.execute(db)
  return { activeSince: rows[0]?.active_since ?? null, codesLeft: rows[0]?.left ?? 0 }
}

/** Reseals the secrets with the newest key; returns how many had another. */
export async function resealFactors(db: Db, ring: KeyRing): Promise<number> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ user_id: number; sealed_secret: Buffer }>`
      select user_id, sealed_secret from second_factors for update`.execute(tx)
    const old = rows.filter((row) => !ring.isNewest(row.sealed_secret))
    for (const { user_id: user, sealed_secret: sealed } of old) {
      const again = ring.seal(openSecret(ring, { user, sealed }), contextOf(user))
      await sql`update second_factors set sealed_secret = ${again} where user_id = ${user}`.execute(tx)
    }
    return old.length
  })
}

function openSecret(ring: KeyRing, { user, sealed }: { user: number; sealed: Buffer }): Buffer {
  return ring.open(sealed, contextOf(user))
}

function contextOf(user: number): string {
  return `second factor ${user}`
}

/** The hash is the same with or without hyphens, in upper or lower case. */
function hashOf(code: string): Buffer {
  return hash('sha256', code.toUpperCase().replace(/[^A-Z0-9]/g, ''), 'buffer')
}
