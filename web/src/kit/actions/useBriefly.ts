import { useEffect, useState } from 'react'

const SHOWN_MS = 2000

/** A word on a button about what it has just done, for two seconds: in a dialog it is seen and read out, unlike a toast. */
export function useBriefly<Word extends string>() {
  const [word, setWord] = useState<Word | null>(null)
  useEffect(() => {
    if (word === null) return
    const timer = setTimeout(() => setWord(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [word])
  return [word, setWord] as const
}
