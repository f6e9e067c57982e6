import type { Language } from '@bittkosh/contract/language'
import { add } from '@bittkosh/contract/money'
import { quotePackage } from '@bittkosh/contract/packages'
import { addDays, startOfDay } from '@bittkosh/contract/time'
import * as calls from '@bittkosh/contract/wallet'
import {
  type HistoryKind,
  type TransactionItem,
  transactionStatus,
  type TransactionType,
} from '@bittkosh/contract/wallet'
import { balancesOf } from '../ledger/balances.ts'
import type { HistoryRow } from '../ledger/history.ts'
import { pageByKey, readHistoryCursor } from '../platform/http/cursor.ts'
import type { Db } from '../platform/database/database.ts'
import { type Answer, type Call, read, type Route, type DbOf } from '../platform/http/http.ts'
import { refuse } from '../platform/http/refuse.ts'
import { amountIn } from '../platform/lists.ts'
import { referralIncomeOf } from '../referrals/actions.ts'
import { noteOf } from '../requests/serialize.ts'
import { rangeOf, statementFile } from './actions.ts'
import { historyOf } from './queries.ts'
import { historySources } from './sources.ts'

const PAGE = 20

const typesOf: Record<Exclude<HistoryKind, 'wallet'>, readonly TransactionType[]> = {
  deposits: ['deposit'],
  withdrawals: ['withdrawal'],
  bittpay: ['balance_transfer_sent', 'balance_transfer_received'],
  plans: ['crypto_investment'],
  earn: ['flexible_deposit', 'flexible_withdraw', 'flexible_interest'],
  referrals: ['referral_income'],
  other: ['bonus', 'adjustment'],
}

export const routes: Route[] = [
  read(calls.listTransactions, listTransactions),
  read(calls.getTransaction, getTransaction),
  read(calls.getStatement, getStatement),
]

export async function listTransactions(
  { query, user, at, language }: Call<typeof calls.listTransactions>,
  db: Db,
): Promise<Answer<typeof calls.listTransactions>> {
  const { type, kind, only, from, to, search, by_month: byMonth } = query
  const types = type ? [type] : kind && kind !== 'wallet' ? typesOf[kind] : undefined
  const after = readHistoryCursor(query.cursor)
  const [balances, referralIncome, rows] = await Promise.all([
    balancesOf(db, user.id),
    referralIncomeOf(db, user.id),
    historyOf(db, historySources(at, language), {
      user: user.id,
      ...(types && { types }),
      ofWallet: kind === 'wallet',
      ...(search && { search: { text: search, amount: amountIn(search) } }),
      ...(only && { only }),
      ...(from && { from: startOfDay(from) }),
      ...(to && { until: startOfDay(addDays(to, 1)) }),
      ...(after && { after }),
      byMonth: byMonth !== undefined,
      limit: PAGE + 1,
    }),
  ])
  const { page, next_cursor } = pageByKey(rows, { size: PAGE, key: (row) => [row.at, row.key, row.id] })
  return {
    summary: {
      current_balance: balances.wallet,
      held_amount: balances.held,
      total_referral_income: add(referralIncome.rewards, referralIncome.shares),
    },
    transactions: page.map((row) => serialize(row, language)),
    next_cursor,
  }
}

export async function getTransaction(
  { params, user, at, language }: Call<typeof calls.getTransaction>,
  db: DbOf<typeof calls.getTransaction>,
): Promise<Answer<typeof calls.getTransaction>> {
  const [key = '', id] = params.key.split('-')
  const one = { key, id: Number(id) }
  const byMonth = key.endsWith('_month') // the sum of a month
  const [row] = await historyOf(db, historySources(at, language), { user: user.id, one, byMonth, limit: 1 })
  return row ? serialize(row, language) : refuse(db, 'not_found')
}

export async function getStatement(
  { query, user, at }: Call<typeof calls.getStatement>,
  db: DbOf<typeof calls.getStatement>,
): Promise<Answer<typeof calls.getStatement>> {
  return statementFile(db, { ...rangeOf(query, at), holder: user, at })
}

function serialize(row: HistoryRow, language: Language): TransactionItem {
  return {
    key: `${row.key}-${row.id}`,
    id: row.id,
    number: row.number,
    entries: row.entries,
    type: row.type,
    status: transactionStatus.parse(row.status),
    direction: row.direction,
    account: row.in_earn ? 'earn' : 'wallet',
    amount: row.amount,
    requested_amount: row.requested_amount,
    approved_amount: row.approved_amount,
    transaction_id: row.transaction_id,
    created_at: row.at,
    decided_at: row.decided_at,
    returned_at: row.returned_at,
    being_paid: row.being_paid ?? false,
    undone_at: row.undone_at,
    due_at: row.due_at,
    admin_note: noteOf(row, language),
    note: row.note,
    counterparty: row.counterparty,
    details: {
      cryptocurrency:
        row.cryptocurrency_name === null
          ? null
          : { name: row.cryptocurrency_name, symbol: row.cryptocurrency_symbol ?? '' },
      profit_earned: row.profit_earned,
      is_withdrawn: row.is_withdrawn,
      processing_fee: row.processing_fee,
      transaction_id: row.transaction_id,
      approved_amount: row.approved_amount,
      package: packageOf(row),
      usdt:
        row.usdt_amount === null || row.usdt_rate === null ? null : { amount: row.usdt_amount, rate: row.usdt_rate },
      balance_after: row.balance_after,
    },
  }
}

function packageOf(row: HistoryRow): TransactionItem['details']['package'] {
  const { package_name: name, package_bonus: credited, package_bonus_ppm: bonus, amount } = row
  if (name === null || bonus === null) return null
  return { name, bonus_amount: credited ?? quotePackage({ amount, bonus }).bonus }
}
