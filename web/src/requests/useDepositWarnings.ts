import type { AdminDeposit } from '@bittkosh/contract/deposits'
import { useLingui } from '@lingui/react/macro'

/** What a dialog repeats before a deposit is approved, in its queue or from a line of a bank statement. */
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
