import { useSyncExternalStore } from 'react'

/** When the oldest figure on the screen was received, of all or of those that failed to refetch; null if there are none. */
type FiguresAt = (which: 'all' | 'failed') => number | null

const listeners = new Set<() => void>()
const awaiting = new Set<() => void>()
let at: Date | null = null
let reachable = true
let figuresAt: FiguresAt = () => null

/** Called after each reply that a page can show. */
export function noteReply() {
  at = new Date()
}

/** Called after each call: whether any reply came, even a refusal. */
export function noteReach(reached: boolean) {
  if (reached === reachable) return
  reachable = reached
  tellAll()
  if (reached) for (const listener of awaiting) listener()
}

/**
 * Calls back whenever the connection is back: the browser reports it, or a call gets a reply after one that got none. Either suffices,
 * because a page may make no calls. Returns the function that stops it.
 */
export function onReturn(listener: () => void): () => void {
  awaiting.add(listener)
  globalThis.addEventListener?.('online', listener)
  return () => {
    awaiting.delete(listener)
    removeEventListener('online', listener)
  }
}

/**
 * Once loaded, the query cache knows better how old the figures on the screen are. Returns the function to call when they change.
 */
export function watchFigures(oldestAt: FiguresAt): () => void {
  figuresAt = oldestAt
  return tellAll
}

/**
 * The age of what the page shows while offline: of its oldest figure, otherwise of the last reply; null if nothing came from the
 * server.
 */
export function useShownAt(): Date | null {
  return useMoment(() => figuresAt('all') ?? at?.getTime() ?? null)
}

/** The age of the oldest figure that failed to refetch; null if there are none. */
export function useFailedSince(): Date | null {
  return useMoment(() => figuresAt('failed'))
}

function useMoment(read: () => number | null): Date | null {
  const ms = useSyncExternalStore(subscribe, read, () => null)
  return ms === null ? null : new Date(ms)
}

/** False from a call without a reply until the next one with a reply, because browsers often report being online when they are not. */
export function useReachable(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => reachable,
    () => true,
  )
}

function tellAll() {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
