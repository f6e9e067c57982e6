/** Money in fixed-term plans: the quote before buying, the value on a day, and the calls. */
import * as z from 'zod/mini'
import { amount, money, percent2 } from './amounts.ts'
import { endpoint, postingRefusals } from './endpoint.ts'
import { add, type Paise, paise, partOf } from './money.ts'
import { cursor, day, id, instant, nextCursor, pathId, recordNumber, text } from './shapes.ts'
import { daysBetween } from './time.ts'

/** The frozen terms of one investment. `boughtOn` is the business day of the purchase. */
export type Terms = { amount: Paise; profit: Paise; days: number; boughtOn: string }

/** An unclaimed investment's progress on business day `today`. Only full days count; all profit counts at maturity. */
export function progressOf(
  { amount, profit, days, boughtOn }: Terms,
  today: string,
): { daysPassed: number; daysRemaining: number; accruedProfit: Paise; currentValue: Paise; dailyProfit: Paise } {
  const daysPassed = Math.min(days, Math.max(0, daysBetween(boughtOn, today)))
  const accruedProfit = paise((profit * BigInt(daysPassed)) / BigInt(days))
  return {
    daysPassed,
    daysRemaining: days - daysPassed,
    accruedProfit,
    currentValue: add(amount, accruedProfit),
    dailyProfit: partOf(profit, BigInt(days)),
  }
}

export const investment = z.object({
  id,
  number: recordNumber,
  /** The plan as it was bought; only the icon is today's. */
  cryptocurrency: z.object({
    id,
    name: z.string(),
    symbol: z.string(),
    icon_url: z.string(),
    profit_percentage: percent2,
    investment_duration_days: z.int(),
  }),
  amount: money,
  investment_date: instant,
  /** 00:00 Asia/Kolkata of the day from which it can be claimed. */
  maturity_date: instant,
  is_withdrawn: z.boolean(),
  /** Paid out with the claim; zero until then. */
  profit_earned: money,
  accrued_profit: money,
  /** Principal and accrued profit; the payout once it is claimed. */
  current_value: money,
  daily_profit: money,
  /** Business days until it can be claimed; zero if it can be claimed now. */
  days_remaining: z.int(),
})
export type Investment = z.output<typeof investment>

export const listInvestments = endpoint({
  name: 'listInvestments',
  method: 'GET',
  path: '/crypto/investments',
  who: 'user',
  summary: "The signed-in user's investments, newest first; of one plan if `symbol` is given",
  query: z.strictObject({
    cursor,
    symbol: z.optional(text({ max: 20, min: 0 })),
    /** Only those that were claimed. */
    claimed: z.optional(z.literal('1')),
  }),
  reply: z.object({ data: z.array(investment), next_cursor: nextCursor }),
})

export const invest = endpoint({
  name: 'invest',
  method: 'POST',
  path: '/crypto/invest',
  who: 'user',
  byDate: true,
  summary: 'Buy a plan from the wallet; its terms are kept on the investment',
  refusals: [
    'below_minimum',
    'above_maximum',
    'plan_unavailable',
    'already_invested',
    'terms_moved',
    ...postingRefusals,
  ],
  idempotent: true,
  body: z.strictObject({
    cryptocurrency_id: id,
    amount,
    /** The profit, the term and the day of maturity that the user saw: refused if any of them has changed since. */
    profit: z.optional(money),
    investment_duration_days: z.optional(z.int()),
    matures_on: z.optional(day),
  }),
  reply: investment,
  status: 201,
})

export const claimInvestment = endpoint({
  name: 'claimInvestment',
  method: 'POST',
  path: '/crypto/withdraw/{id}',
  who: 'user',
  byDate: true,
  summary: 'Claim a matured investment: principal and profit go to the wallet, once',
  refusals: ['not_matured', 'already_claimed', ...postingRefusals],
  idempotent: true,
  params: z.strictObject({ id: pathId }),
  reply: investment,
})
