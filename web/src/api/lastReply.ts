import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let at: Date | null = null
let reachable = true

/** Called after each answer that a page can show. */
export function noteReply() {
  at = new Date()
}

/** Called after each call: whether an answer came at all, be it a refusal. */
export function noteReach(reached: boolean) {
  if (reached === reachable) return
  reachable = reached
  for (const listener of listeners) listener()
}

/** When the server last answered: the age of what the page shows while offline. Null: nothing here is from it. */
export function lastReplyAt(): Date | null {
  return at
}

/** False from a call that got no answer to the next that does: browsers often believe to be online when they are not. */
export function useReachable(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => reachable,
    () => true,
  )
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
