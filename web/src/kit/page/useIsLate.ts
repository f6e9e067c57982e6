import { useEffect, useState } from 'react'

const LATE_MS = 1_500

/**
 * False while a page may wait for its less important parts, so that they don't shift its content; after that the page is shown
 * without them.
 */
export function useIsLate(): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}
