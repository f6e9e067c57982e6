import { quoteInvestment } from '@bittkosh/contract/investmentQuote'
import { formatRupees, type Paise } from '@bittkosh/contract/money'
import type { Notice } from '@bittkosh/contract/notices'
import type { Refused } from '@bittkosh/contract/refusals'
import { dayOf, startOfDay } from '@bittkosh/contract/time'
import type { PlanOnSale } from '../plans/actions.ts'
import type { InvestmentRow, NewInvestment } from './queries.ts'

/**
 * Whether a user can buy this plan for this amount at this moment, and what they have then: its terms, frozen. That the wallet holds enough
 * and that a plan of one per user is bought once are decided under lock, by the database.
 */
export function decidePurchase({
  user,
  plan,
  amount,
  at,
}: {
  user: number
  plan: PlanOnSale | undefined
  amount: Paise
  at: Date
}): { plan: PlanOnSale; bought: NewInvestment } | { refused: Refused } {
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
  const bought = {
    user_id: user,
    plan_id: plan.id,
    name: plan.name,
    symbol: plan.symbol,
    amount,
    profit_ppm: plan.rate,
    profit,
    duration_days: plan.days,
    is_only: !plan.multipleAllowed,
    bought_at: at,
    bought_on: boughtOn,
    matures_on: maturesOn,
    matures_at: startOfDay(maturesOn),
  }
  return { plan, bought }
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
}): { claimed: true } | { refused: Refused } {
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

type Told = Pick<InvestmentRow, 'id' | 'name' | 'amount' | 'profit'>

/** What an investment's owner is told when it matures and when they have claimed it. */
export function noticeOf(
  kind: 'plan_matured' | 'plan_claimed',
  { id: about, name: plan, amount, profit }: Told,
): Notice {
  return { kind, about, values: { plan, amount, profit } }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** '2026-12-21' as '21 Dec 2026'. */
export function readable(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${Number(date)} ${MONTHS[Number(month) - 1] ?? ''} ${year}`
}
