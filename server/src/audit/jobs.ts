import { dayOf } from '@bittkosh/contract/time'
import { keyRing } from '../platform/files/keys.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { sealAuditLog } from './seals.ts'

/** Seals the audit log. Once a day its newest hash is logged, out of reach of anybody with write access to the database. */
const sealActs: Job = {
  name: 'audit seals',
  cron: '* * * * *',
  run: async ({ db, config, log }, at) => {
    const { before, now } = await sealAuditLog(db, keyRing(config), at)
    if (!now || (before && dayOf(before.sealedAt) === dayOf(now.sealedAt))) return
    const head = now.hash.toString('hex').replace(/.{4}(?=.)/g, '$&:') // in groups, so that the log does not mask it
    log.info({ job: 'audit seals', row: now.through, head }, 'the audit log is sealed')
  },
}

export const jobs: Job[] = [sealActs]
