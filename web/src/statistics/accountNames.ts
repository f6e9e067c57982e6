import type { OwedAccountName, PlatformAccountName } from '@bittkosh/contract/statistics'
import { useLingui } from '@lingui/react/macro'

/** Names of the ledger's accounts. */
export function useAccountNames(): (account: OwedAccountName | PlatformAccountName) => string {
  const { t } = useLingui()
  const names: Record<OwedAccountName | PlatformAccountName, string> = {
    wallet: t`Wallets`,
    flexible: t`Earn`,
    invested: t`In plans`,
    held: t`Held for withdrawals`,
    cash_upi: t`UPI`,
    cash_bank: t`Bank`,
    cash_crypto: t`Crypto`,
    fee_withdrawal: t`Withdrawal fees`,
    fee_transfer: t`BittPay fees`,
    expense_plan_profit: t`Profit of plans`,
    expense_flexible_interest: t`Earn interest`,
    expense_package_bonus: t`Package bonuses`,
    expense_welcome_bonus: t`Welcome bonuses`,
    expense_referral: t`Referral income of users`,
    expense_adjustment: t`Adjustments by admins`,
  }
  return (account) => names[account]
}
