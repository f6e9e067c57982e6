import { useEffect, useRef } from 'react'
import { preference, usePreference } from './preference.ts'

/** Admins who type with their eyes elsewhere can switch the keys off. */
export const reviewKeys = preference('review-keys', ['on', 'off'], 'on')

export type ReviewActions = {
  next: () => void
  previous: () => void
  /** Opens the confirm; nothing is ever decided by one key. */
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

/** J and K move, A approves, R rejects, / searches, ? lists the keys; not while something is typed or a dialog is open. */
export function useReviewKeys(actions: ReviewActions) {
  const isOn = usePreference(reviewKeys) === 'on'
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })

  useEffect(() => {
    function press(event: KeyboardEvent) {
      const name = actionOf[event.key.toLowerCase()]
      if (!name || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (!isOn && name !== 'help') return
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return
      const action = latest.current[name]
      if (!action) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isOn])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}
