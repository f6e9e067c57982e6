import { type Ref, useEffect, useState } from 'react'
import { SearchInput } from './SearchInput.tsx'

const PAUSE_MS = 300

type SearchFormProps = {
  label: string
  /** The current search, from the address. */
  value: string
  onSearch: (text: string) => void
  /** Enter was pressed. */
  onEnter?: (() => void) | undefined
  dense?: boolean
  ref?: Ref<HTMLInputElement> | undefined
}

/** Searches once the typing pauses, and immediately on Enter or when the field loses the focus. */
export function SearchForm({ label, value, onSearch, onEnter, dense, ref }: SearchFormProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const [asked, setAsked] = useState(value)
  if (known !== value) {
    setKnown(value)
    // The address changed from outside: Back, a link, a removed filter. The field's own search does not overwrite what was typed
    // meanwhile.
    if (value !== asked) {
      setTyped(value)
      setAsked(value)
    }
  }

  function search() {
    setAsked(typed.trim())
    onSearch(typed.trim())
  }

  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(search, PAUSE_MS)
    return () => clearTimeout(timer)
  })

  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        search()
        onEnter?.()
      }}
    >
      <SearchInput
        label={label}
        value={typed}
        onChange={setTyped}
        onLeave={() => typed.trim() !== value && search()}
        dense={dense}
        ref={ref}
      />
    </form>
  )
}
