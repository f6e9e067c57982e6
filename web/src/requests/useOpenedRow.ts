import { useEffect, useRef, useState } from 'react'
import type { SearchChange } from '../kit/lists/addressSearch.ts'
import type { QueueSearch } from './queueFilter.ts'

type QueueRows<R> = {
  rows: readonly R[]
  rowKey: (row: R) => number
  /** The query of the rows: placeholders are those of the previous address, while another page or search is loading. */
  list: { data: object | undefined; isPlaceholderData: boolean }
  search: QueueSearch
  onSearch: (change: SearchChange<QueueSearch>, isStep?: boolean) => void
  isWide: boolean
  /** A confirm dialog is open, which has the focus. */
  isConfirming: boolean
}

/** Which row of a queue is open, as the address says, and the focus that follows it within the element at `place`. */
export function useOpenedRow<R>(queue: QueueRows<R>) {
  const { rows, rowKey, list, search, onSearch, isWide, isConfirming } = queue
  /** Rows decided here, which may stay in the list for a moment. */
  const [decided, setDecided] = useState<ReadonlySet<number>>(new Set())
  /** The row that was opened last, its place in the list, and what the address said then. */
  const [last, setLast] = useState<{ row: R; at: number; address: string | number } | null>(null)
  const place = useRef<HTMLDivElement>(null)
  /** Whether the row that should get the focus is open yet: address and list follow a moment later. */
  const isThere = useRef<((key: number | undefined) => boolean) | null>(null)
  /** The text searched for with Enter, whose first row gets the focus once it is loaded: from then on keys decide. */
  const sought = useRef<string | null>(null)

  const listed = (key: number | undefined) => rows.find((row) => rowKey(row) === key)
  // It stays open even if it has left the page, because somebody else decided it or one before it: otherwise the next key or click
  // would act on another person's record.
  const address = search.id ?? JSON.stringify(search)
  const isStill = last?.address === address && !decided.has(rowKey(last.row)) && (isWide || search.id !== undefined)
  const kept = isStill ? (listed(rowKey(last.row)) ?? last.row) : undefined
  const opened = listed(search.id) ?? kept ?? (isWide ? rows[0] : undefined)
  const openedKey = opened && rowKey(opened)
  const at = opened === undefined ? -1 : rows.indexOf(opened)
  const isNew = last?.row !== opened || last?.at !== at || last.address !== address
  if (opened && at >= 0 && !list.isPlaceholderData && isNew) setLast({ row: opened, at, address })

  useEffect(() => {
    if (!isConfirming && isThere.current?.(openedKey)) arrive()
    arriveAtSought()
  })

  // Whoever presses something or goes on with Tab has moved on. If the page scrolled between press and release, the
  // click would be lost.
  useEffect(() => {
    const stay = () => {
      isThere.current = null
      sought.current = null
    }
    const stayAtTab = ({ key }: KeyboardEvent) => key === 'Tab' && stay()
    addEventListener('pointerdown', stay)
    addEventListener('keydown', stayAtTab)
    return () => {
      removeEventListener('pointerdown', stay)
      removeEventListener('keydown', stayAtTab)
    }
  }, [])

  function seek(text: string) {
    sought.current = text
    arriveAtSought()
  }

  function arriveAtSought() {
    const isLoaded = list.data !== undefined && !list.isPlaceholderData
    if (!isLoaded || sought.current !== (search.search ?? '')) return
    sought.current = null
    arrive()
  }

  function arrive() {
    isThere.current = null
    const row = place.current?.querySelector<HTMLElement>('[aria-selected=true]')
    const target = row?.querySelector('button') ?? place.current
    target?.focus({ preventScroll: true })
    // Below the top bar on a phone, where a record takes the list's place; the tabs of a wide screen stay in view.
    ;(row ?? place.current)?.scrollIntoView({ block: row || isWide ? 'nearest' : 'start' })
  }

  /** Moving with keys adds one history entry in all; each click on a row adds one. */
  function goTo(key: number, isStep = true) {
    isThere.current = (opened) => opened === key
    if (key === openedKey) arrive()
    if (key !== search.id) onSearch({ id: key }, isStep)
  }

  function move(by: 1 | -1) {
    const { above, below } = around(opened)
    const target = by === 1 ? (below[0] ?? rows.at(-1)) : (above[0] ?? rows[0])
    if (target !== undefined) goTo(rowKey(target), search.id === undefined)
  }

  /** The key of the row to open once this one is decided: the next below it that is not decided yet, else above it. */
  function nextOf(row: R): number | undefined {
    const { above, below } = around(row)
    const next = [...below, ...above].find((one) => !decided.has(rowKey(one)))
    return next && rowKey(next)
  }

  /** The other rows, nearest first. The opened row keeps its place after it has left the list. */
  function around(row: R | undefined) {
    const found = row === undefined ? -1 : rows.findIndex((one) => rowKey(one) === rowKey(row))
    const place = found >= 0 ? found : row === undefined ? 0 : (last?.at ?? 0)
    return { above: rows.slice(0, place).toReversed(), below: rows.slice(found >= 0 ? place + 1 : place) }
  }

  return {
    place,
    opened,
    /** The opened row is no longer in the list. */
    hasLeft: opened !== undefined && !list.isPlaceholderData && at < 0,
    goTo,
    move,
    close: () => onSearch({ id: undefined }),
    seek,
    nextOf,
    markDecided: (row: R) => setDecided((before) => new Set(before).add(rowKey(row))),
    /** Opens the row that follows a decided one; without one, whichever is open then gets the focus. */
    goOn: (row: R, next: number | undefined) => {
      isThere.current = (opened) => (next === undefined ? opened !== rowKey(row) : opened === next)
      onSearch({ id: next })
    },
  }
}
