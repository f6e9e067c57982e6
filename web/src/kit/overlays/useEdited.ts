import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

/** In the address of a page that adds records: its empty form is open. */
export type AddSearch = { add?: true }

/**
 * What is open, a function that opens something, and one that closes only what was open when it was created: the reply to a form
 * that was left while it was being sent may come when another is open.
 */
export function useOpened<T>(): [T | null, (next: T) => void, () => void] {
  const [opened, setOpened] = useState<{ it: T } | null>(null)
  return [opened?.it ?? null, (it) => setOpened({ it }), () => setOpened((now) => (now === opened ? null : now))]
}

/**
 * The record whose form is open, and a function that opens another or closes it with null. An address with `?add=true` opens the
 * empty form (`'new'`) if the admin `mayAdd`: the search of the panel links there.
 */
export function useEdited<T>(mayAdd: boolean): [T | 'new' | null, (next: T | 'new' | null) => void] {
  const { add } = useSearch({ strict: false }) as AddSearch
  const navigate = useNavigate()
  const [edited, open, close] = useOpened<T | 'new'>()
  function edit(next: T | 'new' | null) {
    if (next !== null) return open(next)
    close()
    if (add) void navigate({ to: '.', search: ({ add: _gone, ...others }: AddSearch) => others, replace: true })
  }
  return [edited ?? (add && mayAdd ? 'new' : null), edit]
}
