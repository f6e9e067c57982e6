import * as calls from '@bittkosh/contract/flexible'
import { exactRupees, type FlexibleTransaction, pendingInterest } from '@bittkosh/contract/flexible'
import { type Paise, paise } from '@bittkosh/contract/money'
import { addDays, dayOf } from '@bittkosh/contract/time'
import { balancesOf } from '../ledger/balances.ts'
import { type HistoryRow, historyPage } from '../ledger/history.ts'
import { flexibleDeposited } from '../ledger/movements.ts'
import { post } from '../ledger/post.ts'
import { cursorOf, readCursor } from '../platform/http/cursor.ts'
import type { Db } from '../platform/database/database.ts'
import { type Answer, type Call, read, type Route, write, type TxOf, type DbOf } from '../platform/http/http.ts'
import { type Finished, finished } from '../platform/http/once.ts'
import { accept, refuse } from '../platform/http/refuse.ts'
import { kycApproved } from '../kyc/actions.ts'
import { oweReward } from '../referrals/actions.ts'
import { earnHistory, takeOut, touchAccount } from './actions.ts'
import { endOfDay, insertMovement, interestDays, readAccount, readRates, unreleasedBonuses } from './queries.ts'
import { afterDeposit, bonusIn, bonusIsLocked, judgeDeposit, judgeWithdrawal } from './rules.ts'

const PAGE_SIZE = 30

export const routes: Route[] = [
  read(calls.getFlexibleBalance, getFlexibleBalance),
  read(calls.getFlexibleDetails, getFlexibleDetails),
  read(calls.listFlexibleTransactions, listFlexibleTransactions),
  read(calls.listFlexibleInterest, listFlexibleInterest),
  write(calls.depositFlexible, depositFlexible),
  write(calls.withdrawFlexible, withdrawFlexible),
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
  const cursor = readCursor(query.cursor, 3)
  const after = cursor && { at: new Date(cursor[0] ?? Number.NaN), key: String(cursor[1]), id: Number(cursor[2]) }
  if (after && (Number.isNaN(after.at.getTime()) || !Number.isInteger(after.id))) return refuse('malformed')
  const page = historyPage(earnHistory(), { user: user.id, limit: PAGE_SIZE + 1, ...(after ? { after } : {}) })
  const rows = page ? (await page.execute(db)).rows : []
  const shown = rows.slice(0, PAGE_SIZE)
  const last = shown.at(-1)
  return {
    data: shown.map(serializeTransaction),
    next_cursor: last && rows.length > PAGE_SIZE ? cursorOf(last.at.toISOString(), last.key, last.id) : null,
  }
}

export async function listFlexibleInterest(
  { query, user }: Call<typeof calls.listFlexibleInterest>,
  db: DbOf<typeof calls.listFlexibleInterest>,
): Promise<Answer<typeof calls.listFlexibleInterest>> {
  const [before] = readCursor(query.cursor) ?? []
  if (before !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(String(before))) return refuse('malformed')
  const rows = await interestDays(db, {
    user: user.id,
    before: before === undefined ? undefined : endOfDay(String(before)),
    limit: PAGE_SIZE + 1,
  })
  const data = rows.slice(0, PAGE_SIZE).map((row) => ({
    date: dayOf(row.at),
    eligible_balance: row.eligible,
    rate_percentage: row.rate,
    exact_interest: exactRupees(row.eligible * row.rate),
    posted: row.posted,
    carried: exactRupees(row.carried),
    balance_after: row.balanceAfter,
  }))
  const last = data.at(-1)
  return { data, next_cursor: last && rows.length > PAGE_SIZE ? cursorOf(last.date) : null }
}

export async function depositFlexible(
  { body: { amount }, user, at, settings }: Call<typeof calls.depositFlexible>,
  tx: TxOf<typeof calls.depositFlexible>,
): Promise<Finished<Answer<typeof calls.depositFlexible>>> {
  accept(
    tx,
    judgeDeposit({
      amount,
      minimum: settings.rupees('flexible_minimum_deposit'),
      maximum: settings.rupees('flexible_maximum_deposit'),
    }),
  )
  const touched = await touchAccount(tx, at, { user: user.id, settings })
  const { account, day } = touched
  const after = afterDeposit(account, day, amount)
  const reward = touched.wasReferred
    ? await oweReward(tx, at, {
        settings,
        user: user.id,
        kycApproved: await kycApproved(tx, user.id),
        moving: amount,
      })
    : []
  const made = { user: user.id, type: 'deposit' as const, amount, balanceAfter: after.balance, at: touched.at }
  const { id, number } = await insertMovement(tx, made, after)
  return finished(serializeMovement({ id, number, ...made }), (beside) =>
    post(tx, at, [flexibleDeposited({ id, user: user.id, amount }), ...reward, ...touched.shares], { beside }),
  )
}

export async function withdrawFlexible(
  { body: { amount }, user, at, settings }: Call<typeof calls.withdrawFlexible>,
  tx: TxOf<typeof calls.withdrawFlexible>,
): Promise<Finished<Answer<typeof calls.withdrawFlexible>>> {
  const touched = await touchAccount(tx, at, { user: user.id, settings })
  const { balance } = touched.account
  accept(tx, judgeWithdrawal({ amount, balance, lockedBonus: touched.locked }))
  const { id, number, balanceAfter, movement } = await takeOut(tx, { user: user.id, amount, touched })
  const made = { id, number, type: 'withdraw' as const, amount, balanceAfter, at: touched.at }
  return finished(serializeMovement(made), (beside) => post(tx, at, [movement, ...touched.shares], { beside }))
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
    amount: paise(row.amount),
    balance_after: paise(row.balance_after ?? row.amount),
    created_at: row.at,
    is_welcome_bonus: row.type === 'bonus',
  }
}

function serializeMovement(made: {
  id: number
  number: string
  type: 'deposit' | 'withdraw'
  amount: Paise
  balanceAfter: Paise
  at: Date
}): FlexibleTransaction {
  return {
    key: `flexible_${made.type}-${made.id}`,
    id: made.id,
    number: made.number,
    type: made.type,
    amount: made.amount,
    balance_after: made.balanceAfter,
    created_at: made.at,
    is_welcome_bonus: false,
  }
}
