/** What the admin's dashboard counts. Days and months are those of Asia/Kolkata. */
import * as z from 'zod/mini'
import { money } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { cursor, day, id, instant, nextCursor, optionalInteger } from './shapes.ts'

export const userStatistics = endpoint({
  method: 'GET',
  path: '/user-statistics',
  who: 'admin',
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

export const YEAR_MIN = 2000
export const YEAR_MAX = 2100

export const monthlyTotals = endpoint({
  method: 'GET',
  path: '/monthly-daily-totals',
  who: 'admin',
  summary: 'Deposits and withdrawals of a month, in all and by day: approved ones by the day of their decision',
  query: z.strictObject({
    year: optionalInteger({ min: YEAR_MIN, max: YEAR_MAX }),
    month: optionalInteger({ min: 1, max: 12 }),
  }),
  reply: z.object({
    monthly_totals: z.object({
      year: z.int(),
      month: z.int(),
      total_deposits: money,
      total_withdrawals: money,
      /** Asked for in this month and not decided yet. */
      total_pending_deposits: money,
      total_pending_withdrawals: money,
      total_net_flow: money,
      daily_data: z.array(
        z.object({
          date: day,
          deposits: z.object({ total_amount: money, count: z.int() }),
          withdrawals: z.object({ total_amount: money, count: z.int() }),
        }),
      ),
    }),
  }),
})

export const RANGE_MAX_DAYS = 366
export const dailyRegistrations = endpoint({
  method: 'GET',
  path: '/daily-registrations',
  who: 'admin',
  summary: 'New users and approved deposits by day; the last 30 days where no range is given',
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
export const waiting = endpoint({
  method: 'GET',
  path: '/waiting',
  who: 'admin',
  limit: 'poll',
  summary: 'What waits for a decision, and since when',
  reply: z.object({ deposits: queue, withdrawals: queue, kyc: queue }),
})

export const platformAccounts = [
  'cash_upi',
  'cash_bank',
  'cash_crypto',
  'fee_withdrawal',
  'fee_transfer',
  'expense_plan_profit',
  'expense_flexible_interest',
  'expense_package_bonus',
  'expense_welcome_bonus',
  'expense_referral',
  'expense_adjustment',
] as const
export type PlatformAccountName = (typeof platformAccounts)[number]

/** What users own, by the kind of their account: what the platform owes. */
export const owedAccounts = ['wallet', 'flexible', 'invested', 'held'] as const
export type OwedAccountName = (typeof owedAccounts)[number]

const byMethod = z.object({ upi: money, bank: money, crypto: money, total: money })
export const coverage = endpoint({
  method: 'GET',
  path: '/coverage',
  who: 'admin',
  summary: 'What the platform owes its users, when it falls due, and what it received, paid, earned and spent',
  reply: z.object({
    as_of: instant,
    /** Users' balances by kind of account, and all of them. */
    owed: z.object({ wallet: money, flexible: money, invested: money, held: money, total: money }),
    /** Principal and profit of unclaimed plans that can be claimed within so many days from now; matured ones included. */
    maturities: z.array(z.object({ days: z.int(), count: z.int(), principal: money, profit: money })),
    received: byMethod,
    paid: byMethod,
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

export const coverageLines = endpoint({
  method: 'GET',
  path: '/coverage/lines',
  who: 'admin',
  summary: "The ledger lines of one of the platform's accounts, or of a kind of account of all users, newest first",
  query: z.strictObject({
    account: z.enum([...platformAccounts, ...owedAccounts]),
    /** Debit: what the account gave (money received, costs); credit: what it took (money paid, income). Both where left out. */
    side: z.optional(z.enum(['debit', 'credit'])),
    cursor,
  }),
  reply: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        cause: z.string(),
        kind: z.string(),
        amount: money,
        at: instant,
        /** Whose account it is; null for the platform's own. */
        user: z.nullable(z.object({ id, name: z.string() })),
      }),
    ),
    next_cursor: nextCursor,
  }),
})
