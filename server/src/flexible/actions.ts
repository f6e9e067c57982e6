import { settle } from '@bittkosh/contract/flexible'
import { add, type Paise, subtract, ZERO } from '@bittkosh/contract/money'
import type { Settings } from '@bittkosh/contract/settings'
import { addDays, dayOf, startOfDay } from '@bittkosh/contract/time'
import type { HistorySource } from '../ledger/history.ts'
import { flexibleWithdrawn, interestPosted, type Movement, welcomeBonusTakenBack } from '../ledger/movements.ts'
import { post, type RefusedBy } from '../ledger/post.ts'
import type { Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { oweProfitShares } from '../referrals/actions.ts'
import {
  type EarnAccount,
  endOfDay,
  gatherEarnFacts,
  insertDays,
  insertMovement,
  lockAccount,
  releaseBonus,
  saveAccount,
  unreleasedBonuses,
} from './queries.ts'
import { afterWithdrawal, bonusIn, interestOfBonuses, ownInterest } from './rules.ts'

export { isInterestPosted } from './queries.ts'

export type Touched = {
  account: EarnAccount
  /** The business day that a movement counts on now, and its moment. */
  day: string
  at: Date
  /** The welcome bonus and its interest, and as much of them as may not leave. */
  bonus: Paise
  locked: Paise
  /** By anybody, active or not. */
  wasReferred: boolean
  /** Shares of the interest that became due: to be posted together with the caller's movement. */
  shares: Movement[]
}

/**
 * Locks an Earn account and brings it up to the day: the first touch posts the interest of every day that
 * nobody has posted yet, each with its own date, to the same rows as the nightly job would. The caller saves
 * the account.
 */
export async function touchAccount(
  tx: Tx<RefusedBy>,
  at: Date,
  { user, settings }: { user: number; settings: Settings },
): Promise<Touched> {
  const today = dayOf(at)
  const account = await lockAccount(tx, user, today)
  const { rateOn, bonus, wasReferred } = await gatherEarnFacts(tx, user)
  const { days, state } = settle(account, addDays(today, -1), rateOn)
  await insertDays(tx, user, days)
  const posted = days.filter((day) => day.posted > 0n)
  const ofBonus = interestOfBonuses(rateOn, addDays(today, -1))
  for (const { day, posted: amount } of posted)
    await post(tx, endOfDay(day), interestPosted({ day, credits: [{ user, amount }] }))
  // A call that waited over midnight finds its own day posted already: it counts on the next one.
  const day = addDays(state.settledThrough, 1)
  return {
    account: { ...account, ...state, profitTotal: add(account.profitTotal, ...posted.map((each) => each.posted)) },
    day,
    at: day > today ? startOfDay(day) : at,
    ...bonusIn(state, bonus, rateOn),
    wasReferred,
    shares: await oweProfitShares(tx, at, {
      settings,
      profits: posted.map((each) => ({
        user,
        profit: ownInterest(each, bonus, ofBonus),
        source: { subject: 'interest', subjectId: user, day: each.day },
      })),
      paidAs: { subject: 'interest', subjectId: user, day: posted.at(-1)?.day ?? today },
    }),
  }
}

/**
 * Takes `amount`, which the caller has judged, out of a touched account. Where it is more than the user's own, the bonus
 * has begun to leave, and what stays is never locked again. Returns the movement for the caller to post.
 */
export async function takeOut(
  tx: Tx<RefusedBy>,
  {
    user,
    amount,
    touched,
    type = 'withdraw',
  }: { user: number; amount: Paise; touched: Touched; type?: 'withdraw' | 'taken_back' },
): Promise<{ id: number; number: string; balanceAfter: Paise; movement: Movement }> {
  const after = afterWithdrawal(touched.account, touched.day, amount)
  if (type === 'taken_back' || amount > subtract(touched.account.balance, touched.bonus)) await releaseBonus(tx, user)
  const moved = { user, type, amount, balanceAfter: after.balance, at: touched.at }
  const { id, number } = await insertMovement(tx, moved, after)
  const made = { id, user, amount }
  return {
    id,
    number,
    balanceAfter: after.balance,
    movement: type === 'withdraw' ? flexibleWithdrawn(made) : welcomeBonusTakenBack(made),
  }
}

/** Moves everything that may leave an Earn account to the wallet; returns how much. */
export async function moveToWallet(
  tx: Tx<RefusedBy>,
  at: Date,
  { user, settings }: { user: number; settings: Settings },
): Promise<Paise> {
  const touched = await touchAccount(tx, at, { user, settings })
  const amount = subtract(touched.account.balance, touched.locked)
  const taken =
    amount === ZERO ? await saveAccount(tx, user, touched.account) : await takeOut(tx, { user, amount, touched })
  await post(tx, at, [...(taken ? [taken.movement] : []), ...touched.shares])
  return amount
}

/** Takes a welcome bonus that was never unlocked back, with the interest on it: the account is closing. */
export async function takeBackBonus(
  tx: Tx<RefusedBy>,
  at: Date,
  { user, settings }: { user: number; settings: Settings },
): Promise<void> {
  if (!(await unreleasedBonuses(tx, [user])).has(user)) return
  const touched = await touchAccount(tx, at, { user, settings })
  const amount = touched.locked
  const taken =
    amount === ZERO
      ? await saveAccount(tx, user, touched.account)
      : await takeOut(tx, { user, amount, touched, type: 'taken_back' })
  await post(tx, at, [...(taken ? [taken.movement] : []), ...touched.shares])
}

/** Deposits, withdrawals, interest and the welcome bonus in the user's history, as their wallet sees them. */
export const history = (): readonly HistorySource[] => [
  ...(['deposit', 'withdraw', 'taken_back'] as const).map((type) =>
    movementHistory(type, { cause: { subject: 'flexible', subjectId: sql`m.id`, event: 'moved' } }),
  ),
  interestHistory,
  bonusHistory,
]

/** The same rows as the Earn account sees them: with its own balance after each. */
export const earnHistory = (): readonly HistorySource[] => [
  ...(['deposit', 'withdraw', 'taken_back'] as const).map((type) =>
    movementHistory(type, { columns: { balance_after: sql`m.balance_after` } }),
  ),
  interestHistory,
  bonusHistory,
]

function movementHistory(
  type: 'deposit' | 'withdraw' | 'taken_back',
  balance: Pick<HistorySource, 'cause' | 'columns'>,
): HistorySource {
  return {
    ...(type === 'taken_back'
      ? { type: 'bonus', key: 'bonus_taken_back', inEarn: true }
      : { type: `flexible_${type}` }),
    from: sql`flexible_movements m`,
    where: sql`m.type = ${type}`,
    user: sql`m.user_id`,
    at: sql`m.created_at`,
    id: sql`m.id`,
    direction: type === 'withdraw' ? 'in' : 'out',
    status: sql`'completed'`,
    amount: sql`m.amount`,
    ...balance,
    columns: { number: sql`m.number`, ...balance.columns },
  }
}

// Days that credited at least a paisa. An interest has no id of its own: the number of its day serves.
const interestHistory: HistorySource = {
  type: 'flexible_interest',
  from: sql`flexible_interest i`,
  where: sql`i.posted > 0`,
  user: sql`i.user_id`,
  at: sql`i.at`,
  id: sql`((i.at at time zone 'Asia/Kolkata')::date - date '2000-01-01')`,
  momentsAreUnique: true,
  foldsByMonth: true,
  inEarn: true,
  direction: 'in',
  status: sql`'completed'`,
  amount: sql`i.posted`,
  columns: { balance_after: sql`i.balance_after` },
}

// Credited at registration by the ledger alone; the first entry of the account.
const bonusHistory: HistorySource = {
  type: 'bonus',
  key: 'welcome_bonus',
  inEarn: true,
  from: sql`users u
            join ledger_transfers t on t.subject = 'user' and t.subject_id = u.id and t.event = 'welcomed'
            join ledger_accounts a on a.holder = u.id and a.kind = 'flexible'
            join ledger_entries e on e.transfer_id = t.id and e.account_id = a.id`,
  user: sql`u.id`,
  at: sql`t.at`,
  id: sql`u.id`,
  direction: 'in',
  status: sql`'completed'`,
  amount: sql`e.amount`,
  columns: { balance_after: sql`e.balance_after` },
}
