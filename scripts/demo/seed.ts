import type { Config } from '../../server/src/config.ts'
import { addDays, startOfDay } from '@bittkosh/contract/time'
import { type Db, transaction } from '../../server/src/platform/database/database.ts'
import { hashPassword } from '../../server/src/platform/identity/passwords.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import type { Services } from '../../server/src/platform/services.ts'
import { closedThrough } from '../../server/src/reconciliation/closingQueries.ts'
import { readCatalogue } from './catalogue.ts'
import { planLives } from './lives/plan.ts'
import { writeConversations } from './conversations.ts'
import { makePeople } from './lives/population.ts'
import { DAYS_AGO } from './lives/waves.ts'
import { isOfficeDone, OFFICE_MS, workOffice } from './office/office.ts'
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
 * anywhere, the next run goes on behind the last one that is whole. Then the team works. Returns how many users it added.
 */
export async function seedDemo(
  db: Services['db'],
  { total, now, config, progress }: { total: number; now: Date; config: Config; progress?: (line: string) => void },
): Promise<number> {
  const catalogue = await transaction(db, readCatalogue)
  const { settings } = catalogue
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const card = await drawCard()
  const ids = takeIds(db)
  return alone(db, async () => {
    const first = (await lastNumber(db)) + 1
    const until = new Date(now.getTime() - OFFICE_MS)
    const since = await beginning(db, until)
    for (let from = first, to = 0; from <= total; from = to + 1) {
      to = Math.min(total, from + (from === 1 ? FIRST_BATCH : BATCH) - 1)
      await transaction(db, async (tx) => {
        const people = makePeople({ from, to, total, since, until })
        await register(tx, people, { passwordHash, settings })
        const lives = await planLives(people, { catalogue, ids, now: until })
        await writeLives(tx, lives, { config, card, settings, now: until })
        await writeConversations(tx, people, { admin: catalogue.admin, now: until })
      })
      progress?.(`${to} of ${total} users`)
      if (from === 1) await sql`analyze`.execute(db)
    }
    await transaction(db, (tx) => writeStatements(tx, { admin: catalogue.admin, now: until }))
    if (first <= total || !(await isOfficeDone(db)))
      await workOffice(db, { total, now, config, passwordHash, card, progress })
    await sql`analyze`.execute(db) // also where nothing was added: a run that was killed before has left none
    return Math.max(0, total + 1 - first)
  })
}

/** When the first of these people may register: nobody's history reaches into a day that is closed. */
async function beginning(db: Db, until: Date): Promise<Date> {
  const closed = await closedThrough(db)
  const earliest = until.getTime() - DAYS_AGO * 86_400_000
  return new Date(Math.max(earliest, closed === null ? 0 : startOfDay(addDays(closed, 1)).getTime()))
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
