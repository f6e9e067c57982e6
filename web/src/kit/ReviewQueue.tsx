import { type RequestSort, requestSorts } from '@bittkosh/contract/requests'
import { useLingui } from '@lingui/react/macro'
import { ArrowLeft, CircleCheck, Keyboard } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { SearchChange } from './addressSearch.ts'
import { Button } from './Button.tsx'
import { Switch } from './Checkbox.tsx'
import { cx } from './cx.ts'
import { EmptyState } from './EmptyState.tsx'
import { FailedState } from './FailedState.tsx'
import { IconButton } from './IconButton.tsx'
import { KeyValues } from './KeyValues.tsx'
import { Modal } from './Modal.tsx'
import { Pagination } from './Pagination.tsx'
import { usePreference } from './preference.ts'
import styles from './ReviewQueue.module.css'
import { SearchInput } from './SearchInput.tsx'
import { SearchLimit } from './SearchLimit.tsx'
import { Select } from './Select.tsx'
import { SkeletonRows } from './Skeleton.tsx'
import { type Column, Table } from './Table.tsx'
import { Tabs } from './Tabs.tsx'
import { reviewKeys, useReviewKeys } from './useReviewKeys.ts'
import { useWide } from './useWide.ts'

/** What the address of a queue holds: the tab, the search, the order, the page and the opened row. */
type QueueSearch = { status?: string; search?: string; sort?: string; page?: number; id?: number }

/** A query for a page of the queue, as the query cache hands it over. */
type QueueList<R> = {
  data: { data: readonly R[]; pagination: { current_page: number; last_page: number } } | undefined
  isPending: boolean
  /** What is shown was asked for before: the page that belongs to the address is on its way. */
  isPlaceholderData: boolean
  isFetching: boolean
  refetch: () => unknown
}

/** What the confirm of a decision is given: how it is put away, and what follows once it was made. */
export type DecideProps = { onClose: () => void; onDone: () => void }

type ReviewQueueProps<R, T extends string> = {
  /** What the table lists, for screen readers. */
  caption: string
  search: QueueSearch
  onSearch: (change: SearchChange<QueueSearch>) => void
  searchLabel: string
  /** The search finds more than the list looks at. */
  isCut?: boolean | undefined
  /** Left out where a queue has one list only. */
  tabs?: {
    label: string
    of: readonly { id: T; label: string; count?: number | undefined }[]
    selected: T
  }
  /** Beside the search: an order, a download. */
  tools?: ReactNode
  columns: readonly Column<R>[]
  list: QueueList<R>
  /** Why there is no list. */
  failure: string
  /** Nothing is there: what is said while something waits to be decided here, in a tab of the past, after a search. */
  empty: { waiting: string; past?: string; search: string }
  rowKey: (row: R) => number
  /** The record of the opened row. */
  document: (row: R, decide: { approve: () => void; reject: () => void }) => ReactNode
  canDecide?: (row: R) => boolean
  /** False keeps the confirm of an approval shut: something must be typed first. */
  mayApprove?: (row: R) => boolean
  /** The confirms. Nothing is decided without one. */
  approve: (row: R, dialog: DecideProps) => ReactNode
  reject: (row: R, dialog: DecideProps) => ReactNode
}

type Deciding<R> = { verdict: 'approve' | 'reject'; row: R; next: number | undefined }

/**
 * Requests to decide: the list at the left, the record of the opened row at the right; below 1024 px the record takes
 * the list's place. Keys: J and K move, A and R open the confirm, / searches, ? lists them. After a decision the next
 * row opens by itself; the focus and the eye follow the opened row.
 */
export function ReviewQueue<R, T extends string>(props: ReviewQueueProps<R, T>) {
  const { list: loaded, rowKey, search, onSearch, canDecide = () => true, mayApprove = () => true } = props
  const rows = loaded.data?.data ?? []
  const { t } = useLingui()
  const isWide = useWide()
  const searchInput = useRef<HTMLInputElement>(null)
  const [isHelping, setHelping] = useState(false)
  const [deciding, setDeciding] = useState<Deciding<R> | null>(null)
  const open = (key: number | undefined) => onSearch({ id: key })
  const opened = rows.find((row) => rowKey(row) === search.id) ?? (isWide ? rows[0] : undefined)
  const openedKey = opened && rowKey(opened)
  // By key only what belongs to the address: while a search is on its way, the row shown is another than was asked for.
  const decidable = opened !== undefined && canDecide(opened) && !loaded.isPlaceholderData
  const place = useRef<HTMLDivElement>(null)
  /** What was decided here: it may stand in the list for a moment longer. */
  const decided = useRef(new Set<number>())
  /** Whether the row is open that the focus waits for: the address and the list follow a moment later. */
  const isThere = useRef<((key: number | undefined) => boolean) | null>(null)

  useEffect(() => {
    if (!deciding && isThere.current?.(openedKey)) arrive()
  })

  function arrive() {
    isThere.current = null
    const row = place.current?.querySelector<HTMLElement>('[aria-selected=true]')
    const target = row?.querySelector('button') ?? place.current
    target?.focus({ preventScroll: true })
    ;(row ?? place.current)?.scrollIntoView({ block: row ? 'nearest' : 'start' })
  }

  function goTo(key: number) {
    isThere.current = (opened) => opened === key
    if (key === openedKey) arrive()
    open(key)
  }

  function move(by: 1 | -1) {
    const at = opened === undefined ? -1 : rows.indexOf(opened)
    const target = rows[Math.min(Math.max(at + by, 0), rows.length - 1)]
    if (target !== undefined) goTo(rowKey(target))
  }

  function decide(verdict: Deciding<R>['verdict'], row: R) {
    if (verdict === 'approve' && !mayApprove(row)) return
    const at = rows.findIndex((one) => rowKey(one) === rowKey(row))
    const others = [...rows.slice(at + 1), ...rows.slice(0, at).toReversed()]
    const next = others.find((one) => !decided.current.has(rowKey(one)))
    setDeciding({ verdict, row, next: next && rowKey(next) })
  }

  useReviewKeys({
    next: () => move(1),
    previous: () => move(-1),
    approve: decidable ? () => decide('approve', opened) : undefined,
    reject: decidable ? () => decide('reject', opened) : undefined,
    search: () => searchInput.current?.focus(),
    help: () => setHelping(true),
  })

  const dialog: DecideProps = {
    onClose: () => setDeciding(null),
    onDone: () => {
      if (!deciding) return
      const { next, row } = deciding
      decided.current.add(rowKey(row))
      isThere.current = (opened) => (next === undefined ? opened !== rowKey(row) : opened === next)
      open(next)
      setDeciding(null)
    },
  }
  const isWaiting = props.tabs === undefined || props.tabs.selected === 'pending'
  const instead = loaded.isPending ? (
    <SkeletonRows rows={6} height={44} />
  ) : !loaded.data ? (
    <FailedState message={props.failure} running={loaded.isFetching} onRetry={() => void loaded.refetch()} />
  ) : rows.length === 0 ? (
    <NothingHere empty={props.empty} isSearching={Boolean(search.search)} isWaiting={isWaiting} />
  ) : undefined

  const list = (
    <div className={styles.list}>
      <SearchLimit isCut={props.isCut} />
      {instead ?? (
        <Table
          caption={props.caption}
          columns={props.columns.map((column, index) =>
            index === 0 ? openedByButton(column, (row) => goTo(rowKey(row))) : column,
          )}
          rows={rows}
          rowKey={rowKey}
          selectedKey={opened === undefined ? undefined : rowKey(opened)}
          onOpen={(row) => goTo(rowKey(row))}
        />
      )}
      <Pagination
        page={loaded.data?.pagination.current_page ?? 1}
        lastPage={loaded.data?.pagination.last_page ?? 1}
        onPage={(page) => onSearch({ page, id: undefined })}
      />
    </div>
  )
  const record = opened !== undefined && instead === undefined && (
    <div className={styles.record} key={rowKey(opened)}>
      {!isWide && (
        <span className={styles.back}>
          <Button variant="quiet" icon={<ArrowLeft size={18} aria-hidden />} onClick={() => open(undefined)}>
            {t`Back to the list`}
          </Button>
        </span>
      )}
      {props.document(opened, {
        approve: () => decide('approve', opened),
        reject: () => decide('reject', opened),
      })}
    </div>
  )
  const content = (
    <div ref={place} tabIndex={-1} className={cx(styles.columns, (record || loaded.isPending) && styles.two)}>
      {(isWide || !record) && list}
      {record}
    </div>
  )

  return (
    <div className={styles.queue}>
      <div className={styles.tools}>
        <div className={styles.search}>
          <SearchInput
            label={props.searchLabel}
            value={search.search ?? ''}
            onChange={(text) => onSearch({ search: text || undefined, page: undefined })}
            ref={searchInput}
            dense
          />
        </div>
        {props.tools}
        {isWide && (
          <IconButton
            size="dense"
            label={t`Keyboard shortcuts`}
            icon={<Keyboard size={18} aria-hidden />}
            onClick={() => setHelping(true)}
          />
        )}
      </div>
      {props.tabs ? (
        <Tabs
          label={props.tabs.label}
          tabs={props.tabs.of}
          selected={props.tabs.selected}
          onSelect={(status) => onSearch({ status, page: undefined, id: undefined })}
        >
          {content}
        </Tabs>
      ) : (
        content
      )}
      <KeyHelp open={isHelping} onClose={() => setHelping(false)} />
      {deciding && props[deciding.verdict](deciding.row, dialog)}
    </div>
  )
}

// A press anywhere on the row opens it; the keyboard needs something that takes the focus.
function openedByButton<R>(column: Column<R>, onOpen: (row: R) => void): Column<R> {
  return {
    ...column,
    cell: (row) => (
      <button type="button" className={styles.open} onClick={() => onOpen(row)}>
        {column.cell(row)}
      </button>
    ),
  }
}

function NothingHere({
  empty,
  isSearching,
  isWaiting,
}: {
  empty: ReviewQueueProps<unknown, string>['empty']
  isSearching: boolean
  isWaiting: boolean
}) {
  const { t } = useLingui()
  if (isSearching) return <EmptyState title={empty.search} />
  if (!isWaiting) return <EmptyState title={empty.past ?? empty.waiting} />
  return (
    <EmptyState icon={<CircleCheck size={24} aria-hidden />} title={t`All Caught Up!`}>
      {empty.waiting}
    </EmptyState>
  )
}

/** The order of requests; what waits begins with the oldest, what is past with the newest. */
export function OrderSelect({
  value,
  isWaiting,
  onChange,
}: {
  value: RequestSort | undefined
  isWaiting: boolean
  onChange: (order: RequestSort) => void
}) {
  const { t } = useLingui()
  const labels = { oldest: t`Oldest first`, newest: t`Newest first`, amount: t`Largest first` }
  return (
    <div>
      <Select
        dense
        aria-label={t`Order`}
        value={value ?? (isWaiting ? 'oldest' : 'newest')}
        onChange={onChange}
        options={requestSorts.map((order) => ({ value: order, label: labels[order] }))}
      />
    </div>
  )
}

function KeyHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const isOn = usePreference(reviewKeys) === 'on'
  return (
    <Modal open={open} onClose={onClose} title={t`Keyboard shortcuts`}>
      <KeyValues
        items={[
          { label: 'J', value: t`Next row` },
          { label: 'K', value: t`Previous row` },
          { label: 'A', value: t`Approve: opens the confirmation` },
          { label: 'R', value: t`Reject: opens the reasons, 1 to 6 choose one` },
          { label: '/', value: t`Search` },
          { label: '?', value: t`This list` },
        ]}
      />
      <Switch
        label={t`Keyboard shortcuts are on`}
        checked={isOn}
        onChange={(checked) => reviewKeys.set(checked ? 'on' : 'off')}
      />
    </Modal>
  )
}
