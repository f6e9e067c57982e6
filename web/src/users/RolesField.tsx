import { type Role, roleNames } from '@bittkosh/contract/roles'
import { roleWords } from '@bittkosh/contract/words/roles'
import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { useLanguage } from '../kit/device/language.ts'
import { Checkbox } from '../kit/forms/Checkbox.tsx'
import styles from './Users.module.css'

type RolesFieldProps = { roles: readonly Role[]; error: string | undefined; onChange: (roles: Role[]) => void }

/** A checkbox for each role, with a description of its permissions. */
export function RolesField({ roles, error, onChange }: RolesFieldProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const errorId = useId()
  const may: Record<Role, string> = {
    owner: t`Everything. Only owners change money settings, payment methods, anybody’s e-mail and password, admins and roles.`,
    finance: t`Sees everything. Decides deposits and withdrawals, edits balances, downloads financial data, freezes accounts.`,
    kyc: t`Sees users. Decides on identity documents, sees full ID numbers, freezes accounts.`,
    support: t`Sees users and their records, without identity documents. Answers messages, writes notes, notifies one user, freezes accounts.`,
    catalogue: t`Plans, categories, packages, upcomings and texts. Notifies everyone.`,
    viewer: t`Sees everything except identity documents, bank statements and payout batches, and changes nothing.`,
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
