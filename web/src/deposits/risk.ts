import type { AdminDeposit } from '@bittkosh/contract/deposits'
import { useLingui } from '@lingui/react/macro'
import type { RiskFact } from '../requests/Strip.tsx'
import { useUsual } from '../requests/useUsual.ts'

export function useDepositRisk(deposit: AdminDeposit): RiskFact[] {
  const { t } = useLingui()
  const usual = useUsual()
  const isFirst = deposit.recent.length === 0
  const seen = deposit.seen_before.length
  return [
    { label: t`Deposits before`, value: isFirst ? t`this is the first` : t`not the first`, isUnusual: isFirst },
    usual(deposit.requested_amount, deposit.largest_approved),
    { label: t`Reference`, value: seen > 0 ? t`seen before` : t`seen nowhere else`, isUnusual: seen > 0 },
  ]
}

/** What the confirm dialog repeats before a deposit is approved. */
export function useDepositWarnings({ user, seen_before: seen }: AdminDeposit): string[] {
  const { t } = useLingui()
  const others = seen.map(({ id }) => `#${id}`).join(', ')
  return [
    ...(user.is_frozen ? [t`Frozen: no money leaves this account.`] : []),
    ...(user.is_active ? [] : [t`Inactive: this person cannot sign in.`]),
    ...(user.is_linked_to_you
      ? [t`Linked to you: this account and your own have used the same browser, payee or ID number.`]
      : []),
    ...(seen.length > 0 ? [t`Seen before: this transaction ID also appears on ${others}.`] : []),
  ]
}
