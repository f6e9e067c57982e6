import { store, useStore } from '../device/store.ts'

export type Toast = { id: number; tone: 'gain' | 'loss'; message: string }

const shownMs = 3000
const toasts = store<readonly Toast[]>([])
let lastId = 0

/** Shows the result of a button without a form for three seconds. */
export function toast(message: string, tone: Toast['tone'] = 'gain') {
  const id = ++lastId
  toasts.set([...toasts.get().filter((shown) => shown.message !== message), { id, tone, message }])
  setTimeout(() => toasts.set(toasts.get().filter((shown) => shown.id !== id)), shownMs)
}

export function useToasts(): readonly Toast[] {
  return useStore(toasts)
}
