/**
 * What referrals offer to other rooms. What pays writes its record and returns the movement that pays it. The
 * caller posts it in one call together with its own: all wallets are then locked once, in id order.
 */
import { add, type Paise, ZERO } from '@bittkosh/contract/money'
import { referralShare } from '@bittkosh/contract/referrals'
import type { Settings } from '@bittkosh/contract/settings'
import { addMonths, dayOf, monthOf, startOfDay } from '@bittkosh/contract/time'
import type { HistorySource } from '../ledger/history.ts'
import { type Movement, type ProfitSource, profitSharesPaid, referralRewarded } from '../ledger/movements.ts'
import { notify, notifyOfIncome } from '../notifications/actions.ts'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import {
  activeReferrers,
  claimNumbers,
  insertReward,
  insertShares,
  lockCarried,
  lockReward,
  ownMoney,
  paidSources,
  rewardPaid,
  sharesBetween,
} from './queries.ts'
import { rewardDue, NOTIFY_FROM } from './rules.ts'
import { sql } from '../platform/database/sql.ts'

export { referredBetween, wasReferred } from './queries.ts'

/** `source` is what earned the profit; it pays only once, ever. */
export type Profit = { user: number; profit: Paise; source: ProfitSource }

/**
 * The referrer's share of one profit of a user, paid on top of it. Returns the movement to post, or none if there is no
 * active referrer, if the share is less than a paisa (the fraction is carried), or if it was already paid.
 */
export async function oweProfitShare(
  tx: Tx,
  at: Date,
  { settings, ...profit }: Profit & { settings: Settings },
): Promise<Movement[]> {
  return oweProfitShares(tx, at, { settings, profits: [profit], paidAs: profit.source })
}

/**
 * The same for many profits at once, all from plans or all from interest, posted as one movement: `paidAs` is the
 * source that stands for all of them; no other call uses it. The profits of one user must be in order.
 */
export async function oweProfitShares(
  tx: Tx,
  at: Date,
  { settings, profits, paidAs }: { settings: Settings; profits: readonly Profit[]; paidAs: ProfitSource },
): Promise<Movement[]> {
  const rate = settings.percent('referral_profit_share')
  if (rate === 0n || profits.length === 0) return []
  const referrers = await activeReferrers(tx, [...new Set(profits.map((profit) => profit.user))])
  const earning = profits.flatMap((profit) => {
    const referrer = referrers.get(profit.user)
    return profit.profit > 0n && referrer !== undefined ? [{ ...profit, referrer }] : []
  })
  if (earning.length === 0) return []
  const carries = await lockCarried(tx, [...new Set(earning.map((profit) => profit.user))])
  const isPaid = await paidSources(
    tx,
    earning.map((profit) => profit.source),
  )
  const shares = earning
    .filter((profit) => !isPaid(profit.source))
    .map(({ user, referrer, profit, source }) => {
      const share = referralShare({ profit, rate, carried: carries.get(user) ?? 0n })
      carries.set(user, share.carried)
      return { referred: user, referrer, source, profit, rate, ...share }
    })
  const toNotify = await insertShares(tx, at, { shares, paidAs, notifyFrom: NOTIFY_FROM })
  if (toNotify.length > 0) await notifyOfMonth(tx, at, toNotify)
  const credits = sumByReferrer(shares)
  return credits.length > 0 ? [profitSharesPaid({ source: paidAs, credits })] : []
}

/** The shares of a month are one notice, with the sum of their line in the wallet's history at that moment. */
async function notifyOfMonth(tx: Tx, at: Date, referrers: readonly number[]): Promise<void> {
  const month = monthOf(dayOf(at))
  // locks first: the sum is read only after every other writer of this month's notice has finished
  await notifyOfIncome(tx, at, { month, sums: referrers.map((user) => ({ user, amount: ZERO })) })
  const [from, until] = [startOfDay(month), startOfDay(addMonths(month, 1))]
  await notifyOfIncome(tx, at, { month, sums: await sharesBetween(tx, { referrers, from, until }) })
}

function sumByReferrer(shares: readonly { referrer: number; posted: Paise }[]) {
  const sums = new Map<number, Paise>()
  for (const { referrer, posted } of shares)
    if (posted > 0n) sums.set(referrer, add(sums.get(referrer) ?? ZERO, posted))
  return [...sums].map(([referrer, amount]) => ({ referrer, amount }))
}

/**
 * The one reward for having referred `user`, called whenever one of its conditions may have been met: an identity
 * record was approved, a deposit of `depositing` is being approved, or `moving` goes into Earn. Returns the movement to
 * post together with the caller's own, or none. The last caller pays: callers for one user wait for each other, and
 * `kycApproved` is called only after that.
 */
export async function oweReward(
  tx: Tx,
  at: Date,
  {
    settings,
    user,
    kycApproved,
    depositing = ZERO,
    moving = ZERO,
  }: {
    settings: Settings
    user: number
    kycApproved: (tx: Tx, user: number) => Promise<boolean>
    depositing?: Paise
    moving?: Paise
  },
): Promise<Movement[]> {
  await lockReward(tx, user)
  if (await rewardPaid(tx, user)) {
    await claimNumbers(tx, user) // a number approved since then belongs to the same person
    return []
  }
  const referrer = (await activeReferrers(tx, [user])).get(user)
  if (referrer === undefined) return []
  const { deposited, movedToEarn } = await ownMoney(tx, user)
  const due = rewardDue({
    referrer,
    kycApproved: await kycApproved(tx, user),
    deposited: add(deposited, depositing),
    movedToEarn: deposited === 0n ? ZERO : add(movedToEarn, moving),
    reward: settings.rupees('referral_reward'),
    threshold: settings.rupees('referral_flexible_threshold'),
  })
  if (!due || !(await claimNumbers(tx, user)) || !(await insertReward(tx, at, { referred: user, ...due }))) return []
  await notify(tx, at, {
    user: due.referrer,
    kind: 'referral_reward',
    values: { amount: due.amount },
  })
  return [referralRewarded({ referred: user, ...due })]
}

/** A user's income from referrals: rewards and shares of profits, in paise. */
export async function referralIncomeOf(db: Db | Tx, referrer: number): Promise<{ rewards: Paise; shares: Paise }> {
  const { rows } = await sql<{ rewards: Paise; shares: Paise }>`
    select coalesce(sum(w.amount), 0)::bigint as rewards, coalesce(sum(r.shares_total), 0)::bigint as shares
      from users u
      left join referrals r on r.referred_id = u.id
      left join referral_rewards w on w.referred_id = u.id
     where u.referred_by = ${referrer}`.execute(db)
  return onlyRow(rows, `referral income of user ${referrer}`)
}

/** Rewards and shares of profits in the referrer's history. */
export const history = (): readonly HistorySource[] => [
  {
    type: 'referral_income',
    key: 'referral_reward',
    from: sql`referral_rewards w join users u on u.id = w.referred_id`,
    user: sql`w.referrer_id`,
    at: sql`w.created_at`,
    id: sql`w.id`,
    direction: 'in',
    status: sql`'completed'`,
    amount: sql`w.amount`,
    cause: { subject: 'referral', subjectId: sql`w.referred_id`, event: 'rewarded' },
    columns: { counterparty: sql`u.name` },
  },
  {
    type: 'referral_income',
    key: 'referral_share',
    from: sql`referral_shares s join users u on u.id = s.referred_id`,
    where: sql`s.posted > 0`,
    user: sql`s.referrer_id`,
    at: sql`s.created_at`,
    id: sql`s.id`,
    foldsByMonth: true,
    direction: 'in',
    status: sql`'completed'`,
    amount: sql`s.posted`,
    // that of the movement that paid it: a nightly job pays the shares of many users at once
    cause: { subject: sql`s.subject`, subjectId: sql`s.paid_subject_id`, event: 'shared', day: sql`s.paid_day` },
    columns: { counterparty: sql`u.name` },
  },
]
