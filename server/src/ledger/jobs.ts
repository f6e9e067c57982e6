import { dayOf } from '@bittkosh/contract/time'
import type { Job } from '../platform/jobs/jobs.ts'
import { keyRing } from '../platform/files/keys.ts'
import { headText, sealLedger } from './seals.ts'
import { advanceTotals } from './totals.ts'

/** Keeps the ledger's sums by day up to date, so that readers have few entries to add. */
const addUpLedger: Job = {
  name: 'ledger totals',
  cron: '* * * * *',
  run: async ({ db }) => void (await advanceTotals(db)),
}

/** Seals the transfers in the kept sums. Once a day the head is logged, out of reach of anybody with write access to the database. */
const sealFinal: Job = {
  name: 'ledger seals',
  cron: '* * * * *',
  run: async ({ db, config, log }, at) => {
    const { before, now } = await sealLedger(db, keyRing(config), at)
    if (!now || (before && dayOf(before.sealedAt) === dayOf(now.sealedAt))) return
    log.info({ job: 'ledger seals', transfer: Number(now.through), head: headText(now.head) }, 'the ledger is sealed')
  },
}

export const jobs: Job[] = [addUpLedger, sealFinal]
