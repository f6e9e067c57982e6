/** Free of schemas, because the landing page calculates a sample plan with it and should download nothing else. */
import { add, type Paise, type Ppm, ppm, shareOf } from './money.ts'
import { addDays } from './time.ts'

/** The result of buying a plan on a business day. Source: docs/rules.md#plans. */
export function quoteInvestment({ amount, rate, days, day }: { amount: Paise; rate: Ppm; days: number; day: string }): {
  profit: Paise
  /** Principal and profit together. */
  payout: Paise
  /** The business day from whose first moment it can be claimed. */
  maturesOn: string
} {
  const profit = shareOf(amount, rate)
  return { profit, payout: add(amount, profit), maturesOn: addDays(day, days) }
}

/** A rate for a term as a yearly rate without compounding: rate × 365 / days, rounded to a tenth of a percent. */
export function yearlyRate(rate: Ppm, days: number): Ppm {
  const tenths = (rate * 365n * 2n + BigInt(days) * 1_000n) / (BigInt(days) * 2_000n)
  return ppm(tenths * 1_000n)
}
