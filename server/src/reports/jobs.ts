import { dayOf, monthOf } from '@bittkosh/contract/time'
import { transaction } from '../platform/database/database.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { keepDecided, unkeptMonths } from './queries.ts'

/** Keeps what was decided in months that are over, so that a report need not count it again (docs/reports.md#speed). */
export const keepDecisions: Job = {
  name: 'decisions by month',
  cron: '* * * * *',
  run: async ({ db }, at) => {
    for (const month of await unkeptMonths(db, monthOf(dayOf(at))))
      await transaction(db, (tx) => keepDecided(tx, month))
  },
}
