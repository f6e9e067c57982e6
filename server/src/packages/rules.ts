import type { Paise, Ppm } from '@bittkosh/contract/money'
import { outlivesFee, sameDayGain } from '@bittkosh/contract/packageLoss'
import type { Refused } from '@bittkosh/contract/refusals'

type Terms = { amount: Paise; bonus: Ppm }
type Gain = { gain: Paise | null }

/**
 * Whether a package may be offered at a withdrawal fee, with the gain of a person who withdraws on the same day if its bonus
 * covers the fee (otherwise null). Refuses `loss_unconfirmed` unless such a gain is confirmed.
 */
export function judgeTerms({
  amount,
  bonus,
  fee,
  confirmed,
}: Terms & { fee: Ppm; confirmed: boolean | undefined }): Gain | { refused: Refused<'loss_unconfirmed'> } {
  if (!outlivesFee({ bonus, fee })) return { gain: null }
  const gain = sameDayGain({ amount, bonus, fee })
  if (confirmed) return { gain }
  return { refused: { code: 'loss_unconfirmed', field: 'confirm_loss', params: { gain } } }
}

/**
 * Whether the withdrawal fee may change, with the largest gain on the same day from a package on offer whose bonus would newly
 * cover it (otherwise null). Refuses `loss_unconfirmed`, with these packages and the gain of each, unless that is confirmed.
 */
export function judgeFee({
  offers,
  from,
  to,
  confirmed,
}: {
  offers: readonly (Terms & { name: string })[]
  from: Ppm
  to: Ppm
  confirmed: boolean | undefined
}): Gain | { refused: Refused<'loss_unconfirmed'> } {
  const outliving = offers.filter(({ bonus }) => outlivesFee({ bonus, fee: to }) && !outlivesFee({ bonus, fee: from }))
  const packages = outliving.map(({ name, ...terms }) => ({ name, gain: sameDayGain({ ...terms, fee: to }) }))
  const largest = packages.map(({ gain }) => gain).reduce<Paise | null>((a, b) => (a !== null && a > b ? a : b), null)
  if (confirmed || largest === null) return { gain: largest }
  return { refused: { code: 'loss_unconfirmed', field: 'confirm_loss', params: { packages } } }
}
