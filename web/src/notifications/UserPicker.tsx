import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureMessage } from '../api/failure.ts'
import { Button } from '../kit/Button.tsx'
import { SearchInput } from '../kit/SearchInput.tsx'
import { type FoundUser, useFoundUsers } from './api.ts'
import styles from './SendForm.module.css'

type UserPickerProps = {
  user: FoundUser | null
  onChoose: (user: FoundUser | null) => void
  error: string | undefined
}

/** Finds one user by name, e-mail or phone. */
export function UserPicker({ user, onChoose, error }: UserPickerProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  if (user) {
    return (
      <div className={styles.chosen}>
        <div>
          <strong>{user.name}</strong>
          <span className={styles.soft}>{user.email}</span>
        </div>
        <Button variant="secondary" size="dense" onClick={() => onChoose(null)}>
          <Trans context="verb">Change</Trans>
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.form}>
      <SearchInput label={t`Search a user by name, e-mail or phone`} value={typed} onChange={setTyped} />
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <FoundUsers typed={typed} onChoose={onChoose} />
    </div>
  )
}

function FoundUsers({ typed, onChoose }: { typed: string; onChoose: (user: FoundUser) => void }) {
  const { t } = useLingui()
  const { data, error } = useFoundUsers(typed)
  if (error) return <p className={styles.error}>{failureMessage(error, t`Failed to load users`)}</p>
  if (!data) return null
  if (data.data.length === 0) {
    return (
      <p className={styles.soft} role="status">
        <Trans>Nobody was found.</Trans>
      </p>
    )
  }
  return (
    <ul className={styles.found} aria-label={t`Found users`}>
      {data.data.map((found) => (
        <li key={found.id}>
          <button type="button" className={styles.user} onClick={() => onChoose(found)}>
            <strong>{found.name}</strong>
            <span className={styles.soft}>{found.email}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
