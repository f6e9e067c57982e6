import { maturityOf, quoteInvestment } from '@bittkosh/contract/investmentQuote'
import type { Paise } from '@bittkosh/contract/money'
import type { Notice } from '@bittkosh/contract/notices'
import type { Refused } from '@bittkosh/contract/refusals'
import { keysOf } from '@bittkosh/contract/tables'
import { dayOf, startOfDay } from '@bittkosh/contract/time'
import type { PlanOnSale } from '../plans/actions.ts'
import type { InvestmentRow, NewInvestment } from './queries.ts'

/**
 * Whether a user can buy this plan for this amount at this moment, on the terms `shown` to them if those are known, and
 * the frozen terms they get. The database decides under lock whether the wallet holds enough and whether a plan of one
 * per user was bought already.
 */
export function judgePurchase({
  user,
  plan,
  amount,
  at,
  shown = {},
}: {
  user: number
  plan: PlanOnSale | undefined
  amount: Paise
  at: Date
  shown?: { profit?: Paise | undefined; days?: number | undefined; maturesOn?: string | undefined }
}):
  | { plan: PlanOnSale; bought: NewInvestment }
  | { refused: Refused<'above_maximum' | 'below_minimum' | 'plan_unavailable' | 'terms_moved'> } {
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
  const { profit } = quoteInvestment({ amount, rate: plan.rate })
  const terms = { profit, days: plan.days, maturesOn: maturityOf({ boughtOn, days: plan.days }) }
  if (keysOf(terms).some((term) => (shown[term] ?? terms[term]) !== terms[term]))
    return { refused: { code: 'terms_moved', field: 'amount' } }
  const bought = {
    user_id: user,
    plan_id: plan.id,
    name: plan.name,
    name_hi: plan.nameHi,
    symbol: plan.symbol,
    amount,
    profit_ppm: plan.rate,
    profit,
    duration_days: plan.days,
    is_only: !plan.multipleAllowed,
    bought_at: at,
    bought_on: boughtOn,
    matures_on: terms.maturesOn,
    matures_at: startOfDay(terms.maturesOn),
  }
  return { plan, bought }
}

/** Whether an investment can be claimed at this moment: once, from its maturity on. */
export function judgeClaim({
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

type MaturedInvestment = Pick<InvestmentRow, 'id' | 'name' | 'name_hi' | 'amount' | 'profit'>

/** The notice to an investment's owner when it matures and when they have claimed it. */
export function noticeOf(
  kind: 'plan_matured' | 'plan_claimed',
  { id: about, name: plan, name_hi: inHindi, amount, profit }: MaturedInvestment,
): Notice {
  return { kind, about, values: { plan, ...(inHindi && { plan_hi: inHindi }), amount, profit } }
}
