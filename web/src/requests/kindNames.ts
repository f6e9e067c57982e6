import type { MovementKind } from '@bittkosh/contract/movements'
import { useLingui } from '@lingui/react/macro'

/** Names of the ledger's kinds of movement. */
export function useKindNames(): (kind: MovementKind) => string {
  const { t } = useLingui()
  const names: Record<MovementKind, string> = {
    deposit: t`Deposit`,
    package: t`Package bought`,
    package_bonus: t`Package bonus`,
    deposit_reversal: t`Deposit reversed`,
    withdrawal_hold: t`Withdrawal requested`,
    withdrawal_payout: t`Withdrawal paid`,
    withdrawal_release: t`Withdrawal refunded`,
    withdrawal_return: t`Withdrawal returned by the bank`,
    transfer: t`BittPay transfer`,
    plan_purchase: t`Plan bought`,
    plan_claim: t`Plan claimed`,
    flexible_deposit: t`Earn deposit`,
    flexible_withdraw: t`Earn withdrawal`,
    flexible_interest: t`Earn interest`,
    welcome_bonus: t`Welcome bonus`,
    welcome_bonus_taken_back: t`Welcome bonus revoked`,
    referral_income: t`Referral income`,
    adjustment: t`Adjustment`,
  }
  return (kind) => names[kind]
}
