import { quoteInvestment } from '@bittkosh/contract/investmentQuote'
import { type Investment, listInvestments } from '@bittkosh/contract/investments'
import type { Paise } from '@bittkosh/contract/money'
import { getPortfolio } from '@bittkosh/contract/portfolio'
import { getProfile } from '@bittkosh/contract/profile'
import { dayOf } from '@bittkosh/contract/time'
import { listTransactions } from '@bittkosh/contract/wallet'

/** Whether it can be claimed. The server says when: a device whose clock is ahead would offer the claim too early. */
export function isReady({ is_withdrawn: isClaimed, days_remaining: left }: Investment): boolean {
  return !isClaimed && left === 0
}

/** What is paid at maturity: the principal and the whole profit. */
export function payoutOf({ amount, cryptocurrency: plan, investment_date: bought }: Investment): Paise {
  const { profit_percentage: rate, investment_duration_days: days } = plan
  return quoteInvestment({ amount, rate, days, day: dayOf(bought) }).payout
}

/** What a purchase or a claim changes. */
export const afterInvesting = [listInvestments, getPortfolio, getProfile, listTransactions]
