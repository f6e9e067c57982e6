import type { Clock } from '../platform/clock.ts'
import { transaction } from '../platform/database/database.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { endSessionsAhead } from '../platform/identity/sessions.ts'
import { beginTrusting, doubtDate, lockTrustedDate, trustDate } from './queries.ts'
import { isBelieved } from './rules.ts'

/** What each process made of its clock when it last looked; nothing yet before its first look. */
const doubts = new WeakMap<Clock, boolean>()

/**
 * Looks whether the machine's clock has gone on from the moment that was last trusted, in every process, as each may run on
 * a machine of its own: one that is in time goes on, and does not end the doubt of another.
 */
export const watchDate: Job = {
  name: 'date',
  cron: '*/10 * * * * *',
  shared: true,
  async run({ db, clock, log }) {
    const before = doubts.get(clock)
    const trustedAt = await transaction(db, async (tx) => {
      const machineAt = clock.machine()
      await beginTrusting(tx, machineAt)
      const known = await lockTrustedDate(tx)
      if (known && !isBelieved({ machineAt, ...known, isFirstLook: before === undefined })) {
        await doubtDate(tx, machineAt)
        return known.trustedAt
      }
      return trustDate(tx, machineAt, { endsDoubt: before !== false })
    })
    clock.trust(trustedAt)
    const isDoubted = clock.isDoubted()
    if (!isDoubted && before !== false) await endSessionsAhead(db, new Date(trustedAt.getTime() + clock.offsetMs()))
    doubts.set(clock, isDoubted)
    if (isDoubted && !before)
      log.error(
        { job: 'date', reason: `last trusted: ${trustedAt.toISOString()}` },
        'the clock is more than a week ahead of what was trusted: interest waits, docs/operations.md#a-clock-that-jumps',
      )
    if (!isDoubted && before) log.warn({ job: 'date' }, 'the date is trusted again')
  },
}
