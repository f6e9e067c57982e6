import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let sent = false

/** Shows that what was just pressed waits for another admin; the form that it was pressed in closes. */
export function announceSent() {
  show(true)
}

export function dismissSent() {
  show(false)
}

export function useSent(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => sent,
    () => false,
  )
}

function show(next: boolean) {
  sent = next
  for (const listener of listeners) listener()
}
