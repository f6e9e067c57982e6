/** Notifies the owners when acknowledged commits are gone from the database (ledger/acknowledged.ts). */
import { checkAcknowledged, noteOpenLosses, storeLoss } from '../ledger/acknowledged.ts'
import { mail } from '../mails/actions.ts'
import { transaction, type Tx } from '../platform/database/database.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { lockOwners } from './queries.ts'

/** Runs in every process, as each keeps its own list; also whenever its connection to the database has come back. */
export const noticeLosses: Job = {
  name: 'lost commits',
  cron: '*/10 * * * * *',
  shared: true,
  async run(services, at) {
    const { db, log } = services
    const { wasPromoted } = await checkAcknowledged(services, async (missing) => {
      log.fatal(
        { job: 'lost commits', count: missing.length, missing: missing.slice(0, 5).join('; ') },
        'commits that were acknowledged are gone from the database: docs/operations.md#lost-commits',
      )
      return transaction(db, (tx) => recordLoss(tx, at, missing))
    })
    await noteOpenLosses(db)
    if (wasPromoted) log.warn({ job: 'lost commits' }, 'the database was promoted or restored: it has a new timeline')
  },
}

/** Stores a loss, and writes to the owners the first time. Returns its id. */
export async function recordLoss(tx: Tx, at: Date, missing: readonly string[]): Promise<number> {
  const { id, isNew } = await storeLoss(tx, at, missing)
  if (isNew)
    for (const to of await lockOwners(tx))
      await mail(tx, at, { to, kind: 'commits_lost', values: { count: missing.length, first: missing[0] ?? '' } })
  return id
}
