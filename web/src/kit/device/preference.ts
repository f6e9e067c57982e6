import { type Store, store } from './store.ts'

/**
 * A choice that this browser stores, made in this tab or another one. If storage is blocked, it lasts as long as the page.
 * A page rendered by the server shows `fallback`, because the server does not know the browser's choice.
 */
export function preference<const T extends string>(key: string, values: readonly T[], fallback: T): Store<T> {
  const choice = store(stored(), fallback)

  function stored(): T {
    const text = readStorage(key)
    return values.find((value) => value === text) ?? fallback
  }

  globalThis.addEventListener?.('storage', (event) => {
    if (event.key === key || event.key === null) choice.set(stored())
  })

  return {
    ...choice,
    set: (value) => {
      writeStorage(key, value)
      choice.set(value)
    },
  }
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
    // Private mode or a full disk: the preference lasts until the page is closed.
  }
}
