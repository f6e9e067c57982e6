import { useState } from 'react'

/**
 * For a date field whose value is in the address, which is updated a moment after the typing: meanwhile React would restore the
 * previous date, and the browser would lose a year of which only the first digit is typed. Until it loses the focus, the field
 * shows what is typed.
 */
export function useTypedDay(day: string, onChange: (typed: string) => void) {
  const [typed, setTyped] = useState<string | null>(null)
  return {
    value: typed ?? day,
    onChange(next: string) {
      setTyped(next)
      onChange(next)
    },
    onBlur: () => setTyped(null),
  }
}
