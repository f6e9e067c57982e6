import type { AdminDeposit } from '@bittkosh/contract/deposits'
import { useLingui } from '@lingui/react/macro'
import { usePersonWarnings } from './usePersonWarnings.ts'

/** What a dialog repeats before a deposit is approved, in its queue or from a line of a bank statement. */
export function useDepositWarnings({
  user,
  method: { name },
  seen_before: seen,
  has_former_payee: isFormer,
}: AdminDeposit): string[] {
  const { t } = useLingui()
  const ofPerson = usePersonWarnings(user)
  const others = seen.map(({ id }) => `#${id}`).join(', ')
  return [
    ...ofPerson,
    ...(seen.length > 0 ? [t`Seen before: this transaction ID also appears on ${others}.`] : []),
    ...(isFormer ? [t`Paid using the earlier details of ${name}: look for the payment there.`] : []),
  ]
}
