import { useSyncExternalStore } from 'react'

/** False while a page is drawn at build time: it knows neither the day nor the reader. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
