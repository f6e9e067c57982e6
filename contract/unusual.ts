/** What is unusual about an amount that an admin is about to approve. It prompts a second look and never a refusal. */
import * as z from 'zod/mini'
import { money } from './amounts.ts'
import type { Paise } from './money.ts'

/** This multiple of the person's largest approved amount is unusual. */
const TIMES_LARGEST = 3n

/** The figures with which a person's amount is compared. */
export const usual = z.object({
  /**
   * The person's largest other approved request of this kind or, for a changed balance, of all kinds. Null if there is
   * none.
   */
  largest: z.nullable(money),
  /** The setting `unusual_amount_above`. */
  limit: money,
})

export const amountFacts = z.extend(usual, {
  amount: money,
  /** The requested amount; null if no other amount can be approved. */
  requested: z.nullable(money),
})
export type AmountFacts = z.output<typeof amountFacts>

/** `tenths`: how many times `than` it is, in tenths, rounded down. */
export type Unusual =
  | { sort: 'above_requested' | 'above_largest'; tenths: bigint; than: Paise }
  | { sort: 'above_limit'; than: Paise }

/** Source: docs/rules.md#admin-work. */
export function unusualAbout({ amount, requested, largest, limit }: AmountFacts): Unusual[] {
  const times = (than: Paise) => ({ tenths: (amount * 10n) / than, than })
  return [
    ...(requested !== null && amount > requested ? [{ sort: 'above_requested' as const, ...times(requested) }] : []),
    ...(largest !== null && amount > largest * TIMES_LARGEST
      ? [{ sort: 'above_largest' as const, ...times(largest) }]
      : []),
    ...(amount > limit ? [{ sort: 'above_limit' as const, than: limit }] : []),
  ]
}
