import { useSyncExternalStore } from 'react'

/** False while the server renders a page and while a browser hydrates it: neither the date nor the reader is known then. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
