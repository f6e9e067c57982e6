import { type Ref, useEffect, useState } from 'react'
import { SearchInput } from './SearchInput.tsx'

const PAUSE_MS = 300

type SearchFormProps = {
  label: string
  /** What was searched for, as the address says. */
  value: string
  onSearch: (text: string) => void
  /** Enter was pressed. */
  onEnter?: (() => void) | undefined
  dense?: boolean
  ref?: Ref<HTMLInputElement> | undefined
}

/** Searches once the typing pauses, and at once on Enter or when the field is left. */
export function SearchForm({ label, value, onSearch, onEnter, dense, ref }: SearchFormProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const [asked, setAsked] = useState(value)
  if (known !== value) {
    setKnown(value)
    // The address changed by itself: Back, a link, a filter taken off. What an own search brings leaves what was typed meanwhile.
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
        {...(dense && { dense })}
        {...(ref && { ref })}
      />
    </form>
  )
}
