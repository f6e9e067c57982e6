import { notify } from '../notifications/actions.ts'
import { transaction } from '../platform/database/database.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { takeUnnotified } from './queries.ts'
import { noticeOf } from './rules.ts'

const BATCH = 200 // short transactions, so that a claim never waits long for one

/** Notifies each user once of each matured investment. */
export const notifyOfMatured: Job = {
  name: 'tell of matured investments',
  cron: '*/10 * * * *', // they mature at 00:00; the later runs are for a server that was down then
  byDate: true,
  async run({ db }, at) {
    let notified = BATCH
    while (notified === BATCH) {
      notified = await transaction(db, async (tx) => {
        const matured = await takeUnnotified(tx, at, BATCH)
        for (const row of matured) await notify(tx, at, { user: row.user_id, ...noticeOf('plan_matured', row) })
        return matured.length
      })
    }
  },
}
