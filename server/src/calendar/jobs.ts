import type { Clock } from '../platform/clock.ts'
import { transaction, type Tx } from '../platform/database/database.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { beginTrusting, doubtDate, lockTrustedDate, trustDate } from './queries.ts'
import { isBelieved } from './rules.ts'

/** The clocks of machines differ by less than this. */
const APART_MS = 3_600_000

/** A room's handling of records that a fast clock, since corrected, made after `ahead`: they would last until then. */
export type EndAhead = (tx: Tx, moment: { now: Date; ahead: Date }) => Promise<void>

/** What each process concluded about its clock at its last look; no entry before its first look. */
const doubts = new WeakMap<Clock, boolean>()

/**
 * Checks that the machine's clock has moved on plausibly from the last trusted moment, in every process, as each may run
 * on its own machine: one whose clock is right continues, and does not end the doubt about another.
 */
export const watchDate = (endsAhead: readonly EndAhead[]): Job => ({
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
      const at = await trustDate(tx, machineAt, { endsDoubt: before !== false })
      const wasSetBack = known && known.trustedAt.getTime() - at.getTime() > APART_MS
      if (before === false && !wasSetBack) return at
      const now = new Date(at.getTime() + clock.offsetMs())
      const ahead = new Date(now.getTime() + APART_MS)
      for (const end of endsAhead) await end(tx, { now, ahead })
      return at
    })
    clock.trust(trustedAt)
    const isDoubted = clock.isDoubted()
    doubts.set(clock, isDoubted)
    if (isDoubted && !before)
      log.error(
        { job: 'date', reason: `last trusted: ${trustedAt.toISOString()}` },
        'the clock is more than a week ahead of what was trusted: interest is on hold, docs/operations.md#a-clock-that-jumps',
      )
    if (!isDoubted && before) log.warn({ job: 'date' }, 'the date is trusted again')
  },
})
