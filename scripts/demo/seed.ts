import { settingsFrom } from '@bittkosh/contract/settings'
import { sql } from 'kysely'
import type { Config } from '../../server/src/config.ts'
import { type Db, transaction, type Tx } from '../../server/src/platform/database.ts'
import { hashPassword } from '../../server/src/platform/passwords.ts'
import { readCatalogue } from './catalogue.ts'
import { planLives } from './life.ts'
import { DEMO_CODE } from './people.ts'
import { drawCard } from './pictures.ts'
import { writeLives } from './write.ts'

export const DEMO_PASSWORD = 'demo kosh 2026'
// Users of one transaction; they refer and pay each other. Measured 2026-11-21 on 2 cores shared with a load of 6 to 10:
// 160 to 270 users a second, each with 16 ledger entries; the database is busy all that time, two fifths of it posting.
const BATCH = 1000
const SEED_LOCK = 7_302_090

/**
 * Brings the number of demo users to `total`, each with the history of months. A batch is one transaction: stopped
 * anywhere, the next run goes on behind the last whole batch. Answers how many users it added.
 */
export async function seedDemo(
  db: Db,
  { total, now, config, progress }: { total: number; now: Date; config: Config; progress?: (done: number) => void },
): Promise<number> {
  const { rows } = await sql<{ key: string; value: string }>`select key, value from settings`.execute(db)
  const settings = settingsFrom(new Map(rows.map((row) => [row.key, row.value])))
  const catalogue = await readCatalogue(db, settings)
  const place = { catalogue, config, now, card: await drawCard(), passwordHash: await hashPassword(DEMO_PASSWORD) }
  let added = 0
  for (;;) {
    const done = await transaction(db, async (tx) => {
      const from = (await lastNumber(tx)) + 1
      if (from > total) return null
      const to = Math.min(total, from + BATCH - 1)
      await writeLives(tx, planLives(catalogue, { from, to, total, now }), place)
      return { from, to }
    })
    if (!done) break
    added += done.to - done.from + 1
    progress?.(done.to)
  }
  if (added > 0) await sql`analyze`.execute(db)
  return added
}

/** The number of the newest demo user. Two runs at once take turns. */
async function lastNumber(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(tx)
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(substr(referral_code, ${DEMO_CODE.length + 1}::integer)::integer), 0) as last
      from users
     where referral_code ~ ${`^${DEMO_CODE}[0-9]{1,9}$`}`.execute(tx)
  return rows[0]?.last ?? 0
}
