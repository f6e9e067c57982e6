import type { WithdrawalType } from '@bittkosh/contract/payees'
import { useLingui } from '@lingui/react/macro'

export function useTypeLabels(): Record<WithdrawalType, string> {
  const { t } = useLingui()
  return { upi: t`UPI`, bank: t`Bank`, crypto: t`USDT` }
}
