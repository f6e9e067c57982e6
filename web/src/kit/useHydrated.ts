import { useSyncExternalStore } from 'react'

/** False while the server draws a page, and while a browser takes it over: it knows neither the day nor the reader. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
