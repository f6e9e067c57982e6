import { addUp } from '../ledger/totals.ts'
import type { Job } from '../platform/jobs.ts'

/** Keeps the ledger's sums by day near its end, so that those who read them have few entries to add. */
export const addUpLedger: Job = {
  name: 'ledger totals',
  cron: '* * * * *',
  run: async ({ db }) => void (await addUp(db)),
}
