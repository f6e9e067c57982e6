import {
  type DecidingAct,
  decidingActs,
  isWaiting,
  requestCan,
  type RequestKind,
  type StateOf,
  statesOf,
} from '@bittkosh/contract/requestStates'
import { defaultSort } from '@bittkosh/contract/requests'
import { useLingui } from '@lingui/react/macro'
import { ArrowLeft, CircleCheck, Keyboard } from 'lucide-react'
import type { Marks } from '@bittkosh/contract/marks'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { SearchChange } from '../kit/lists/addressSearch.ts'
import { Button } from '../kit/actions/Button.tsx'
import { Banner } from '../kit/page/Banner.tsx'
import { cx } from '../kit/page/cx.ts'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { IconButton } from '../kit/actions/IconButton.tsx'
import { Pagination } from '../kit/lists/Pagination.tsx'
import { useLayer } from '../kit/overlays/layers.ts'
import styles from './RequestQueue.module.css'
import { SearchLimit } from '../kit/lists/SearchLimit.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { statusLabel } from '../kit/page/StatusBadge.tsx'
import type { Column } from '../kit/lists/Table.tsx'
import { Tabs } from '../kit/actions/Tabs.tsx'
import { KeyHelp } from './KeyHelp.tsx'
import { LazyNotes } from './LazyNotes.tsx'
import { ProposedNote } from './Proposed.tsx'
import { RecordLink } from './RecordLink.tsx'
import { ALL, filterOf, isNarrowed, type QueueSearch } from './queueFilter.ts'
import { QueueTable } from './QueueTable.tsx'
import { QueueTools } from './QueueTools.tsx'
import { useFilledHeight } from './useFilledHeight.ts'
import { useOpenedRow } from './useOpenedRow.ts'
import { useReviewKeys } from './useReviewKeys.ts'
import { useWide } from '../kit/device/useWide.ts'
import { useOpenProposal } from '../api/useProposals.ts'

/** A query for a page of the queue, as the query cache returns it. */
type QueueList<R> = {
  data: { data: readonly R[]; pagination: { current_page: number; last_page: number } } | undefined
  isPending: boolean
  /** The rows shown are of the previous address; the current page is still loading. */
  isPlaceholderData: boolean
  isFetching: boolean
  refetch: () => unknown
}

/**
 * The props of every confirm dialog: what is typed is kept under the name `draft`, `onClose` closes it, `onDone` runs once the
 * decision was made.
 */
export type ConfirmProps = { draft: string; onClose: () => void; onDone: () => void }

/** Functions that start each act; left out if the opened row does not permit it. */
export type Acts<K extends RequestKind> = { [A in DecidingAct<K>]?: () => void }

type RequestQueueProps<K extends RequestKind, R> = {
  kind: K
  /** What the table lists, for screen readers. */
  caption: string
  search: QueueSearch
  /** `isStep`: Back undoes it. */
  onSearch: (change: SearchChange<QueueSearch>, isStep?: boolean) => void
  searchLabel: string
  /** The search matches more rows than the list examines. */
  isCut?: boolean | undefined
  /** A tab for each state of the kind; left out for a queue that lists only pending records. */
  tabs?: { label: string; counts: Record<StateOf<K>, number> | undefined }
  /** Beside the search: a download. */
  tools?: ReactNode
  columns: readonly Column<R>[]
  list: QueueList<R>
  /** Why the list could not be loaded. */
  failure: string
  /** The texts of an empty list: while nothing is pending, in a tab of decided requests, after a search. */
  empty: { waiting: string; past?: string; search: string }
  rowKey: (row: R) => number
  /** Left out for a queue that lists only pending records. */
  stateOf?: (row: R) => StateOf<K>
  /** When the request was made: the last column. */
  askedAt: (row: R) => Date | undefined
  /** Whether a row permits an act that its state permits; if left out, every row does. */
  permits?: (act: DecidingAct<K>, row: R) => boolean
  /** The record of the opened row. */
  document: (row: R, acts: Acts<K>) => ReactNode
  /** False for those who may only look: no acts are offered. */
  mayDecide: boolean
  /** False prevents the confirm dialog of an approval: something must be typed first. */
  mayApprove?: (row: R) => boolean
  /** The confirm dialog of each act. No act runs without it. */
  confirms: { [A in DecidingAct<K>]: (row: R, dialog: ConfirmProps) => ReactNode }
}

type Deciding<K extends RequestKind, R> = { act: DecidingAct<K>; row: R; next: number | undefined }

/**
 * Requests to decide: the list at the left, the record of the opened row at the right; below 1240 px the record takes the list's
 * place. Keys: J and K move, A and R open the confirm dialog, / searches, ? lists them. After a decision the next row opens by
 * itself; the focus follows the opened row.
 */
export function RequestQueue<K extends RequestKind, R extends { marks: Marks; status?: StateOf<K> }>(
  props: RequestQueueProps<K, R>,
) {
  const { kind, list: loaded, rowKey, search, onSearch, mayApprove = () => true, permits = () => true } = props
  const rows = loaded.data?.data ?? []
  const { t, i18n } = useLingui()
  const isWide = useWide(1240) // as in RequestQueue.module.css
  const searchInput = useRef<HTMLInputElement>(null)
  const [isHelping, setHelping] = useState(false)
  const [deciding, setDeciding] = useState<Deciding<K, R> | null>(null)
  /** The same, for a reply that arrives after its confirm dialog was left. */
  const confirming = useRef(deciding)
  useEffect(() => {
    confirming.current = deciding
  }, [deciding])
  const { opened, hasLeft, place, goTo, move, close, seek, nextOf, markDecided, goOn } = useOpenedRow({
    rows,
    rowKey,
    list: loaded,
    search,
    onSearch,
    isWide,
    isConfirming: deciding !== null,
  })
  // Back has opened another record: its confirm dialog is not this one.
  if (deciding && (opened === undefined || rowKey(deciding.row) !== rowKey(opened))) setDeciding(null)
  // While an act on it waits for another admin, all others are refused, except rejecting a deposit.
  const proposal = useOpenProposal(kind, opened && kind !== 'kyc' ? rowKey(opened) : undefined)
  const acts = opened === undefined ? {} : actsOn(opened, proposal !== null)
  // Keys act only on rows that belong to the address: while a search is loading, the row shown is an old one.
  const keyed: { approve?: () => void; reject?: () => void } = loaded.isPlaceholderData ? {} : acts
  const recordBox = useFilledHeight(isWide)

  function actsOn(row: R, isProposed: boolean): Acts<K> {
    if (!props.mayDecide) return {}
    const state = props.stateOf ? props.stateOf(row) : statesOf(kind)[0]
    const possible = decidingActs(kind).filter(
      (act) =>
        state !== undefined &&
        requestCan(kind, act, state) &&
        permits(act, row) &&
        (!isProposed || (kind === 'deposit' && act === 'reject')),
    )
    return Object.fromEntries(possible.map((act) => [act, () => begin(act, row)])) as Acts<K>
  }

  function begin(act: DecidingAct<K>, row: R) {
    if (act === 'approve' && !mayApprove(row)) return
    setDeciding({ act, row, next: nextOf(row) })
  }

  useReviewKeys({
    next: () => move(1),
    previous: () => move(-1),
    approve: keyed.approve,
    reject: keyed.reject,
    search: () => searchInput.current?.focus(),
    help: () => setHelping(true),
  })

  function finish({ row, next }: Deciding<K, R>) {
    markDecided(row)
    if (confirming.current !== deciding) return // the admin has moved on
    goOn(row, next)
    setDeciding(null)
  }

  const { status, sort } = filterOf(kind, search)
  const waits = status !== undefined && isWaiting(status)
  const order = sort ?? defaultSort(status)
  const instead = loaded.isPending ? (
    <SkeletonRows rows={6} height={44} />
  ) : !loaded.data ? (
    <FailedState message={props.failure} retry={loaded} />
  ) : rows.length === 0 ? (
    <NothingHere
      empty={props.empty}
      isSearching={Boolean(search.search ?? search.flagged) || isNarrowed(search)}
      isWaiting={waits}
    />
  ) : undefined

  const list = (
    <div className={styles.list}>
      <SearchLimit isCut={props.isCut} />
      {instead ?? (
        <QueueTable
          caption={props.caption}
          columns={props.columns}
          rows={rows}
          rowKey={rowKey}
          askedAt={props.askedAt}
          waits={waits}
          showsState={props.tabs !== undefined && status === undefined}
          order={props.tabs && { chosen: order, onChange: (sort) => onSearch({ sort, page: undefined }) }}
          selectedKey={opened && rowKey(opened)}
          onOpen={(row) => goTo(rowKey(row))}
        />
      )}
      <Pagination
        page={loaded.data?.pagination.current_page ?? 1}
        lastPage={loaded.data?.pagination.last_page ?? 1}
        onPage={(page, isLost) => onSearch(isLost ? { page } : { page, id: undefined }, !isLost)}
      />
    </div>
  )
  const record = opened !== undefined && (
    <div ref={recordBox} className={styles.record} key={rowKey(opened)}>
      {!isWide && (
        <span className={styles.back}>
          <Button variant="quiet" icon={<ArrowLeft size={18} aria-hidden />} onClick={close}>
            {t`Back to the list`}
          </Button>
        </span>
      )}
      {hasLeft && (
        <Banner tone="pending">
          <p>{t`This is no longer in the list: it was decided, cancelled or moved to another page, and may have changed.`}</p>
          {kind !== 'kyc' && (
            <RecordLink subject={kind} id={rowKey(opened)}>
              {t`Show it as it is now`}
            </RecordLink>
          )}
        </Banner>
      )}
      {kind !== 'kyc' && <ProposedNote subject={kind} id={rowKey(opened)} />}
      {props.document(opened, acts)}
      <LazyNotes about={{ subject: kind, id: rowKey(opened) }} />
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
      <QueueTools
        search={search}
        onSearch={onSearch}
        searchLabel={props.searchLabel}
        searchRef={searchInput}
        onSought={() => seek(searchInput.current?.value.trim() ?? '')}
        order={props.tabs && order}
        by={props.tabs ? ['flagged', 'type', 'day', 'amount', 'late'] : ['flagged', 'day', 'late']}
      >
        {props.tools}
        {isWide && (
          <IconButton
            size="dense"
            label={t`Keyboard shortcuts`}
            icon={<Keyboard size={18} aria-hidden />}
            onClick={() => setHelping(true)}
          />
        )}
      </QueueTools>
      {props.tabs ? (
        <Tabs<StateOf<K> | typeof ALL>
          label={props.tabs.label}
          tabs={[
            ...statesOf(kind).map((id) => ({ id, label: i18n._(statusLabel(id)), count: props.tabs?.counts?.[id] })),
            { id: ALL, label: t({ message: 'All', context: 'states' }) },
          ]}
          selected={status ?? ALL}
          onSelect={(status) => onSearch({ status, page: undefined, id: undefined }, true)}
        >
          {content}
        </Tabs>
      ) : (
        content
      )}
      <KeyHelp open={isHelping} onClose={() => setHelping(false)} />
      {deciding && (
        <Suspense fallback={<Opening />}>
          <Confirm
            confirm={props.confirms[deciding.act]}
            row={deciding.row}
            draft={`${deciding.act} ${kind} ${rowKey(deciding.row)}`}
            onClose={() => setDeciding(null)}
            onDone={() => finish(deciding)}
          />
        </Suspense>
      )}
    </div>
  )
}

// A component of its own, because the callbacks read a ref, which must not happen while the queue is rendering.
function Confirm<R>({
  confirm,
  row,
  ...dialog
}: ConfirmProps & { confirm: (row: R, dialog: ConfirmProps) => ReactNode; row: R }) {
  return confirm(row, dialog)
}

/** A confirm dialog is being loaded: no key acts until it is there. */
function Opening() {
  useLayer()
  return null
}

function NothingHere({
  empty,
  isSearching,
  isWaiting,
}: {
  empty: RequestQueueProps<RequestKind, never>['empty']
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
