import type { Paise, Ppm } from '@bittkosh/contract/money'
import { outlivesFee, sameDayGain } from '@bittkosh/contract/packageLoss'
import type { Refused } from '@bittkosh/contract/refusals'

type Terms = { amount: Paise; bonus: Ppm }

/**
 * Whether a package may be offered at a withdrawal fee. Refuses `loss_unconfirmed`, with the gain of a person who
 * withdraws on the same day, if its bonus covers the fee and that is not confirmed.
 */
export function judgeTerms({
  amount,
  bonus,
  fee,
  confirmed,
}: Terms & { fee: Ppm; confirmed: boolean | undefined }): { fine: true } | { refused: Refused<'loss_unconfirmed'> } {
  if (confirmed || !outlivesFee({ bonus, fee })) return { fine: true }
  const params = { gain: sameDayGain({ amount, bonus, fee }) }
  return { refused: { code: 'loss_unconfirmed', field: 'confirm_loss', params } }
}

/**
 * Whether the withdrawal fee may change. Refuses `loss_unconfirmed`, with the packages on offer whose bonus would newly cover
 * the fee and the gain of each, unless that is confirmed.
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
}): { fine: true } | { refused: Refused<'loss_unconfirmed'> } {
  const outliving = offers.filter(({ bonus }) => outlivesFee({ bonus, fee: to }) && !outlivesFee({ bonus, fee: from }))
  if (confirmed || outliving.length === 0) return { fine: true }
  const params = {
    packages: outliving.map(({ name, ...terms }) => ({ name, gain: sameDayGain({ ...terms, fee: to }) })),
  }
  return { refused: { code: 'loss_unconfirmed', field: 'confirm_loss', params } }
}
