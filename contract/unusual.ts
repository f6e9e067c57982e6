/** What is unusual about an amount that an admin is about to approve, for a second look and never a refusal. */
import * as z from 'zod/mini'
import { money } from './amounts.ts'
import type { Paise } from './money.ts'

/** So many times the person's largest approved amount so far is unusual. */
const TIMES_LARGEST = 3n

/** What an amount of a person is compared with. */
export const usual = z.object({
  /**
   * The largest of the person's other requests of the kind that stands approved; of a changed balance, the largest of all
   * kinds. Null where there is none.
   */
  largest: z.nullable(money),
  /** The setting `unusual_amount_above`. */
  limit: money,
})

export const amountFacts = z.extend(usual, {
  amount: money,
  /** What was asked for; null where nothing else than that can be approved. */
  requested: z.nullable(money),
})
export type AmountFacts = z.output<typeof amountFacts>

/** `tenths`: how many times as much it is as `than`, in tenths, rounded down. */
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
