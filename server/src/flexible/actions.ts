import { settle } from '@bittkosh/contract/flexible'
import { add } from '@bittkosh/contract/money'
import type { Settings } from '@bittkosh/contract/settings'
import { addDays, dayOf, startOfDay } from '@bittkosh/contract/time'
import type { HistorySource } from '../ledger/history.ts'
import { interestPosted, type Movement } from '../ledger/movements.ts'
import { post, type RefusedBy } from '../ledger/post.ts'
import type { Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { oweProfitShares } from '../referrals/actions.ts'
import { type EarnAccount, endOfDay, insertDays, lockAccount, readRates } from './queries.ts'

export type Touched = {
  account: EarnAccount
  /** The business day that a movement counts on now, and its moment. */
  day: string
  at: Date
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
  const { days, state } = settle(account, addDays(today, -1), await readRates(tx))
  await insertDays(tx, user, days)
  const posted = days.filter((day) => day.posted > 0n)
  for (const { day, posted: amount } of posted)
    await post(tx, endOfDay(day), interestPosted({ day, credits: [{ user, amount }] }))
  // A call that waited over midnight finds its own day posted already: it counts on the next one.
  const day = addDays(state.settledThrough, 1)
  return {
    account: { ...account, ...state, profitTotal: add(account.profitTotal, ...posted.map((each) => each.posted)) },
    day,
    at: day > today ? startOfDay(day) : at,
    shares: await oweProfitShares(tx, at, {
      settings,
      profits: posted.map((each) => ({
        user,
        profit: each.posted,
        source: { subject: 'interest', subjectId: user, day: each.day },
      })),
      paidAs: { subject: 'interest', subjectId: user, day: posted.at(-1)?.day ?? today },
    }),
  }
}

/** Deposits, withdrawals, interest and the welcome bonus in the user's history, as their wallet sees them. */
export const history = (): readonly HistorySource[] => [
  ...(['deposit', 'withdraw'] as const).map((type) =>
    movementHistory(type, { cause: { subject: 'flexible', subjectId: sql`m.id`, event: 'moved' } }),
  ),
  interestHistory,
  bonusHistory,
]

/** The same rows as the Earn account sees them: with its own balance after each. */
export const earnHistory = (): readonly HistorySource[] => [
  ...(['deposit', 'withdraw'] as const).map((type) =>
    movementHistory(type, { columns: { balance_after: sql`m.balance_after` } }),
  ),
  interestHistory,
  bonusHistory,
]

function movementHistory(
  type: 'deposit' | 'withdraw',
  balance: Pick<HistorySource, 'cause' | 'columns'>,
): HistorySource {
  return {
    type: `flexible_${type}`,
    from: sql`flexible_movements m`,
    where: sql`m.type = ${type}`,
    user: sql`m.user_id`,
    at: sql`m.created_at`,
    id: sql`m.id`,
    direction: type === 'deposit' ? 'out' : 'in',
    status: sql`'completed'`,
    amount: sql`m.amount`,
    ...balance,
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
  direction: 'in',
  status: sql`'completed'`,
  amount: sql`i.posted`,
  columns: { balance_after: sql`i.balance_after` },
}

// Credited at registration by the ledger alone; the first entry of the account.
const bonusHistory: HistorySource = {
  type: 'bonus',
  key: 'welcome_bonus',
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
