import { dayOf, monthOf } from '@bittkosh/contract/time'
import { transaction } from '../platform/database/database.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { keepDecided, unkeptMonths } from './queries.ts'

/** Stores the decisions of past months, so that reports need not count them again (docs/reports.md#speed). */
export const keepDecisions: Job = {
  name: 'decisions by month',
  cron: '* * * * *',
  run: async ({ db }, at) => {
    for (const month of await unkeptMonths(db, monthOf(dayOf(at))))
      await transaction(db, (tx) => keepDecided(tx, month))
  },
}
