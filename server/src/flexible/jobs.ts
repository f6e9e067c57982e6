/** The nightly posting of interest, in batches that can be killed at any point and rerun, here or on another machine. */
import { addDays, dayOf } from '@bittkosh/contract/time'
import type { Settings } from '@bittkosh/contract/settings'
import type { Ppm } from '@bittkosh/contract/money'
import { post, type RefusedBy } from '../ledger/post.ts'
import { type Db, transaction } from '../platform/database/database.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { oweProfitShares, referredBetween } from '../referrals/actions.ts'
import {
  endOfDay,
  openAccounts,
  postDayOfInterest,
  readRates,
  unreleasedBonuses,
  type WaitingRange,
  waitingRanges,
} from './queries.ts'
import { interestOfBonuses, ownInterest } from './rules.ts'

const BATCH_SIZE = 10_000
const AT_ONCE = 3 // batches; while one waits for the CPU or the disk, the others work

export const postInterest: Job = {
  name: 'flexible interest',
  // Just after midnight, then every hour, which finds work only if the server was down.
  cron: '0 * * * *',
  byDate: true,
  run: async ({ db, settings, log }, at) =>
    postDueInterest(db, {
      at,
      settings: await settings.current(),
      onPosted: (day) => log.info({ job: 'flexible interest', day }, 'the interest of a day is posted'),
    }),
}

/**
 * Posts the interest of every business day before that of `at` for which an account still waits, day by day, so that
 * each compounds on the one before. A batch is one transaction. The account's own row shows what is already posted, and
 * the unique key of account and day backs that up.
 */
export async function postDueInterest(
  db: Db<RefusedBy>,
  {
    at,
    settings,
    batchSize = BATCH_SIZE,
    onPosted,
  }: { at: Date; settings: Settings; batchSize?: number; onPosted?: (day: string) => void },
): Promise<void> {
  const yesterday = addDays(dayOf(at), -1)
  const waiting = await rangesOf(db, { yesterday, size: batchSize })
  const rateOn = await readRates(db)
  const ofBonus = interestOfBonuses(rateOn, yesterday)
  const first = waiting.reduce((least, { firstDay }) => (firstDay < least ? firstDay : least), dayOf(at))
  for (let day = first; day <= yesterday; day = addDays(day, 1)) {
    const ranges = waiting.filter((range) => range.firstDay <= day)
    const work = async () => {
      for (let range = ranges.shift(); range; range = ranges.shift())
        await postBatch(db, { day, at, settings, rate: rateOn(day), ofBonus, ...range })
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    onPosted?.(day)
  }
}

async function rangesOf(db: Db<RefusedBy>, asked: { yesterday: string; size: number }): Promise<WaitingRange[]> {
  const ranges = await waitingRanges(db, asked)
  if (!ranges.some((range) => range.unopened)) return joinSmall(ranges, asked.size)
  await openAccounts(db, 'funded')
  return joinSmall(await waitingRanges(db, asked), asked.size)
}

/** If ids are sparse, a range has few accounts: neighbouring ranges are merged up to `size`. */
function joinSmall(ranges: readonly WaitingRange[], size: number): WaitingRange[] {
  const joined: WaitingRange[] = []
  for (const range of ranges) {
    const last = joined.at(-1)
    if (!last || last.accounts + range.accounts > size) joined.push({ ...range })
    else {
      last.to = range.to
      last.accounts += range.accounts
      if (range.firstDay < last.firstDay) last.firstDay = range.firstDay
    }
  }
  return joined
}

async function postBatch(
  db: Db<RefusedBy>,
  batch: {
    day: string
    at: Date
    settings: Settings
    rate: Ppm
    ofBonus: ReturnType<typeof interestOfBonuses>
    from: number
    to: number
  },
): Promise<void> {
  const { day, at, settings } = batch
  await transaction(db, async (tx) => {
    const credits = await postDayOfInterest(tx, endOfDay(day), { ...batch, asked: await referredBetween(tx, batch) })
    const [first] = credits
    if (!first) return
    const sourceOf = (user: number) => ({ subject: 'interest' as const, subjectId: user, day })
    const users = credits.map(({ user }) => user)
    const bonuses = await unreleasedBonuses(tx, users)
    const profits = credits.map(({ user, amount }) => ({
      user,
      profit: ownInterest({ day, posted: amount }, bonuses.get(user), batch.ofBonus),
      source: sourceOf(user),
    }))
    // identified by its first user, which no other batch of the day has
    await post(tx, at, await oweProfitShares(tx, at, { settings, profits, paidAs: sourceOf(first.user) }))
  })
}
