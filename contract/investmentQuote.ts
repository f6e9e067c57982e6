/** Free of schemas, because the landing page calculates a sample plan with it and should download nothing else. */
import { add, type Paise, type Ppm, ppm, shareOf } from './money.ts'
import { addDays } from './time.ts'

/** What a plan pays for its whole term: the profit, and principal and profit together. Source: docs/rules.md#plans. */
export function quoteInvestment({ amount, rate }: { amount: Paise; rate: Ppm }): { profit: Paise; payout: Paise } {
  const profit = shareOf(amount, rate)
  return { profit, payout: add(amount, profit) }
}

/** The business day from whose first moment a plan of so many days can be claimed. Source: docs/rules.md#plans. */
export function maturityOf({ boughtOn, days }: { boughtOn: string; days: number }): string {
  return addDays(boughtOn, days)
}

/** A rate for a term as a yearly rate without compounding: rate × 365 / days, rounded to a tenth of a percent. */
export function yearlyRate(rate: Ppm, days: number): Ppm {
  const tenths = (rate * 365n * 2n + BigInt(days) * 1_000n) / (BigInt(days) * 2_000n)
  return ppm(tenths * 1_000n)
}
