/** The portfolio: a user's fixed-term plans. */
import * as z from 'zod/mini'
import { money } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { investment } from './investments.ts'
import { day, id, queryInteger } from './shapes.ts'

/**
 * The figures cover fixed-term plans only, so that they add up to the cards below them. Earn has its own page with its
 * own four figures and is not included.
 */
export const portfolioSummary = z.object({
  /** Spendable now. */
  wallet_balance: money,
  /** Principal of all unclaimed investments, including matured ones. */
  total_invested: money,
  /** That principal plus the profit accrued on it up to today. */
  total_current_value: money,
  /** Profit of all claims ever paid out. */
  total_historical_profit: money,
  /** What the running investments accrue in a day; matured ones accrue nothing more. */
  daily_profit: money,
})
export type PortfolioSummary = z.output<typeof portfolioSummary>

export const getPortfolio = endpoint({
  name: 'getPortfolio',
  method: 'GET',
  path: '/portfolio',
  who: 'user',
  summary:
    "The user's wallet and fixed-term investments: totals of all unclaimed ones, and a hundred of them, the soonest to mature first. Earn is not included.",
  reply: z.object({
    summary: portfolioSummary,
    investments: z.array(investment),
    /** If there are more unclaimed ones, their number; they mature later. */
    others: z.optional(z.int()),
  }),
})

/** What one person has at the end of a business day; for today, at this moment. */
export const worth = z.object({
  date: day,
  /** The spendable amount, plus what is held for pending withdrawals. */
  wallet: money,
  flexible: money,
  /** Principal of the plans that were unclaimed then, plus the profit accrued on it up to that day. */
  plans: money,
  total: money,
})
export type Worth = z.output<typeof worth>

export const getPortfolioHistory = endpoint({
  name: 'getPortfolioHistory',
  method: 'GET',
  path: '/portfolio/history',
  who: 'user',
  keptUntil: 'own change',
  summary: 'What the user had at the end of each of the last days, oldest first, with today as of now',
  query: z.strictObject({ days: queryInteger({ min: 2, max: 366, fallback: 90 }) }),
  reply: z.object({
    data: z.array(worth),
    /** The part of today's wallet that is held for pending withdrawals and cannot be spent. */
    held: money,
  }),
})

export const payout = z.object({
  /** The id of the investment that pays it. */
  id,
  name: z.string(),
  symbol: z.string(),
  /** The business day from whose beginning it can be claimed. */
  date: day,
  /** Principal and profit. */
  amount: money,
  profit: money,
})
export type Payout = z.output<typeof payout>

export const getPortfolioPayouts = endpoint({
  name: 'getPortfolioPayouts',
  method: 'GET',
  path: '/portfolio/payouts',
  who: 'user',
  summary:
    'The next hundred payouts of unclaimed plans within so many days from now, soonest first, including those that can be claimed now',
  query: z.strictObject({ days: queryInteger({ min: 1, max: 3_650, fallback: 90 }) }),
  reply: z.object({
    data: z.array(payout),
    /** The business day of the reply. */
    today: day,
  }),
})

/** A month of the wallet; a withdrawal counts when it is paid, not while it is held. */
export const walletMonth = z.object({
  /** The first day of the month. */
  month: day,
  in: money,
  out: money,
})
export type WalletMonth = z.output<typeof walletMonth>

export const getWalletMonths = endpoint({
  name: 'getWalletMonths',
  method: 'GET',
  path: '/portfolio/months',
  who: 'user',
  summary: 'What came into and left the wallet in each of the last months, oldest first, including this one',
  query: z.strictObject({ months: queryInteger({ min: 1, max: 24, fallback: 6 }) }),
  reply: z.object({ data: z.array(walletMonth) }),
})
