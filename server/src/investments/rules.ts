import { quoteInvestment } from '@bittkosh/contract/investmentQuote'
import { formatRupees, type Paise } from '@bittkosh/contract/money'
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
    return {
      refused: { code: 'below_minimum', field: 'amount', message: `The minimum is ${formatRupees(plan.minimum)}.` },
    }
  }
  if (amount > plan.maximum) {
    return {
      refused: { code: 'above_maximum', field: 'amount', message: `The maximum is ${formatRupees(plan.maximum)}.` },
    }
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
  if (claimedAt) {
    return {
      refused: {
        code: 'already_claimed',
        message: `This investment was already claimed on ${readable(dayOf(claimedAt))}.`,
      },
    }
  }
  if (at < maturesAt) {
    return {
      refused: {
        code: 'not_matured',
        message: `This investment matures on ${readable(maturesOn)} at 00:00 (India time).`,
      },
    }
  }
  return { claimed: true }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** '2026-12-21' as '21 Dec 2026'. */
export function readable(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${Number(date)} ${MONTHS[Number(month) - 1] ?? ''} ${year}`
}
