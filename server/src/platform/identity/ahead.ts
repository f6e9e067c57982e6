import type { Tx } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { stepOf } from './totp.ts'

const WEEK_MS = 7 * 86_400_000

/**
 * After the clock ran ahead: ends sessions opened more than a week after `now`, and restarts at `now` the wait of
 * everybody whose last failure is after `ahead`. Codes of an authenticator are valid again, except those of this minute,
 * one of which may have been used before the clock jumped.
 */
export async function endSignInsAhead(tx: Tx, { now, ahead }: { now: Date; ahead: Date }): Promise<void> {
  await sql`delete from sessions where created_at > ${new Date(now.getTime() + WEEK_MS)}`.execute(tx)
  await sql`update attempts set last_at = ${now} where last_at > ${ahead}`.execute(tx)
  await sql`update second_factors set last_step = ${stepOf(now) + 1} where last_step > ${stepOf(ahead)}`.execute(tx)
}
