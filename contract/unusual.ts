/** What is unusual about an amount that an admin is about to approve, for a second look and never a refusal. */
import type { Paise } from './money.ts'

/** So many times the person's largest approved amount so far is unusual. */
const TIMES_LARGEST = 3n

export type AmountFacts = {
  amount: Paise
  /** What was asked for; null where nothing else than that can be approved. */
  requested: Paise | null
  /** The largest of the person's other requests that stands approved; null where there is none. */
  largest: Paise | null
  /** The setting `unusual_amount_above`. */
  limit: Paise
}

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
