import { formatRupees, type Paise, type Ppm } from '@bittkosh/contract/money'
import { sameDayGain } from '@bittkosh/contract/packageLoss'
import { useLingui } from '@lingui/react/macro'

/** For an admin: what a buyer gains by withdrawing at once if the package's bonus exceeds the withdrawal fee. */
export function SameDayGain(terms: { amount: Paise; bonus: Ppm; fee: Ppm }) {
  const { t } = useLingui()
  const gain = formatRupees(sameDayGain(terms))
  return <p>{t`Anyone who buys this package and withdraws everything the same day gains ${gain}.`}</p>
}
