import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let at: Date | null = null
let reachable = true

/** Called after each reply that a page can show. */
export function noteReply() {
  at = new Date()
}

/** Called after each call: whether any reply came, even a refusal. */
export function noteReach(reached: boolean) {
  if (reached === reachable) return
  reachable = reached
  for (const listener of listeners) listener()
}

/** Calls back with each change: false once a call had no reply or the browser lost its connection, true once either is back. */
export function onReach(listener: (isBack: boolean) => void): void {
  subscribe(() => listener(reachable))
  globalThis.addEventListener?.('online', () => listener(true))
}

/** When the server last replied, which is the age of what the page shows while offline; null if nothing on it is from the server. */
export function lastReplyAt(): Date | null {
  return at
}

/** False from a call without a reply until the next one with a reply, because browsers often report being online when they are not. */
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
