import { useSyncExternalStore } from 'react'

/** A value outside React to which components subscribe. */
export type Store<T> = {
  get: () => T
  /** The value in a page rendered by the server. */
  drawn: T
  set: (value: T) => void
  /** Calls `listener` after each change. Returns a function that stops it. */
  onChange: (listener: () => void) => () => void
}

export function store<T>(first: T, drawn = first): Store<T> {
  const listeners = new Set<() => void>()
  let current = first
  return {
    get: () => current,
    drawn,
    set: (value) => {
      current = value
      for (const listener of listeners) listener()
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useStore<T>({ get, drawn, onChange }: Store<T>): T {
  return useSyncExternalStore(onChange, get, () => drawn)
}
