import { useSyncExternalStore } from 'react'

const wide = globalThis.matchMedia?.('(min-width: 1024px)')

/** True if a list and the document of a row fit side by side. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      wide?.addEventListener('change', listener)
      return () => wide?.removeEventListener('change', listener)
    },
    () => wide?.matches ?? true,
  )
}
