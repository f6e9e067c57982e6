import { isTyped, useKeys } from '../kit/overlays/layers.ts'
import { preference } from '../kit/device/preference.ts'
import { useStore } from '../kit/device/store.ts'

/** Admins can switch the keys off. */
export const reviewKeys = preference('review-keys', ['on', 'off'], 'on')

export type ReviewActions = {
  next: () => void
  previous: () => void
  /** Opens the confirm dialog; a single key never decides anything. */
  approve?: (() => void) | undefined
  reject?: (() => void) | undefined
  search: () => void
  help: () => void
}

const actionOf: Record<string, keyof ReviewActions> = {
  j: 'next',
  k: 'previous',
  a: 'approve',
  r: 'reject',
  '/': 'search',
  '?': 'help',
}

/** J and K move, A approves, R rejects, / searches, ? lists the keys; not while somebody types or something covers the queue. */
export function useReviewKeys(actions: ReviewActions) {
  const isOn = useStore(reviewKeys) === 'on'
  useKeys((event) => {
    const name = actionOf[event.key.toLowerCase()]
    if (!name || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    if ((!isOn && name !== 'help') || isTyped(event)) return
    const action = actions[name]
    if (!action) return
    event.preventDefault()
    action()
  })
}
