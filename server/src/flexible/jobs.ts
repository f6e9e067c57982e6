/** The nightly posting of interest, in batches that can be killed anywhere and run again, here or elsewhere. */
import { addDays, dayOf } from '@bittkosh/contract/time'
import type { Settings } from '@bittkosh/contract/settings'
import { interestPosted } from '../ledger/movements.ts'
import { post } from '../ledger/post.ts'
import { type Db, transaction } from '../platform/database.ts'
import type { Job } from '../platform/jobs.ts'
import { oweProfitShares } from '../referrals/actions.ts'
import { interestName, interestSource } from './actions.ts'
import { endOfDay, firstUnpostedDay, openAccounts, postDay, readRates } from './queries.ts'

const BATCH_SIZE = 10_000

export const postInterest: Job = {
  name: 'flexible interest',
  // Just after midnight; then every hour, which finds nothing unless the server was down.
  cron: '0 * * * *',
  run: async ({ db, settings }, at) => postDueInterest(db, { at, settings: await settings.current() }),
}

/**
 * Posts the interest of every business day before the one of `at` that an account still waits for, day by day,
 * so that each compounds on the one before. A batch is one transaction; what is posted already is skipped by
 * the account's own row, and the unique key of account and day stands behind it.
 */
export async function postDueInterest(
  db: Db,
  { at, settings, batchSize = BATCH_SIZE }: { at: Date; settings: Settings; batchSize?: number },
): Promise<void> {
  const yesterday = addDays(dayOf(at), -1)
  await openAccounts(db, 'funded')
  const first = await firstUnpostedDay(db, yesterday)
  const rateOn = await readRates(db)
  for (let day = first ?? dayOf(at); day <= yesterday; day = addDays(day, 1)) {
    let after: number | null = 0
    while (after !== null) {
      const batch: { day: string; after: number; limit: number } = { day, after, limit: batchSize }
      after = await transaction(db, async (tx) => {
        const credits = await postDay(tx, { ...batch, rate: rateOn(day) })
        const credited = credits.filter((credit) => credit.amount > 0n)
        const [firstCredited] = credited
        if (firstCredited) {
          const shares = await oweProfitShares(tx, at, {
            settings,
            profits: credited.map(({ user, amount }) => ({ user, profit: amount, source: interestSource(user, day) })),
            name: interestName(day, firstCredited.user),
          })
          await post(tx, endOfDay(day), interestPosted({ day, credits: credited }))
          await post(tx, at, shares)
        }
        return credits.length === batch.limit ? (credits.at(-1)?.user ?? null) : null
      })
    }
  }
}
