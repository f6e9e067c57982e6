import { useSyncExternalStore } from 'react'

export type Toast = { id: number; tone: 'gain' | 'loss'; message: string }

const shownMs = 3000
const listeners = new Set<() => void>()
const noToasts: readonly Toast[] = []
let toasts = noToasts
let lastId = 0

/** Shows the result of a button without a form for three seconds. */
export function toast(message: string, tone: Toast['tone'] = 'gain') {
  const id = ++lastId
  show([...toasts.filter((shown) => shown.message !== message), { id, tone, message }])
  setTimeout(() => dismissToast(id), shownMs)
}

export function dismissToast(id: number) {
  show(toasts.filter((shown) => shown.id !== id))
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
    () => noToasts,
  )
}

function show(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}
