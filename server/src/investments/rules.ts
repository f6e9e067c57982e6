import { quoteInvestment } from '@bittkosh/contract/investmentQuote'
import type { Paise } from '@bittkosh/contract/money'
import type { Refused } from '@bittkosh/contract/refusals'
import { dayOf, startOfDay } from '@bittkosh/contract/time'
import type { PlanOnSale } from '../plans/actions.ts'

/** The terms that a purchase freezes. */
export type Purchase = {
  profit: Paise
  /** Business days in Asia/Kolkata. */
  boughtOn: string
  maturesOn: string
  maturesAt: Date
}

/**
 * Whether this plan can be bought for this amount at this moment, and on which terms. That the wallet holds enough
 * and that a plan of one per user is bought once are decided under lock, by the database.
 */
export function decidePurchase({
  plan,
  amount,
  at,
}: {
  plan: PlanOnSale | undefined
  amount: Paise
  at: Date
}):
  | { plan: PlanOnSale; purchase: Purchase }
  | { refused: Refused<'above_maximum' | 'below_minimum' | 'plan_unavailable'> } {
  if (!plan?.onOffer) return { refused: { code: 'plan_unavailable', field: 'cryptocurrency_id' } }
  if (amount < plan.minimum) {
    const params = { of: 'investment', minimum: plan.minimum } as const
    return { refused: { code: 'below_minimum', field: 'amount', params } }
  }
  if (amount > plan.maximum) {
    const params = { of: 'investment', maximum: plan.maximum } as const
    return { refused: { code: 'above_maximum', field: 'amount', params } }
  }
  const boughtOn = dayOf(at)
  const { profit, maturesOn } = quoteInvestment({ amount, rate: plan.rate, days: plan.days, day: boughtOn })
  return { plan, purchase: { profit, boughtOn, maturesOn, maturesAt: startOfDay(maturesOn) } }
}

/** Whether an investment can be claimed at this moment: once, from its maturity on. */
export function decideClaim({
  maturesOn,
  maturesAt,
  claimedAt,
  at,
}: {
  maturesOn: string
  maturesAt: Date
  claimedAt: Date | null
  at: Date
}): { claimed: true } | { refused: Refused<'already_claimed' | 'not_matured'> } {
  if (claimedAt) return { refused: { code: 'already_claimed', params: { claimed_on: dayOf(claimedAt) } } }
  if (at < maturesAt) return { refused: { code: 'not_matured', params: { matures_on: maturesOn } } }
  return { claimed: true }
}
