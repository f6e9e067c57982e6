import { decimalText, type Paise } from '@bittkosh/contract/money'
import { useLingui } from '@lingui/react/macro'
import { moneyText } from '../kit/money/Money.tsx'
import type { RiskFact } from './Strip.tsx'

/** An amount compared with the largest approved for the person so far; null if there is none. */
export function useUsual(): (amount: Paise, largest: Paise | null) => RiskFact {
  const { t } = useLingui()
  return (amount, largest) => {
    const label = t`Against the usual`
    if (largest === null) return { label, value: t`nothing to compare with`, isUnusual: false }
    if (amount <= largest) return { label, value: t`within ${moneyText(largest, { decimals: 0 })}`, isUnusual: false }
    const times = decimalText((amount * 10n) / largest, 1)
    return { label, value: t`${times} × the largest so far`, isUnusual: amount > largest * 3n }
  }
}
