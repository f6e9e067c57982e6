import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

/** Of the address of a page that adds records: its empty form is open. */
export type AddSearch = { add?: true }

/**
 * The record whose form is open, and what opens another or closes it with null. An address with `?add=true` opens the
 * empty form (`'new'`) of those who `mayAdd`: the search of the panel leads there.
 */
export function useEdited<T>(mayAdd: boolean): [T | 'new' | null, (next: T | 'new' | null) => void] {
  const { add } = useSearch({ strict: false }) as AddSearch
  const navigate = useNavigate()
  const [edited, setEdited] = useState<T | 'new' | null>(null)
  function edit(next: T | 'new' | null) {
    setEdited(next)
    if (add && next === null)
      void navigate({ to: '.', search: ({ add: _gone, ...others }: AddSearch) => others, replace: true })
  }
  return [edited ?? (add && mayAdd ? 'new' : null), edit]
}
