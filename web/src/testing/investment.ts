import { investment } from '@bittkosh/contract/investments'
import * as z from 'zod/mini'

type Sent = z.input<typeof investment>

/** A running investment as the server sends it: by default on its twelfth day of thirty. */
export function sentInvestment(change: Partial<Sent> = {}): Sent {
  return {
    id: 12,
    number: 'K7Q2M9XR4T',
    cryptocurrency: {
      id: 1,
      name: 'BTC Saver 30',
      symbol: 'BTC',
      icon_url: 'https://bittkosh.example/icons/plans/coin-sun.svg',
      profit_percentage: 2.1,
      investment_duration_days: 30,
    },
    amount: 10_000,
    investment_date: '2026-11-21T06:30:00.000Z',
    maturity_date: '2026-12-20T18:30:00.000Z',
    is_withdrawn: false,
    profit_earned: 0,
    accrued_profit: 84,
    current_value: 10_084,
    daily_profit: 7,
    days_remaining: 18,
    ...change,
  }
}

/** The same in decoded form. */
export const readInvestment = (change: Partial<Sent> = {}) => z.decode(investment, sentInvestment(change))
