import { useSyncExternalStore } from 'react'

/** False while the server draws a page and while a browser hydrates it: neither day nor reader are known then. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
