import { type InterestDay, settle } from '@bittkosh/contract/flexible'
import { add, type Paise, subtract, ZERO } from '@bittkosh/contract/money'
import type { Settings } from '@bittkosh/contract/settings'
import { addDays, dayOf, startOfDay } from '@bittkosh/contract/time'
import type { HistorySource } from '../ledger/history.ts'
import {
  flexibleDeposited,
  flexibleWithdrawn,
  interestPosted,
  type Movement,
  welcomeBonusTakenBack,
} from '../ledger/movements.ts'
import { post, type RefusedBy } from '../ledger/post.ts'
import { dayOfMoment } from '../platform/database/businessDay.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { oweProfitShares } from '../referrals/actions.ts'
import {
  type EarnFacts,
  endOfDay,
  gatherEarnFacts,
  insertDays,
  insertMovements,
  lockAccounts,
  type Move,
  readAccount,
  readRates,
  saveAccount,
  unreleasedBonuses,
} from './queries.ts'
import { type EarnAccount, afterDeposit, afterWithdrawal, bonusIn, interestOfBonuses, ownInterest } from './rules.ts'

export { isInterestPosted } from './queries.ts'

/** A locked Earn account on the current day, with the interest that must be posted before a movement. */
export type HeldAccount = Omit<EarnFacts, 'bonus'> & {
  user: number
  account: EarnAccount
  /** The business day on which a movement counts now, and its moment. */
  day: string
  at: Date
  /** The welcome bonus with its interest, and the part of both that is locked. */
  bonus: Paise
  locked: Paise
  /** Whether it stays locked, because its person had one on another account. */
  hadBefore: boolean
  /** Days whose interest is not posted yet. */
  waiting: readonly InterestDay[]
  /** The part of a waiting day's interest in which a referrer may share. */
  ownOf: (day: InterestDay) => Paise
}

/** Locks the Earn accounts of several users until the transaction ends. */
export async function holdAccounts(
  tx: Tx,
  at: Date,
  asked: readonly { user: { id: number } }[],
): Promise<(user: number) => HeldAccount> {
  const today = dayOf(at)
  const users = asked.map(({ user }) => user.id)
  const accounts = await lockAccounts(tx, users, today)
  const { rateOn, facts } = await gatherEarnFacts(tx, users)
  const ofBonus = interestOfBonuses(rateOn, addDays(today, -1))
  return (user) => {
    const [account, own] = [accounts.get(user), facts.get(user)]
    if (!account || !own) throw new Error(`user ${user} has no Earn account`)
    const { days: waiting, state } = settle(account, addDays(today, -1), rateOn)
    // If a call waited past midnight, its own day is already posted: it counts on the next one.
    const day = addDays(state.settledThrough, 1)
    return {
      ...own,
      user,
      account: { ...account, ...state, profitTotal: add(account.profitTotal, ...waiting.map(({ posted }) => posted)) },
      day,
      at: day > today ? startOfDay(day) : at,
      ...bonusIn(state, own.bonus, rateOn),
      hadBefore: own.bonus?.welcomedElsewhere ?? false,
      waiting,
      ownOf: (each) => ownInterest(each, own.bonus, ofBonus),
    }
  }
}

/**
 * Posts the interest of all unposted days, each with its own date, to the same rows as the nightly job would; the
 * account is saved with the movement that follows. Returns the referral shares that became due, to be posted together
 * with that movement.
 */
export async function settleUp(
  tx: Tx<RefusedBy>,
  {
    user,
    at,
    waiting,
    ownOf,
    settings,
  }: Pick<HeldAccount, 'user' | 'at' | 'waiting' | 'ownOf'> & { settings: Settings },
): Promise<Movement[]> {
  await insertDays(tx, user, waiting)
  const posted = waiting.filter((day) => day.posted > 0n)
  for (const { day, posted: amount } of posted)
    await post(tx, endOfDay(day), interestPosted({ day, credits: [{ user, amount }] }))
  return oweProfitShares(tx, at, {
    settings,
    profits: posted.map((each) => ({
      user,
      profit: ownOf(each),
      source: { subject: 'interest', subjectId: user, day: each.day },
    })),
    paidAs: { subject: 'interest', subjectId: user, day: posted.at(-1)?.day ?? dayOf(at) },
  })
}

/** Does both for one account, which the caller saves: the first touch brings it up to date. */
export async function touchAccount(
  tx: Tx<RefusedBy>,
  at: Date,
  { user, settings }: Whose,
): Promise<HeldAccount & { shares: Movement[] }> {
  const held = (await holdAccounts(tx, at, [{ user: { id: user } }]))(user)
  return { ...held, shares: await settleUp(tx, { ...held, settings }) }
}

/** A move of an Earn account, the movement that carries it, and the movements owed because of it. */
export type EarnPosting = { move: Move; movement: Movement; owed: readonly Movement[] }

/** A deposit into an Earn account. */
export function depositTo({ account, day, ...held }: HeldAccount, amount: Paise): Omit<EarnPosting, 'owed'> {
  const move = { ...held, type: 'deposit' as const, amount, after: afterDeposit(account, day, amount) }
  return { move, movement: flexibleDeposited(move) }
}

/**
 * The same for a withdrawal, which the caller has judged. If it exceeds the user's own money, the bonus has begun to
 * leave, and the rest of it is never locked again.
 */
export function withdrawFrom(
  { account, day, bonus, ...held }: HeldAccount,
  amount: Paise,
  type: 'withdraw' | 'taken_back' = 'withdraw',
): Omit<EarnPosting, 'owed'> {
  const releases = type === 'taken_back' || amount > subtract(account.balance, bonus)
  const move = { ...held, type, amount, releases, after: afterWithdrawal(account, day, amount) }
  return { move, movement: type === 'withdraw' ? flexibleWithdrawn(move) : welcomeBonusTakenBack(move) }
}

/** Records and posts moves of different accounts, all at one moment. */
export async function writeMoves(
  tx: Tx<RefusedBy>,
  moves: readonly EarnPosting[],
  alongside: readonly Sql[] = [],
): Promise<void> {
  const [first] = moves
  if (!first) return
  await insertMovements(
    tx,
    moves.map(({ move }) => move),
  )
  const movements = moves.flatMap(({ movement, owed }) => [movement, ...owed])
  await post(tx, first.move.at, movements, { alongside })
}

type Whose = { user: number; settings: Settings }

/** The part of an Earn account that may not leave it: a locked welcome bonus with its interest. */
export async function lockedBonus(db: Db, user: number, at: Date): Promise<Paise> {
  const bonus = (await unreleasedBonuses(db, [user])).get(user)
  if (!bonus) return ZERO
  return bonusIn(await readAccount(db, user, dayOf(at)), bonus, await readRates(db)).locked
}

/** Moves the whole unlocked balance of an Earn account to the wallet; returns how much. */
export function moveToWallet(tx: Tx<RefusedBy>, at: Date, whose: Whose): Promise<Paise> {
  return empty(tx, at, { ...whose, type: 'withdraw' })
}

/** Takes back a welcome bonus that was never unlocked, with its interest, when the account is closed. */
export async function takeBackBonus(tx: Tx<RefusedBy>, at: Date, whose: Whose): Promise<void> {
  if ((await unreleasedBonuses(tx, [whose.user])).has(whose.user)) await empty(tx, at, { ...whose, type: 'taken_back' })
}

/** Takes out the unlocked part, or the locked part. */
async function empty(
  tx: Tx<RefusedBy>,
  at: Date,
  { type, ...whose }: Whose & { type: 'withdraw' | 'taken_back' },
): Promise<Paise> {
  const { shares: owed, ...held } = await touchAccount(tx, at, whose)
  const amount = type === 'withdraw' ? subtract(held.account.balance, held.locked) : held.locked
  if (amount > ZERO) await writeMoves(tx, [{ ...withdrawFrom(held, amount, type), owed }])
  else {
    await saveAccount(tx, held.user, held.account)
    await post(tx, held.at, owed)
  }
  return amount
}

/** Deposits, withdrawals, interest and the welcome bonus in the user's history, from the wallet's point of view. */
export const history = (): readonly HistorySource[] => [
  ...(['deposit', 'withdraw', 'taken_back'] as const).map((type) =>
    movementHistory(type, { cause: { subject: 'flexible', subjectId: sql`m.id`, event: 'moved' } }),
  ),
  interestHistory,
  bonusHistory,
]

/** The same rows from the Earn account's point of view: with its own balance after each. */
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

// Days that credited at least a paisa. An interest posting has no id of its own: its day's number serves as one.
const interestHistory: HistorySource = {
  type: 'flexible_interest',
  from: sql`flexible_interest i`,
  where: sql`i.posted > 0`,
  user: sql`i.user_id`,
  at: sql`i.at`,
  id: sql`(${dayOfMoment(sql`i.at`)} - date '2000-01-01')`,
  momentsAreUnique: true,
  foldsByMonth: true,
  inEarn: true,
  direction: 'in',
  status: sql`'completed'`,
  amount: sql`i.posted`,
  columns: { balance_after: sql`i.balance_after` },
}

// Credited at registration by the ledger alone; it is the first entry of the account.
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
