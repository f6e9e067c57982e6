import { type Investment, progressOf } from '@bittkosh/contract/investments'
import type { Language } from '@bittkosh/contract/language'
import { add, ZERO } from '@bittkosh/contract/money'
import { dayOf } from '@bittkosh/contract/time'
import { inLanguage } from '@bittkosh/contract/twins'
import type { InvestmentRow } from './queries.ts'

/** An investment as its owner sees it at a moment, its name in the reader's language. */
export function serialize(row: InvestmentRow, at: Date, language: Language): Investment {
  const terms = { amount: row.amount, profit: row.profit, days: row.duration_days, boughtOn: row.bought_on }
  const progress = progressOf(terms, dayOf(at))
  const claimed = row.claimed_at !== null
  return {
    id: row.id,
    number: row.number,
    cryptocurrency: {
      id: row.plan_id,
      name: inLanguage(language, row.name, row.name_hi),
      symbol: row.symbol,
      icon_url: row.icon_url,
      profit_percentage: row.profit_ppm,
      investment_duration_days: row.duration_days,
    },
    amount: row.amount,
    investment_date: row.bought_at,
    maturity_date: row.matures_at,
    is_withdrawn: claimed,
    profit_earned: claimed ? row.profit : ZERO,
    accrued_profit: claimed ? row.profit : progress.accruedProfit,
    current_value: claimed ? add(row.amount, row.profit) : progress.currentValue,
    daily_profit: progress.dailyProfit,
    days_remaining: claimed ? 0 : progress.daysRemaining,
  }
}
