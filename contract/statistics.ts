/** The counts of the admin's dashboard. Days and months are those of Asia/Kolkata. */
import * as z from 'zod/mini'
import { money } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { kinds, subjects } from './movements.ts'
import { cursor, day, id, instant, nextCursor, optionalInteger, wholeNumber } from './shapes.ts'

export const userStatistics = endpoint({
  name: 'userStatistics',
  method: 'GET',
  path: '/user-statistics',
  who: 'admin',
  permission: 'people.read',
  summary: 'How many users there are and how many of them are active',
  reply: z.object({
    user_statistics: z.object({
      total_users: z.int(),
      active_users: z.int(),
      inactive_users: z.int(),
      /** One decimal. */
      active_percentage: z.number(),
    }),
  }),
})

const YEAR_MIN = 2000
const YEAR_MAX = 2100

export const monthlyTotals = endpoint({
  name: 'monthlyTotals',
  method: 'GET',
  path: '/monthly-daily-totals',
  who: 'admin',
  permission: 'reports.read',
  summary:
    'Deposits and withdrawals in a month or a range of days, in total and by day: approved ones on the day of their decision, minus the deposits reversed on that day; returned ones on the day of their return',
  query: z.strictObject({
    year: optionalInteger({ min: YEAR_MIN, max: YEAR_MAX }),
    month: optionalInteger({ min: 1, max: 12 }),
    /** Instead of a month. */
    start: z.optional(day),
    end: z.optional(day),
  }),
  reply: z.object({
    monthly_totals: z.object({
      /** Of the last day, if a range was requested. */
      year: z.int(),
      month: z.int(),
      total_deposits: money,
      total_withdrawals: money,
      /** Requested in this time and not decided yet. */
      total_pending_deposits: money,
      total_pending_withdrawals: money,
      /** Payouts that the bank returned in this time, including those of earlier times. */
      total_returned_withdrawals: money,
      /** Deposits minus withdrawals, plus what was returned. */
      total_net_flow: money,
      daily_data: z.array(
        z.object({
          date: day,
          deposits: z.object({ total_amount: money, count: z.int() }),
          withdrawals: z.object({ total_amount: money, count: z.int() }),
          returned: z.object({ total_amount: money, count: z.int() }),
        }),
      ),
    }),
  }),
})

export const RANGE_MAX_DAYS = 366
export const dailyRegistrations = endpoint({
  name: 'dailyRegistrations',
  method: 'GET',
  path: '/daily-registrations',
  who: 'admin',
  permission: 'reports.read',
  summary: 'New users and approved deposits by day; the last 30 days by default',
  query: z.strictObject({ start: z.optional(day), end: z.optional(day) }),
  reply: z.object({
    totals: z.object({
      total_new_users: z.int(),
      /** One decimal. */
      average_daily_users: z.number(),
      total_deposits: money,
      total_deposit_count: z.int(),
      average_daily_deposits: money,
    }),
    date_range: z.object({ start: day, end: day }),
    daily_data: z.array(z.object({ date: day, new_users: z.int(), deposits: money })),
  }),
})

const queue = z.object({ count: z.int(), oldest_at: z.nullable(instant) })
/** `amount`: the total that was requested. */
const moneyQueue = z.object({ ...queue.shape, amount: money })
export const waiting = endpoint({
  name: 'waiting',
  method: 'GET',
  path: '/waiting',
  who: 'admin',
  permission: 'panel.enter',
  limit: 'poll',
  keptUntil: 'any change',
  summary: 'The requests that the caller may see and that wait for a decision, since when, and the unseen alerts',
  reply: z.object({
    deposits: z.optional(moneyQueue),
    withdrawals: z.optional(moneyQueue),
    kyc: z.optional(queue),
    alerts: z.int(),
  }),
})

const cashAccounts = ['cash_upi', 'cash_bank', 'cash_crypto'] as const
const feeAccounts = ['fee_withdrawal', 'fee_transfer'] as const
const costAccounts = [
  'expense_plan_profit',
  'expense_flexible_interest',
  'expense_package_bonus',
  'expense_welcome_bonus',
  'expense_referral',
  'expense_adjustment',
] as const
export const platformAccounts = [...cashAccounts, ...feeAccounts, ...costAccounts] as const
export type PlatformAccountName = (typeof platformAccounts)[number]

/** What users own, by kind of account: the platform's debts. */
export const owedAccounts = ['wallet', 'flexible', 'invested', 'held'] as const
export type OwedAccountName = (typeof owedAccounts)[number]

/** The platform's accounts behind each total. All entries sum to zero, so cash minus debts is the result, fees minus costs. */
export const platformGroups = {
  cash: cashAccounts,
  fees: feeAccounts,
  costs: costAccounts,
  result: [...feeAccounts, ...costAccounts],
} as const

/** Where ledger lines can be listed: a platform account, one kind of account of all users, or several accounts together. */
const lineSources = [...platformAccounts, ...owedAccounts, 'owed', 'cash', 'fees', 'costs', 'result'] as const
export type LineSource = (typeof lineSources)[number]

const byMethod = z.object({ upi: money, bank: money, crypto: money, total: money })
export const coverage = endpoint({
  name: 'coverage',
  method: 'GET',
  path: '/coverage',
  who: 'admin',
  permission: 'reports.read',
  summary: 'What the platform owes its users, when it falls due, and what it received, paid, earned and spent',
  reply: z.object({
    as_of: instant,
    /** Users' balances by kind of account, and their total. */
    owed: z.object({ wallet: money, flexible: money, invested: money, held: money, total: money }),
    /** Principal and profit of unclaimed plans that can be claimed within so many days, matured ones included. */
    maturities: z.array(z.object({ days: z.int(), count: z.int(), principal: money, profit: money })),
    received: byMethod,
    paid: byMethod,
    /** The part of `received` that is returned payouts. */
    returned: byMethod,
    fees: z.object({ withdrawal: money, transfer: money, total: money }),
    costs: z.object({
      plan_profit: money,
      flexible_interest: money,
      package_bonus: money,
      welcome_bonus: money,
      referral: money,
      adjustment: money,
      total: money,
    }),
  }),
})

/** The owner of the account or plan; without an e-mail address once the account is closed. */
const owner = z.object({ id, name: z.string(), email: z.nullable(z.string()) })

const coverageLine = z.object({
  id: z.int(),
  /** The record that moved the money; interest has a day and the first user of its batch. */
  subject: z.enum(subjects),
  subject_id: id,
  day: z.nullable(day),
  kind: z.enum(kinds),
  account: z.enum([...platformAccounts, ...owedAccounts]),
  amount: money,
  at: instant,
  /** Null for the platform's own accounts. */
  user: z.nullable(owner),
})
export type CoverageLine = z.output<typeof coverageLine>

export const coverageLines = endpoint({
  name: 'coverageLines',
  method: 'GET',
  path: '/coverage/lines',
  who: 'admin',
  permission: 'reports.read',
  summary:
    "The ledger lines of one of the platform's accounts, of one kind of account over all users, or of the accounts behind a total, newest first",
  query: z.strictObject({
    account: z.enum(lineSources),
    /**
     * Debit: what the account gave (money received, costs); credit: what it took (money paid, income). The reversal of
     * a payment is listed on that payment's side. If left out, both sides.
     */
    side: z.optional(z.enum(['debit', 'credit'])),
    cursor,
  }),
  reply: z.object({
    data: z.array(coverageLine),
    next_cursor: nextCursor,
  }),
})

export const dueInvestments = endpoint({
  name: 'dueInvestments',
  method: 'GET',
  path: '/coverage/due',
  who: 'admin',
  permission: 'reports.read',
  summary: 'The unclaimed plans that can be claimed within so many days, matured ones included, soonest first',
  query: z.strictObject({
    days: wholeNumber({ min: 1, max: RANGE_MAX_DAYS }),
    cursor,
  }),
  reply: z.object({
    data: z.array(
      z.object({
        id,
        user: owner,
        /** As it was bought; the plan may have changed since. */
        cryptocurrency: z.object({ name: z.string(), symbol: z.string() }),
        principal: money,
        profit: money,
        matures_at: instant,
      }),
    ),
    next_cursor: nextCursor,
  }),
})
