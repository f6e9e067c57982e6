import { formatRupees, type Paise } from '@bittkosh/contract/money'
import { Trans } from '@lingui/react/macro'

/** A rate as people read it: '₹90.00 per USDT'. */
export function UsdtRate({ rate }: { rate: Paise }) {
  const rupees = formatRupees(rate)
  return <Trans>{rupees} per USDT</Trans>
}
