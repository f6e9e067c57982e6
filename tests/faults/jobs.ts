/** A process that runs one job on a database until it is killed: the outbox, or one that takes its lock and never ends. */
import { makeClock } from '../../server/src/platform/clock.ts'
import { readConfig } from '../../server/src/config.ts'
import { openDatabase } from '../../server/src/platform/database/open.ts'
import type { Job } from '../../server/src/platform/jobs/jobs.ts'
import { makeLog } from '../../server/src/platform/log.ts'
import { sendOutbox } from '../../server/src/platform/outbox/outbox.ts'
import { startJobs } from '../../server/src/platform/jobs/schedule.ts'
import { makePolls } from '../../server/src/platform/http/polls.ts'
import { makeSettingsSnapshot } from '../../server/src/platform/settings.ts'

const endless: Job = {
  name: 'endless',
  cron: '0 0 1 1 *',
  run: () => {
    process.stdout.write('running\n')
    return new Promise(() => {})
  },
}

const [, , job, clockOffsetMs = '0'] = process.argv
const config = readConfig(process.env)
const { db, reads, pool } = await openDatabase(config)
const services = {
  config,
  db,
  clock: makeClock(Number(clockOffsetMs)),
  reads,
  settings: makeSettingsSnapshot(db),
  polls: makePolls(),
  log: makeLog({ level: 'fatal' }),
  traces: null,
}
await startJobs(services, [job === 'outbox' ? sendOutbox : endless], { pool })
