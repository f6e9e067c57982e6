import { useLingui } from '@lingui/react/macro'

type Person = { is_frozen: boolean; is_active: boolean; is_linked_to_you: boolean }

/** What a dialog repeats about the person before their request is approved. */
export function usePersonWarnings(person: Person): string[] {
  const { t } = useLingui()
  return [
    ...(person.is_frozen ? [t`Frozen: no money leaves this account.`] : []),
    ...(person.is_active ? [] : [t`Inactive: this person cannot sign in.`]),
    ...(person.is_linked_to_you
      ? [t`Linked to you: this account and your own have used the same browser, payee or ID number.`]
      : []),
  ]
}
