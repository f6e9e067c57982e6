import type { AdminDeposit } from '@bittkosh/contract/deposits'
import { useLingui } from '@lingui/react/macro'
import { usePersonWarnings } from './usePersonWarnings.ts'

/** What a dialog repeats before a deposit is approved, in its queue or from a line of a bank statement. */
export function useDepositWarnings({ user, seen_before: seen }: AdminDeposit): string[] {
  const { t } = useLingui()
  const ofPerson = usePersonWarnings(user)
  const others = seen.map(({ id }) => `#${id}`).join(', ')
  return [...ofPerson, ...(seen.length > 0 ? [t`Seen before: this transaction ID also appears on ${others}.`] : [])]
}
