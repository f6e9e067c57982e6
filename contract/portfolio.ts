/** The portfolio: what a user has in fixed-term plans. */
import * as z from 'zod/mini'
import { money } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { investment } from './investments.ts'

/**
 * The figures speak of fixed-term plans, so that they add up to the cards below them. Earn has its own page with
 * its own four figures and is not in them.
 */
export const portfolioSummary = z.object({
  /** Spendable now. */
  wallet_balance: money,
  /** Principal of all investments that are not claimed yet, matured ones included. */
  total_invested: money,
  /** That principal and the profit accrued on it up to today. */
  total_current_value: money,
  /** Profit of every claim ever paid out. */
  total_historical_profit: money,
  /** What the investments that still run accrue in a day; matured ones accrue nothing more. */
  daily_profit: money,
})
export type PortfolioSummary = z.output<typeof portfolioSummary>

export const getPortfolio = endpoint({
  name: 'getPortfolio',
  method: 'GET',
  path: '/portfolio',
  who: 'user',
  summary:
    "The user's wallet and fixed-term investments: totals of all that are not claimed, and the newest hundred of them. Earn is not included.",
  reply: z.object({ summary: portfolioSummary, investments: z.array(investment) }),
})
