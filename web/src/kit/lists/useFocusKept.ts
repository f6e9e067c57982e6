import { type FocusEvent, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * For the element whose children are a list's rows: if the focused row disappears, because it was decided, the row that took its
 * place gets the focus, or the page's heading if it was the last. Otherwise the focus would go to the document's body.
 */
export function useFocusKept<Rows extends HTMLElement>() {
  const rows = useRef<Rows>(null)
  const held = useRef<{ row: number; element: Element } | null>(null)

  useLayoutEffect(() => {
    if (!held.current || held.current.element.isConnected) return
    const { children } = rows.current ?? { children: [] }
    const next = children[Math.min(held.current.row, children.length - 1)]
    held.current = null
    if (document.activeElement === document.body) next?.querySelector<HTMLElement>('a, button, input, select')?.focus()
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
