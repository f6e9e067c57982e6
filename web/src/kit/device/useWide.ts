import { useSyncExternalStore } from 'react'

/** True if the screen is at least this wide, in px, so that two columns fit side by side. */
export function useWide(least = 1024): boolean {
  const wide = () => globalThis.matchMedia?.(`(min-width: ${least}px)`)
  return useSyncExternalStore(
    (listener) => {
      const screen = wide()
      screen?.addEventListener('change', listener)
      return () => screen?.removeEventListener('change', listener)
    },
    () => wide()?.matches ?? true,
  )
}
