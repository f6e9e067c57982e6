import { useEffect, useState } from 'react'
import { SearchInput } from './SearchInput.tsx'

const pauseMs = 300

type AddressSearchProps = {
  label: string
  /** What the address says. */
  value: string
  onSearch: (text: string) => void
  className?: string | undefined
}

/** The search of a list: once the typing pauses, and at once on Enter. Back brings the words of the address before. */
export function AddressSearch({ label, value, onSearch, className }: AddressSearchProps) {
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
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed.trim())
      }}
    >
      <SearchInput label={label} value={typed} onChange={setTyped} dense />
    </form>
  )
}
