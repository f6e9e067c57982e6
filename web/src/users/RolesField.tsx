import { type Role, roleNames } from '@bittkosh/contract/roles'
import { roleWords } from '@bittkosh/contract/words/roles'
import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { useLanguage } from '../kit/device/language.ts'
import { Checkbox } from '../kit/forms/Checkbox.tsx'
import styles from './Team.module.css'

type RolesFieldProps = { roles: readonly Role[]; error: string | undefined; onChange: (roles: Role[]) => void }

/** A checkbox for each role, with a description of its permissions. */
export function RolesField({ roles, error, onChange }: RolesFieldProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const errorId = useId()
  const may: Record<Role, string> = {
    owner: t`Everything. Owners alone change settings of money, payment methods, anybody’s e-mail and password, admins and roles.`,
    finance: t`Reads everything. Decides deposits and withdrawals, edits balances, downloads financial data, freezes accounts.`,
    kyc: t`Reads people. Decides identity documents, sees full ID numbers, freezes accounts.`,
    support: t`Reads people and their records, without identity documents. Answers people, writes notes, notifies one person, freezes accounts.`,
    catalogue: t`Plans, categories, packages, upcomings and texts. Notifies everyone.`,
    viewer: t`Reads everything except identity documents, bank statements and payout batches, and changes nothing.`,
  }
  return (
    <fieldset className={styles.roles} aria-describedby={error ? errorId : undefined} aria-invalid={Boolean(error)}>
      <legend>{t`Roles`}</legend>
      {roleNames.map((role) => (
        <Checkbox
          key={role}
          label={
            <span className={styles.two}>
              <strong>{roleWords[language][role]}</strong>
              <span className={styles.soft}>{may[role]}</span>
            </span>
          }
          checked={roles.includes(role)}
          onChange={(on) => onChange(roleNames.filter((one) => (one === role ? on : roles.includes(one))))}
        />
      ))}
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
