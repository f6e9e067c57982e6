/** The wallet: its balance, the combined history of everything that moved money, and the statement. */
import * as z from 'zod/mini'
import { money, usdt } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { languages } from './language.ts'
import { allStates } from './requestStates.ts'
import { cursor, day, id, instant, nextCursor, recordNumber, search } from './shapes.ts'

export const transactionType = z.enum([
  'deposit',
  'withdrawal',
  'flexible_deposit',
  'flexible_withdraw',
  'flexible_interest',
  'crypto_investment',
  'balance_transfer_sent',
  'balance_transfer_received',
  'referral_income',
  'bonus',
  'adjustment',
])
export type TransactionType = z.output<typeof transactionType>

/** The filters of the history: the entries that move the wallet, or one kind of entry on whichever account. */
export const historyKinds = [
  'wallet',
  'deposits',
  'withdrawals',
  'bittpay',
  'plans',
  'earn',
  'referrals',
  'other',
] as const
export type HistoryKind = (typeof historyKinds)[number]

export const transactionStatus = z.enum([
  ...allStates,
  'completed',
  'failed',
  'expired',
  'active',
  'matured',
  'withdrawn',
])
export type TransactionStatus = z.output<typeof transactionStatus>

export const transactionItem = z.object({
  /** Unique in the whole history, unlike ids, which repeat across types. A month's sum keeps its key while the month goes on. */
  key: z.string(),
  id,
  /** The record's number; null for entries without a record, such as interest, and for monthly sums. */
  number: z.nullable(recordNumber),
  /** How many entries of a month it sums up (`by_month`); null if it is a single entry. */
  entries: z.nullable(z.int()),
  type: transactionType,
  status: transactionStatus,
  direction: z.enum(['in', 'out']),
  /** Where it is booked. Interest and the welcome bonus go to Earn and do not change the wallet's balance. */
  account: z.enum(['wallet', 'earn']),
  amount: money,
  requested_amount: z.nullable(money),
  approved_amount: z.nullable(money),
  transaction_id: z.nullable(z.string()),
  created_at: instant,
  /** When it was approved, rejected, cancelled, completed or claimed. */
  decided_at: z.nullable(instant),
  /** When the bank returned a payout. */
  returned_at: z.nullable(instant),
  /** Whether an admin is paying it. */
  being_paid: z.boolean(),
  /** When it was undone after it was granted: for a reversed deposit, `admin_note` is the reason. */
  undone_at: z.nullable(instant),
  /** When it will mature or expire. */
  due_at: z.nullable(instant),
  admin_note: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** The other party as the user may see it: a method, a payee, a masked name, a package. */
  counterparty: z.nullable(z.string()),
  details: z.object({
    cryptocurrency: z.nullable(z.object({ name: z.string(), symbol: z.string() })),
    profit_earned: z.nullable(money),
    is_withdrawn: z.nullable(z.boolean()),
    processing_fee: z.nullable(money),
    transaction_id: z.nullable(z.string()),
    approved_amount: z.nullable(money),
    /** Of a bought package: the bonus credited with it, or on its price until it is approved. */
    package: z.nullable(z.object({ name: z.string(), bonus_amount: money })),
    /** Of a crypto deposit: the USDT to send and the rupees per USDT, as fixed with the request. */
    usdt: z.nullable(z.object({ amount: usdt, rate: money })),
    /** After all that was booked with it: a package and its bonus have the same. */
    balance_after: z.nullable(money),
  }),
})
export type TransactionItem = z.output<typeof transactionItem>

export const walletSummary = z.object({
  current_balance: money,
  /** Held for pending withdrawals: cannot be spent, and is returned when a withdrawal is rejected or cancelled. */
  held_amount: money,
  total_referral_income: money,
})
export type WalletSummary = z.output<typeof walletSummary>

export const listTransactions = endpoint({
  name: 'listTransactions',
  method: 'GET',
  path: '/transactions',
  who: 'user',
  summary: "The signed-in user's balance and history, newest first",
  query: z.strictObject({
    type: z.optional(transactionType),
    kind: z.optional(z.enum(historyKinds)),
    /** Matches the record's number, the other party's name, the transaction ID, the note, the plan, or the exact amount. */
    search,
    /** The filter chips of the wallet: money in, money out, pending entries. */
    only: z.optional(z.enum(['in', 'out', 'pending'])),
    /** Business days in Asia/Kolkata, both included. */
    from: z.optional(day),
    to: z.optional(day),
    /** Combines the interest and the referral shares of each month into one entry each. */
    by_month: z.optional(z.literal('1')),
    cursor,
  }),
  reply: z.object({ summary: walletSummary, transactions: z.array(transactionItem), next_cursor: nextCursor }),
})

export const getTransaction = endpoint({
  name: 'getTransaction',
  method: 'GET',
  path: '/transactions/{key}',
  who: 'user',
  summary: "One entry of the caller's own history, by its key; for the key of a month's sum, the whole month",
  refusals: ['not_found'],
  params: z.strictObject({ key: z.string().check(z.regex(/^[a-z_]{1,40}-[0-9]{1,9}$/)) }),
  reply: transactionItem,
})

/** Which days a statement is of, and how it is written. */
export const statementFields = {
  from: day,
  to: day,
  format: z.enum(['pdf', 'csv']),
  /** Every booking, which is the default; or the total of interest, profit, referrals and bonuses. */
  document: z.optional(z.enum(['bookings', 'income'])),
  /** The language of its texts; figures and columns are the same. */
  language: z.optional(z.enum(languages)),
}

export const getStatement = endpoint({
  name: 'getStatement',
  method: 'GET',
  path: '/statement',
  who: 'user',
  summary:
    "Every booking on the caller's accounts in a range of business days, opening + lines = closing; or the income in it, for a tax return",
  limit: 'statement',
  query: z.strictObject(statementFields),
  reply: 'file',
})
