import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { failureMessage } from '../api/failure.ts'
import { Button } from '../kit/actions/Button.tsx'
import { SearchInput } from '../kit/forms/SearchInput.tsx'
import { type FoundUser, useFoundUsers } from './foundUsers.ts'
import styles from './SendForm.module.css'

type UserPickerProps = {
  user: FoundUser | null
  onChoose: (user: FoundUser | null) => void
  error: string | undefined
}

/** Finds one user by name, e-mail or phone. The arrow keys move among the results, Enter chooses. */
export function UserPicker({ user, onChoose, error }: UserPickerProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLDivElement>(null)

  // The clicked button is gone: the focus moves to what replaced it.
  function choose(chosen: FoundUser | null) {
    flushSync(() => onChoose(chosen))
    box.current?.querySelector<HTMLElement>('button, input')?.focus()
  }

  function move(event: KeyboardEvent) {
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input, li button') ?? [])]
    const at = stops.findIndex((stop) => stop === document.activeElement)
    if (event.key === 'Enter' && at === 0 && typed !== '') {
      event.preventDefault() // the form is not complete while the picker is open
      stops[1]?.click()
    }
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    stops[Math.min(Math.max(at + by, 0), stops.length - 1)]?.focus()
  }

  if (user) {
    return (
      <div ref={box} className={styles.chosen}>
        <div>
          <strong>{user.name}</strong>
          <span className={styles.soft}>{user.email}</span>
        </div>
        <Button variant="secondary" size="dense" onClick={() => choose(null)}>
          <Trans context="verb">Change</Trans>
        </Button>
      </div>
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow keys move among the fields inside
    <div ref={box} className={styles.form} onKeyDown={move}>
      <SearchInput
        label={t`Search for a user by name, e-mail or phone`}
        value={typed}
        onChange={setTyped}
        invalid={Boolean(error)}
      />
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <FoundUsers typed={typed} onChoose={choose} />
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
        <Trans>No users found.</Trans>
      </p>
    )
  }
  const more = data.pagination.total - data.data.length
  return (
    <>
      <ul className={styles.found} aria-label={t`Users found`}>
        {data.data.map((found) => (
          <li key={found.id}>
            <button type="button" className={styles.user} onClick={() => onChoose(found)}>
              <strong>{found.name}</strong>
              <span className={styles.soft}>{found.email}</span>
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className={styles.soft} role="status">
          <Plural
            value={more}
            one="# more person fits: type more of the name."
            other="# more people fit: type more of the name."
          />
        </p>
      )}
    </>
  )
}
