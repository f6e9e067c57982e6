import { useSyncExternalStore } from 'react'

const wide = () => globalThis.matchMedia?.('(min-width: 1024px)')

/** True if a list and the document of a row fit side by side. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const screen = wide()
      screen?.addEventListener('change', listener)
      return () => screen?.removeEventListener('change', listener)
    },
    () => wide()?.matches ?? true,
  )
}
