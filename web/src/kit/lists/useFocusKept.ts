import { type FocusEvent, useEffect, useLayoutEffect, useRef } from 'react'

const controls = 'a, button, input, select'

/**
 * For the element whose children are a list's rows, or a record's buttons: if the focused child disappears, because it was
 * decided or pressed, the one that took its place gets the focus, or the page's heading if it was the last. Otherwise the focus
 * would go to the document's body.
 */
export function useFocusKept<Rows extends HTMLElement>() {
  const rows = useRef<Rows>(null)
  const held = useRef<{ row: number; element: Element } | null>(null)

  useLayoutEffect(() => {
    if (!held.current || held.current.element.isConnected) return
    const { children } = rows.current ?? { children: [] }
    const next = children[Math.min(held.current.row, children.length - 1)]
    held.current = null
    if (document.activeElement !== document.body) return
    const control = next?.matches(controls) ? next : next?.querySelector(controls)
    if (control instanceof HTMLElement) control.focus()
  })

  useEffect(
    () => () => {
      if (held.current && document.activeElement === document.body)
        document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true })
    },
    [],
  )

  return {
    ref: rows,
    onFocus({ target }: FocusEvent<Rows>) {
      const row = [...(rows.current?.children ?? [])].findIndex((one) => one.contains(target))
      held.current = { row, element: target }
    },
    /** Not called for removed elements. */
    onBlur() {
      held.current = null
    },
  }
}
