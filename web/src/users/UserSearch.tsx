import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { SearchInput } from '../kit/forms/SearchInput.tsx'
import styles from './Users.module.css'

const pauseMs = 300

/** Searches once the typing pauses, and at once on Enter. `value` is what the address says. */
export function UserSearch({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // The address changed by itself: back, a link, the search of the panel.
  if (known !== value) {
    setKnown(value)
    if (value !== typed.trim()) setTyped(value)
  }

  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => onSearch(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  })

  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed.trim())
      }}
    >
      <SearchInput label={t`Name, e-mail, phone or #number`} value={typed} onChange={setTyped} dense />
    </form>
  )
}
