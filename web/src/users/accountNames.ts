import type { UserAccountName } from '@bittkosh/contract/users'
import { useLingui } from '@lingui/react/macro'

/** Names of the four accounts of one person. */
export function useAccountNames(): (account: UserAccountName) => string {
  const { t } = useLingui()
  const names: Record<UserAccountName, string> = {
    wallet: t`Wallet`,
    flexible: t`Earn`,
    invested: t`In plans`,
    held: t`Held for withdrawals`,
  }
  return (account) => names[account]
}
