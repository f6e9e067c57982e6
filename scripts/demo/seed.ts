import type { Config } from '../../server/src/config.ts'
import type { RefusedBy } from '../../server/src/ledger/post.ts'
import { type Db, transaction } from '../../server/src/platform/database/database.ts'
import { hashPassword } from '../../server/src/platform/identity/passwords.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import { readCatalogue } from './catalogue.ts'
import { planLives } from './lives/plan.ts'
import { writeConversations } from './conversations.ts'
import { makePeople } from './lives/population.ts'
import { DEMO_CODE } from './people.ts'
import { drawCard } from './pictures.ts'
import { takeIds } from './rows.ts'
import { writeStatements } from './statements.ts'
import { register, writeLives } from './write.ts'

export const DEMO_PASSWORD = 'demo kosh 2026'
const BATCH = 1000 // users of one transaction; they refer and pay each other
const FIRST_BATCH = 100 // planned for empty tables, which is slow: the others find statistics
const TIMEOUTS = ['lock_timeout', 'idle_in_transaction_session_timeout']
const SEED_LOCK = 7_302_090

/**
 * Brings the number of demo users to `total`, each with the history of months. A batch is one transaction: stopped
 * anywhere, the next run goes on behind the last one that is whole. Returns how many users it added.
 */
export async function seedDemo(
  db: Db<RefusedBy>,
  { total, now, config, progress }: { total: number; now: Date; config: Config; progress?: (done: number) => void },
): Promise<number> {
  const catalogue = await transaction(db, readCatalogue)
  const { settings } = catalogue
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const card = await drawCard()
  const ids = takeIds(db)
  return alone(db, async () => {
    const first = (await lastNumber(db)) + 1
    for (let from = first, to = 0; from <= total; from = to + 1) {
      to = Math.min(total, from + (from === 1 ? FIRST_BATCH : BATCH) - 1)
      await transaction(db, async (tx) => {
        const people = makePeople({ from, to, total, now })
        await register(tx, people, { passwordHash, settings })
        const lives = await planLives(people, { catalogue, ids, now })
        await writeLives(tx, lives, { config, card, settings, now })
        await writeConversations(tx, people, { admin: catalogue.admin, now })
      })
      progress?.(to)
      if (from === 1) await sql`analyze`.execute(db)
    }
    await transaction(db, (tx) => writeStatements(tx, { admin: catalogue.admin, now }))
    await sql`analyze`.execute(db) // also where nothing was added: a run that was killed before has left none
    return Math.max(0, total + 1 - first)
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
