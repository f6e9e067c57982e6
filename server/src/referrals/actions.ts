/**
 * What other rooms ask of referrals. Both functions write their record and answer the movement that pays it,
 * for the caller to post in one call together with its own: all wallets are then locked once, in id order.
 */
import { add, formatRupees, type Paise, paise, ZERO } from '@bittkosh/contract/money'
import { referralShare } from '@bittkosh/contract/referrals'
import type { Settings } from '@bittkosh/contract/settings'
import type { HistorySource } from '../ledger/history.ts'
import { type Movement, profitSharesPaid, referralIncome } from '../ledger/movements.ts'
import { notify, notifyEach } from '../notifications/actions.ts'
import type { Db, Tx } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'
import {
  activeReferrers,
  insertReward,
  insertShares,
  lockCarried,
  ownMoney,
  paidSources,
  rewardPaid,
} from './queries.ts'
import { rewardDue, TELL_FROM } from './rules.ts'

export { referredBetween } from './queries.ts'

/** `source` names what earned the profit ('investment 12') and pays once for ever. */
export type Profit = { user: number; profit: Paise; source: string }

/**
 * The referrer's share of one profit of a user, on top of it. Answers the movement to post, or none: no active
 * referrer, less than a paisa (its fraction is carried), or paid already.
 */
export async function oweProfitShare(
  tx: Tx,
  at: Date,
  { settings, ...profit }: Profit & { settings: Settings },
): Promise<Movement[]> {
  return oweProfitShares(tx, at, { settings, profits: [profit], name: profit.source })
}

/** The same for many profits at once, posted as one movement called `name`. Profits of one user stand in order. */
export async function oweProfitShares(
  tx: Tx,
  at: Date,
  { settings, profits, name }: { settings: Settings; profits: readonly Profit[]; name: string },
): Promise<Movement[]> {
  const rate = settings.percent('referral_profit_share')
  if (rate === 0n || profits.length === 0) return []
  const referrers = await activeReferrers(tx, [...new Set(profits.map((profit) => profit.user))])
  const earning = profits.filter((profit) => profit.profit > 0n && referrers.has(profit.user))
  if (earning.length === 0) return []
  const carries = await lockCarried(tx, [...new Set(earning.map((profit) => profit.user))])
  const sources = earning.map((profit) => profit.source)
  const paid = await paidSources(tx, sources)
  const shares = earning
    .filter((profit) => !paid.has(profit.source))
    .map(({ user, profit, source }) => {
      const share = referralShare({ profit, rate, carried: carries.get(user) ?? 0n })
      carries.set(user, share.carried)
      return { referred: user, referrer: referrers.get(user) ?? 0, source, profit, rate, ...share }
    })
  const told = await insertShares(tx, at, { shares, tellFrom: TELL_FROM })
  const credits = sumByReferrer(shares)
  await notifyEach(
    tx,
    at,
    told.map(({ referrer, amount }) => ({
      user: referrer,
      title: 'Referral income',
      message: `You received ${formatRupees(amount)}: your share of what people you referred have earned.`,
      type: 'success',
    })),
  )
  return credits.length > 0 ? [profitSharesPaid({ source: name, credits })] : []
}

function sumByReferrer(shares: readonly { referrer: number; posted: Paise }[]) {
  const sums = new Map<number, Paise>()
  for (const { referrer, posted } of shares)
    if (posted > 0n) sums.set(referrer, add(sums.get(referrer) ?? ZERO, posted))
  return [...sums].map(([referrer, amount]) => ({ referrer, amount }))
}

/**
 * The one reward for having referred `user`, who is just moving `moving` into Earn: due when their own money
 * there reaches the threshold. `linked` says whether the two accounts belong to one person (the same ID or
 * payout account). Answers the movement to post, or none. The caller holds the lock of the user's Earn account.
 */
export async function oweReward(
  tx: Tx,
  at: Date,
  {
    settings,
    user,
    moving,
    linked,
  }: { settings: Settings; user: number; moving: Paise; linked: (referrer: number) => Promise<boolean> },
): Promise<Movement[]> {
  const referrer = (await activeReferrers(tx, [user])).get(user)
  if (referrer === undefined || (await rewardPaid(tx, user))) return []
  const { deposited, movedToEarn } = await ownMoney(tx, user)
  const due = rewardDue({
    referrer,
    deposited,
    movedToEarn: deposited === 0n ? ZERO : add(movedToEarn, moving),
    linked: await linked(referrer),
    reward: settings.rupees('referral_reward'),
    threshold: settings.rupees('referral_flexible_threshold'),
  })
  if (!due || !(await insertReward(tx, at, { referred: user, ...due }))) return []
  await notify(tx, at, {
    user: due.referrer,
    title: 'Referral reward',
    message: `You received ${formatRupees(due.amount)}: someone you referred has started with Earn.`,
    type: 'success',
  })
  return [referralIncome({ source: `reward ${user}`, ...due })]
}

/** What a user has earned by referring: rewards and shares of profits, in paise. */
export async function referralIncomeOf(db: Db | Tx, referrer: number): Promise<{ rewards: Paise; shares: Paise }> {
  const { rows } = await sql<{ rewards: bigint; shares: bigint }>`
    select coalesce(sum(w.amount), 0)::bigint as rewards, coalesce(sum(r.shares_total), 0)::bigint as shares
      from users u
      left join referrals r on r.referred_id = u.id
      left join referral_rewards w on w.referred_id = u.id
     where u.referred_by = ${referrer}`.execute(db)
  return { rewards: paise(rows[0]?.rewards ?? 0n), shares: paise(rows[0]?.shares ?? 0n) }
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
    columns: { counterparty: sql`u.name`, cause: sql`'referral reward ' || w.referred_id` },
  },
  {
    type: 'referral_income',
    key: 'referral_share',
    from: sql`referral_shares s join users u on u.id = s.referred_id`,
    where: sql`s.posted > 0`,
    user: sql`s.referrer_id`,
    at: sql`s.created_at`,
    id: sql`s.id`,
    direction: 'in',
    status: sql`'completed'`,
    amount: sql`s.posted`,
    columns: { counterparty: sql`u.name`, cause: sql`'referral ' || s.source` },
  },
]
