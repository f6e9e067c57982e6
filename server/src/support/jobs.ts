import { transaction } from '../platform/database/database.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { LINK_LIFE_MS } from './visitors.ts'
import { sweepRequests } from './visitorQueries.ts'

/** Deletes visitors' messages that nobody confirmed. */
export const sweepContact: Job = {
  name: 'sweep unconfirmed messages',
  cron: '27 * * * *',
  byDate: true,
  async run({ db }, at) {
    await transaction(db, (tx) => sweepRequests(tx, new Date(at.getTime() - LINK_LIFE_MS)))
  },
}
