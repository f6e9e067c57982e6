/**
 * What other rooms ask of referrals. Both functions write their record and answer the movement that pays it,
 * for the caller to post in one call together with its own: all wallets are then locked once, in id order.
 */
import { add, formatRupees, type Paise, paise, ZERO } from '@bittkosh/contract/money'
import { referralShare } from '@bittkosh/contract/referrals'
import type { Settings } from '@bittkosh/contract/settings'
import { sql } from 'kysely'
import type { HistorySource } from '../ledger/history.ts'
import { type Movement, referralIncome } from '../ledger/movements.ts'
import { notify } from '../notifications/actions.ts'
import type { Db, Tx } from '../platform/database.ts'
import { activeReferrer, insertReward, insertShare, lockCarried, ownMoney, rewardPaid } from './queries.ts'
import { rewardDue } from './rules.ts'

/**
 * The referrer's share of a profit of `user`, on top of it. `source` names what earned it ('investment 12')
 * and pays once for ever. Answers the movement to post, or none: no active referrer, less than a paisa
 * (its fraction is carried), or paid already.
 */
export async function oweProfitShare(
  tx: Tx,
  at: Date,
  { settings, user, profit, source }: { settings: Settings; user: number; profit: Paise; source: string },
): Promise<Movement[]> {
  const rate = settings.percent('referral_profit_share')
  if (profit === 0n || rate === 0n) return []
  const referrer = await activeReferrer(tx, user)
  if (referrer === null) return []
  const share = referralShare({ profit, rate, carried: await lockCarried(tx, user) })
  const isNew = await insertShare(tx, at, { referred: user, referrer, source, profit, rate, ...share })
  if (!isNew || share.posted === 0n) return []
  await notify(tx, at, {
    user: referrer,
    title: 'Referral income',
    message: `You received ${formatRupees(share.posted)}: your share of a profit of someone you referred.`,
    type: 'success',
  })
  return [referralIncome({ source, referrer, amount: share.posted })]
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
  const referrer = await activeReferrer(tx, user)
  if (referrer === null || (await rewardPaid(tx, user))) return []
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
  return [referralIncome({ source: `reward ${user}`, referrer: due.referrer, amount: due.amount })]
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
