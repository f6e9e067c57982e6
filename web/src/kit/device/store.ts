import { useSyncExternalStore } from 'react'

/** A value outside React that components follow. */
export type Store<T> = {
  get: () => T
  /** What a page drawn by the server shows. */
  drawn: T
  set: (value: T) => void
  /** Calls back after each change. Returns what stops that. */
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
