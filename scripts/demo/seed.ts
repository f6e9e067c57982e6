import { settingsFrom } from '@bittkosh/contract/settings'
import type { Config } from '../../server/src/config.ts'
import type { RefusedBy } from '../../server/src/ledger/post.ts'
import { type Db, transaction } from '../../server/src/platform/database.ts'
import { hashPassword } from '../../server/src/platform/passwords.ts'
import { numberHasher } from '../../server/src/kyc/numbers.ts'
import { keyRing } from '../../server/src/platform/keys.ts'
import { sql } from '../../server/src/platform/sql.ts'
import { readCatalogue } from './catalogue.ts'
import { planLives } from './lives/plan.ts'
import { DEMO_CODE } from './people.ts'
import { drawCard } from './rows/pictures.ts'
import { analyzeTables, hurry } from './upkeep.ts'
import { finishLives, writeLives } from './write.ts'

export const DEMO_PASSWORD = 'demo kosh 2026'
const BATCH = 1000 // users of one transaction; they refer and pay each other
const CONNECTIONS = 4 // keeps the database busy while this program plans the next batch and seals its pictures
const TIMEOUTS = ['lock_timeout', 'idle_in_transaction_session_timeout']
const SEED_LOCK = 7_302_090

type Progress = (done: number) => void

/**
 * Brings the number of demo users to `total`, each with the history of months. A batch is one transaction, and batches
 * commit in their order: stopped anywhere, the next run goes on behind the last one. Answers how many users it added.
 */
export async function seedDemo(
  db: Db<RefusedBy>,
  { total, now, config, progress }: { total: number; now: Date; config: Config; progress?: Progress },
): Promise<number> {
  const { rows } = await sql<{ key: string; value: string }>`select key, value from settings`.execute(db)
  const settings = settingsFrom(new Map(rows.map((row) => [row.key, row.value])))
  const catalogue = await readCatalogue(db, settings)
  const ring = keyRing(config)
  const place = {
    catalogue,
    config,
    now,
    ring,
    card: await drawCard(),
    passwordHash: await hashPassword(DEMO_PASSWORD),
    hashNumber: await transaction(db, (tx) => numberHasher(tx, ring)),
  }
  return alone(db, async () => {
    const first = (await lastNumber(db)) + 1
    let next = first
    let before: Promise<unknown> = Promise.resolve()

    async function work(): Promise<void> {
      while (next <= total) {
        const from = next
        const to = Math.min(total, from + BATCH - 1)
        next = to + 1
        const turn = before
        before = writeBatch({ from, to }, turn)
        await before
      }
    }

    async function writeBatch({ from, to }: { from: number; to: number }, turn: Promise<unknown>): Promise<void> {
      const lives = planLives(catalogue, { from, to, total, now })
      await transaction(db, async (tx) => {
        await hurry(tx)
        await writeLives(tx, lives, place)
        await turn // a batch whose predecessor failed fails too, so that no gap is left behind
        await finishLives(tx, lives)
      })
      progress?.(to)
      // The first batch made the tables grow from nothing: without fresh figures the next ones would be planned for that.
      if (from === 1) await analyzeTables(db)
    }

    const ends = await Promise.allSettled(Array.from({ length: CONNECTIONS }, work))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
    await analyzeTables(db) // also where nothing was added: a run that was killed before has left none
    return next - first
  })
}

/** Two runs at once take turns. */
function alone<T>(db: Db, work: () => Promise<T>): Promise<T> {
  return transaction(db, async (tx) => {
    await sql`select set_config(name, '0', true) from unnest(${TIMEOUTS}::text[]) as name`.execute(tx)
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(tx)
    return work()
  })
}

/** The number of the newest demo user. */
async function lastNumber(db: Db): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(substr(referral_code, ${DEMO_CODE.length + 1}::integer)::integer), 0) as last
      from users
     where referral_code ~ ${`^${DEMO_CODE}[0-9]{1,9}$`}`.execute(db)
  return rows[0]?.last ?? 0
}
