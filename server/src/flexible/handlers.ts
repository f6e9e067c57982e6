import * as calls from '@bittkosh/contract/flexible'
import { exactRupees, type FlexibleTransaction, pendingInterest } from '@bittkosh/contract/flexible'
import { addDays, dayOf } from '@bittkosh/contract/time'
import { balancesOf } from '../ledger/balances.ts'
import { type HistoryRow, historyPage } from '../ledger/history.ts'
import type { Movement } from '../ledger/movements.ts'
import { pageByKey, readDayCursor, readHistoryCursor } from '../platform/http/cursor.ts'
import type { Db } from '../platform/database/database.ts'
import { type Answer, type Call, read, type Route, writeTogether, type TxOf, type DbOf } from '../platform/http/http.ts'
import { accept } from '../platform/http/refuse.ts'
import type { Judged } from '../platform/http/together.ts'
import { kycApproved } from '../kyc/actions.ts'
import { oweReward } from '../referrals/actions.ts'
import {
  earnHistory,
  holdAccounts,
  depositTo,
  type EarnPosting,
  settleUp,
  withdrawFrom,
  writeMoves,
} from './actions.ts'
import {
  accountByDay,
  endOfDay,
  interestDays,
  type Move,
  readAccount,
  readRates,
  unreleasedBonuses,
} from './queries.ts'
import { bonusIn, bonusIsLocked, judgeDeposit, judgeWithdrawal } from './rules.ts'

const PAGE_SIZE = 30

export const routes: Route[] = [
  read(calls.getFlexibleBalance, getFlexibleBalance),
  read(calls.getFlexibleDetails, getFlexibleDetails),
  read(calls.listFlexibleTransactions, listFlexibleTransactions),
  read(calls.listFlexibleInterest, listFlexibleInterest),
  read(calls.getFlexibleDays, getFlexibleDays),
  writeTogether(calls.depositFlexible, depositFlexible),
  writeTogether(calls.withdrawFlexible, withdrawFlexible),
]

export async function getFlexibleBalance(
  { user, at }: Call<typeof calls.getFlexibleBalance>,
  db: Db,
): Promise<Answer<typeof calls.getFlexibleBalance>> {
  const account = await readAccount(db, user.id, dayOf(at))
  const rateOn = await readRates(db)
  const bonus = (await unreleasedBonuses(db, [user.id])).get(user.id)
  return {
    total_invested: account.principal,
    total_profit: account.profitTotal,
    current_balance: account.balance,
    pending_interest: pendingInterest(account, at, rateOn),
    locked_bonus: bonusIn(account, bonus, rateOn).locked,
    bonus_conditions:
      bonus && bonusIsLocked(bonus)
        ? {
            kyc_approved: bonus.kycApproved,
            deposit_approved: bonus.depositApproved,
            had_before: bonus.welcomedElsewhere,
          }
        : null,
    wallet_balance: (await balancesOf(db, user.id)).wallet,
  }
}

export async function getFlexibleDetails(
  { at, settings }: Call<typeof calls.getFlexibleDetails>,
  db: Db,
): Promise<Answer<typeof calls.getFlexibleDetails>> {
  const rateOn = await readRates(db)
  const today = rateOn(dayOf(at))
  const tomorrow = rateOn(addDays(dayOf(at), 1))
  return {
    minimum_deposit: settings.rupees('flexible_minimum_deposit'),
    maximum_deposit: settings.rupees('flexible_maximum_deposit'),
    daily_profit_percentage: today,
    next_daily_profit_percentage: tomorrow === today ? null : tomorrow,
  }
}

export async function listFlexibleTransactions(
  { query, user }: Call<typeof calls.listFlexibleTransactions>,
  db: DbOf<typeof calls.listFlexibleTransactions>,
): Promise<Answer<typeof calls.listFlexibleTransactions>> {
  const after = readHistoryCursor(query.cursor)
  const history = historyPage(earnHistory(), { user: user.id, limit: PAGE_SIZE + 1, ...(after ? { after } : {}) })
  const rows = history ? (await history.execute(db)).rows : []
  const { page, next_cursor } = pageByKey(rows, { size: PAGE_SIZE, key: (row) => [row.at, row.key, row.id] })
  return { data: page.map(serializeTransaction), next_cursor }
}

export async function listFlexibleInterest(
  { query, user }: Call<typeof calls.listFlexibleInterest>,
  db: DbOf<typeof calls.listFlexibleInterest>,
): Promise<Answer<typeof calls.listFlexibleInterest>> {
  const before = readDayCursor(query.cursor)
  const rows = await interestDays(db, {
    user: user.id,
    before: before === undefined ? undefined : endOfDay(before),
    limit: PAGE_SIZE + 1,
  })
  const { page, next_cursor } = pageByKey(rows, { size: PAGE_SIZE, key: (row) => [dayOf(row.at)] })
  const data = page.map((row) => ({
    date: dayOf(row.at),
    eligible_balance: row.eligible,
    rate: row.rate,
    exact_interest: exactRupees(row.eligible * row.rate),
    posted: row.posted,
    carried: exactRupees(row.carried),
    balance_after: row.balanceAfter,
  }))
  return { data, next_cursor }
}

export async function getFlexibleDays(
  { user, query, at }: Call<typeof calls.getFlexibleDays>,
  db: Db,
): Promise<Answer<typeof calls.getFlexibleDays>> {
  const today = dayOf(at)
  const from = query.days === undefined ? null : addDays(today, 1 - query.days)
  return { data: await accountByDay(db, { user: user.id, from, today }) }
}

/** One or several users' deposits. One that involves a referrer, a waiting day or another moment is done alone. */
export async function depositFlexible(
  asked: readonly Call<typeof calls.depositFlexible>[],
  tx: TxOf<typeof calls.depositFlexible>,
  at: Date,
): Promise<Judged<FlexibleTransaction, EarnPosting>> {
  const held = await holdAccounts(tx, at, asked)
  const judge = ({ body: { amount }, user, settings }: Call<typeof calls.depositFlexible>) => {
    const one = held(user.id)
    const decision = judgeDeposit({
      amount,
      minimum: settings.rupees('flexible_minimum_deposit'),
      maximum: settings.rupees('flexible_maximum_deposit'),
    })
    const done = (owed: readonly Movement[]) => moved(depositTo(one, amount), owed)
    const isPlain = one.at === at && one.waiting.length === 0 && !one.wasReferred && amount <= one.wallet
    if (isPlain && !('refused' in decision)) return done([])
    const otherwise = async () => {
      accept(tx, decision)
      const shares = await settleUp(tx, { ...one, settings })
      if (!one.wasReferred) return done(shares)
      const reward = await oweReward(tx, one.at, { settings, user: user.id, kycApproved, moving: amount })
      return done([...reward, ...shares])
    }
    return { otherwise }
  }
  return { each: asked.map(judge), write: (moves, alongside) => writeMoves(tx, moves, alongside) }
}

/** The same for withdrawals. */
export async function withdrawFlexible(
  asked: readonly Call<typeof calls.withdrawFlexible>[],
  tx: TxOf<typeof calls.withdrawFlexible>,
  at: Date,
): Promise<Judged<FlexibleTransaction, EarnPosting>> {
  const held = await holdAccounts(tx, at, asked)
  const judge = ({ body: { amount }, user, settings }: Call<typeof calls.withdrawFlexible>) => {
    const one = held(user.id)
    const decision = judgeWithdrawal({ ...one, amount, balance: one.account.balance })
    const done = (shares: readonly Movement[]) => moved(withdrawFrom(one, amount), shares)
    if (one.at === at && one.waiting.length === 0 && !('refused' in decision)) return done([])
    const otherwise = async () => {
      accept(tx, decision)
      return done(await settleUp(tx, { ...one, settings }))
    }
    return { otherwise }
  }
  return { each: asked.map(judge), write: (moves, alongside) => writeMoves(tx, moves, alongside) }
}

function moved(made: Omit<EarnPosting, 'owed'>, owed: readonly Movement[]) {
  return { reply: serializeMove(made.move), completed: { ...made, owed } }
}

function serializeTransaction(row: HistoryRow): FlexibleTransaction {
  return {
    key: `${row.key}-${row.id}`,
    id: row.id,
    number: row.number,
    type:
      row.type === 'flexible_interest'
        ? 'interest'
        : row.key === 'flexible_withdraw' || row.key === 'bonus_taken_back'
          ? 'withdraw'
          : 'deposit',
    amount: row.amount,
    balance_after: row.balance_after ?? row.amount,
    created_at: row.at,
    is_welcome_bonus: row.type === 'bonus',
  }
}

function serializeMove({ id, number, type, amount, after, at }: Move): FlexibleTransaction {
  return {
    key: `flexible_${type}-${id}`,
    id,
    number,
    type: type === 'deposit' ? type : 'withdraw',
    amount,
    balance_after: after.balance,
    created_at: at,
    is_welcome_bonus: false,
  }
}
