import { useSyncExternalStore } from 'react'

const query = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)')

/** Whether the person's system prefers reduced motion: then nothing moves by itself. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(
    onChange,
    () => query?.matches ?? false,
    () => false,
  )
}

function onChange(listener: () => void) {
  query?.addEventListener('change', listener)
  return () => query?.removeEventListener('change', listener)
}
