/**
 * A process that runs one job on a database until it is killed: the mails; the interest, for which it prints a line for each day
 * posted and one at the end; or a job that takes its lock and never ends.
 */
import { type Clock, makeClock } from '../../server/src/platform/clock.ts'
import { readConfig } from '../../server/src/config.ts'
import { postInterest } from '../../server/src/flexible/jobs.ts'
import { openDatabase } from '../../server/src/platform/database/open.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import type { Job } from '../../server/src/platform/jobs/jobs.ts'
import { makeLog } from '../../server/src/platform/log.ts'
import { sendMails } from '../../server/src/platform/outbox/outbox.ts'
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

const [, , name, clockOffsetMs = '0'] = process.argv
const job = { mails: sendMails, interest: postInterest }[name ?? ''] ?? endless
const config = readConfig(process.env)
const { db, reads, pool } = await openDatabase(config)
const moved = makeClock(Number(clockOffsetMs))
/** As in tests/support/server.ts, the database's clock is the test's, whatever the date of the machine. */
const clock: Clock = { ...moved, database: () => sql`${moved.now()}::timestamptz` }
clock.trust(clock.machine())
const services = {
  config,
  db,
  clock,
  reads,
  settings: makeSettingsSnapshot(db),
  polls: makePolls(),
  log: makeLog({ level: job === postInterest ? 'info' : 'fatal', readable: false }),
  traces: null,
}
const { caughtUp } = await startJobs(services, [job], { pool })
await caughtUp
process.stdout.write('through\n')
