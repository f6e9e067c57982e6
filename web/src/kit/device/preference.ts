import { useSyncExternalStore } from 'react'

export type Preference<T extends string> = {
  get: () => T
  /** The value that a page drawn by the server shows, before it knows this browser. */
  fallback: T
  set: (value: T) => void
  /** Calls back after each change, in this tab or another one. Returns what stops that. */
  onChange: (listener: () => void) => () => void
}

/** A choice that this browser stores. If storage is blocked, it lasts as long as the page. */
export function preference<const T extends string>(key: string, values: readonly T[], fallback: T): Preference<T> {
  const listeners = new Set<() => void>()
  let current = stored()

  function stored(): T {
    const text = readStorage(key)
    return values.find((value) => value === text) ?? fallback
  }

  globalThis.addEventListener?.('storage', (event) => {
    if (event.key !== key && event.key !== null) return
    current = stored()
    for (const listener of listeners) listener()
  })

  return {
    get: () => current,
    fallback,
    set: (value) => {
      current = value
      writeStorage(key, value)
      for (const listener of listeners) listener()
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function usePreference<T extends string>(kept: Preference<T>): T {
  return useSyncExternalStore(kept.onChange, kept.get, () => kept.fallback)
}

function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function writeStorage(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Private mode or a full disk: the choice lasts until the page is closed.
  }
}
