import { useState } from 'react'

/**
 * For a field of a day that stands in the address, which follows what is typed a moment later: React would put the day before
 * it back meanwhile, and a browser then forgets the year of which only the first digit is typed. Until the field is left it
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
