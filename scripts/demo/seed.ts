import type { Config } from '../../server/src/config.ts'
import { addDays, startOfDay } from '@bittkosh/contract/time'
import { type Db, transaction, type Tx } from '../../server/src/platform/database/database.ts'
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
import { drawCard, dropLeftPictures } from './pictures.ts'
import { type Ids, takeIds } from './rows.ts'
import { hasStatements, writeStatements } from './statements.ts'
import { register, writeLives } from './write.ts'

export const DEMO_PASSWORD = 'demo kosh 2026'
const CONNECTIONS = 2 // concurrent; more would only divide the same work
const BATCH = 250 // users in one transaction; they refer and pay each other
const FIRST_BATCH = 100 // planned for empty tables, which is slow: the later ones find statistics
const TIMEOUTS = ['lock_timeout', 'idle_in_transaction_session_timeout']
const SEED_LOCK = 7_302_090

/**
 * Brings the number of demo users to `total`, each with months of history. A batch is one transaction, and two are written
 * concurrently: if the run is stopped anywhere, the next one adds the missing batches. Then the team works. Returns how many users
 * it added.
 */
export async function seedDemo(
  db: Services['db'],
  { total, now, config, progress }: { total: number; now: Date; config: Config; progress?: (line: string) => void },
): Promise<number> {
  const catalogue = await transaction(db, readCatalogue)
  const { settings } = catalogue
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const card = await drawCard()
  return alone(db, async () => {
    const missing = await missingNumbers(db, total)
    await dropLeftPictures(missing, { config })
    const batches = batchesOf(missing)
    const until = new Date(now.getTime() - OFFICE_MS)
    const since = await beginning(db, until)
    let done = total - batches.reduce((sum, { from, to }) => sum + to + 1 - from, 0)
    const added = total - done
    const write = async ({ from, to }: Batch, ids: Ids) => {
      await transaction(db, async (tx) => {
        await waitForever(tx) // two batches may count in the same row
        const people = makePeople({ from, to, total, since, until })
        await register(tx, people, { passwordHash, settings })
        const lives = await planLives(people, { catalogue, ids, now: until })
        await writeLives(tx, lives, { config, card, settings, now: until })
        await writeConversations(tx, people, { admin: catalogue.admin, now: until })
      })
      done += to + 1 - from
      progress?.(`${done} of ${total} users`)
    }
    if (batches[0]?.from === 1) {
      await write(batches[0], takeIds(db))
      await sql`analyze`.execute(db)
    }
    const left = batches.filter(({ from }) => from > 1).values()
    const workers = Array.from({ length: CONNECTIONS }, async () => {
      const ids = takeIds(db)
      for (const batch of left) await write(batch, ids)
    })
    for (const ended of await Promise.allSettled(workers)) if (ended.status === 'rejected') throw ended.reason
    if (added > 0 || !(await hasStatements(db)))
      await transaction(db, (tx) => writeStatements(tx, { admin: catalogue.admin, now: until }))
    if (added > 0 || !(await isOfficeDone(db)))
      await workOffice(db, { total, now, config, passwordHash, card, progress })
    // Also if nothing was added: a killed run has left neither statistics nor the visibility map that index-only scans need.
    await sql`vacuum analyze`.execute(db)
    return added
  })
}

type Batch = { from: number; to: number }

/** Ranges of consecutive numbers, the very first a short one. */
function batchesOf(numbers: readonly number[]): Batch[] {
  const batches: Batch[] = []
  for (const number of numbers) {
    const last = batches.at(-1)
    const size = last?.from === 1 ? FIRST_BATCH : BATCH
    if (last && number === last.to + 1 && number < last.from + size) last.to = number
    else batches.push({ from: number, to: number })
  }
  return batches
}

/** The earliest registration of these people: nobody's history reaches into a closed day. */
async function beginning(db: Db, until: Date): Promise<Date> {
  const closed = await closedThrough(db)
  const earliest = until.getTime() - DAYS_AGO * 86_400_000
  return new Date(Math.max(earliest, closed === null ? 0 : startOfDay(addDays(closed, 1)).getTime()))
}

/**
 * Concurrent runs take turns. The lock's number is part of the statement's text: a parameter would leave a portal open, with its
 * snapshot, until the transaction ends, and vacuum would skip everything that is written after it.
 */
function alone<T>(db: Db, work: () => Promise<T>): Promise<T> {
  return transaction(db, async (tx) => {
    await waitForever(tx)
    await sql`select pg_advisory_xact_lock(${sql.lit(SEED_LOCK)})`.execute(tx)
    return work()
  })
}

async function waitForever(tx: Tx): Promise<void> {
  await sql`select set_config(name, '0', true) from unnest(${TIMEOUTS}::text[]) as name`.execute(tx)
}

/** The numbers without a demo user: those after the last one, and those of a batch that was killed while another was committed. */
async function missingNumbers(db: Db, total: number): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select number
      from generate_series(1, ${total}::integer) as number
     where not exists (select from users where referral_code = ${DEMO_CODE} || number)
     order by number`.execute(db)
  return rows.map(({ number }) => number)
}
