import {
  type AdminTransfer,
  exportTransfers,
  listTransfers,
  transferStatus,
  transferStatuses,
} from '@bittkosh/contract/transfers'
import type { RequestSort } from '@bittkosh/contract/requests'
import { useLingui } from '@lingui/react/macro'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowLeftRight } from 'lucide-react'
import { failureMessage } from '../api/failure.ts'
import { useQueue } from '../api/queries.ts'
import { useExport } from '../api/useExport.ts'
import { changedSearch, type SearchChange } from '../kit/lists/addressSearch.ts'
import { useStepBack } from '../kit/device/useStepBack.ts'
import { useWide } from '../kit/device/useWide.ts'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { ExportButtons } from '../kit/actions/ExportButtons.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { FilterChips } from '../kit/actions/FilterChips.tsx'
import { Money } from '../kit/money/Money.tsx'
import { Page } from '../kit/page/Page.tsx'
import { Pagination } from '../kit/lists/Pagination.tsx'
import { SearchLimit } from '../kit/lists/SearchLimit.tsx'
import { Skeleton, SkeletonRows } from '../kit/page/Skeleton.tsx'
import { StatusBadge } from '../kit/page/StatusBadge.tsx'
import { type Column, Table } from '../kit/lists/Table.tsx'
import { When } from '../kit/page/When.tsx'
import { columnSort } from '../requests/columnSort.ts'
import { isNarrowed, rangeOf } from '../requests/queueFilter.ts'
import { QueueTools } from '../requests/QueueTools.tsx'
import styles from './AdminTransfers.module.css'
import { AdminTransferDialog } from './AdminTransferDialog.tsx'
import { Person } from './Person.tsx'
import { TransferFigures } from './TransferFigures.tsx'

export default function AdminTransfersPage() {
  const { t } = useLingui()
  const navigate = useNavigate({ from: '/admin/balance-transfers' })
  const search = useSearch({ from: '/admin/balance-transfers' })
  const status = transferStatuses.find((known) => known === search.status)
  const page = search.page ?? 1
  const isWide = useWide()
  const filter = { ...rangeOf(search), status }
  const order = filter.sort ?? 'newest'
  const transfers = useQueue(listTransfers, { query: { ...filter, page } })
  const files = useExport({
    endpoint: exportTransfers,
    query: filter,
    name: 'transfers',
    fallback: t`Failed to load balance transfers`,
  })
  const stepBack = useStepBack()
  /** `isStep`: Back undoes it. */
  const change = (next: SearchChange<typeof search>, isStep = false) =>
    void navigate({ search: (before) => changedSearch(before, next), replace: !isStep })
  const open = (id: number) =>
    void navigate({ search: (before) => changedSearch(before, { id }), state: { isOpened: true }, resetScroll: false })

  const close = () => stepBack(() => change({ id: undefined }))
  const title = t`Balance Transfers`

  if (transfers.isPending)
    return (
      <Page title={title} width="admin">
        <Skeleton height={180} />
        <SkeletonRows rows={8} height={48} />
      </Page>
    )
  if (transfers.isError && !transfers.data)
    return (
      <Page title={title} width="admin">
        <FailedState message={failureMessage(transfers.error, t`Failed to load balance transfers`)} retry={transfers} />
      </Page>
    )

  const { transfers: rows, statistics, pagination, counts, is_cut: isCut } = transfers.data
  const figures = <TransferFigures overall={statistics.overall} />
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <Page title={title} width="admin">
      {isWide && figures}
      <QueueTools
        search={search}
        onSearch={change}
        searchLabel={t`Name, e-mail, phone, note, amount or BP number`}
        order={order}
        by={['day', 'amount']}
      >
        <ExportButtons {...files} />
      </QueueTools>
      <FilterChips
        dense
        label={t`Status`}
        options={[
          { value: 'all', label: t`All`, count: all },
          { value: 'completed', label: t`Completed`, count: counts.completed },
          { value: 'pending', label: t`Pending`, count: counts.pending },
          { value: 'failed', label: t`Failed`, count: counts.failed },
          { value: 'expired', label: t`Expired`, count: counts.expired },
        ]}
        value={status ?? 'all'}
        onChange={(chosen) => {
          const known = transferStatus.safeParse(chosen)
          change({ status: known.success ? known.data : undefined, page: undefined }, true)
        }}
      />
      <SearchLimit isCut={isCut} />
      {rows.length === 0 ? (
        <EmptyState
          icon={<ArrowLeftRight size={32} aria-hidden />}
          title={search.search || isNarrowed(search) ? t`No transfers match this search` : t`No transfers here`}
        >
          {t`Transfers between users with BittPay appear here.`}
        </EmptyState>
      ) : (
        <TransferTable rows={rows} order={order} onOrder={(sort) => change({ sort, page: undefined })} onOpen={open} />
      )}
      <Pagination
        page={pagination.current_page}
        lastPage={pagination.last_page}
        onPage={(next, isLost) => change({ page: next }, !isLost)}
      />
      {!isWide && figures /* a phone begins with the list */}
      {search.id !== undefined && <AdminTransferDialog id={search.id} onClose={close} />}
    </Page>
  )
}

type TransferTableProps = {
  rows: readonly AdminTransfer[]
  order: RequestSort
  onOrder: (order: RequestSort) => void
  onOpen: (id: number) => void
}

function TransferTable({ rows, order, onOrder, onOpen }: TransferTableProps) {
  const { t } = useLingui()
  const columns: Column<AdminTransfer>[] = [
    {
      key: 'id',
      header: t`No.`,
      whole: true,
      onCard: 'title',
      cell: (row) => (
        <button type="button" className={styles.open} onClick={() => onOpen(row.id)}>
          {row.number}
        </button>
      ),
    },
    { key: 'status', header: t`Status`, cell: (row) => <StatusBadge status={row.status} /> },
    { key: 'sender', header: t`Sender`, cell: (row) => <Person person={row.sender} /> },
    { key: 'receiver', header: t`Receiver`, cell: (row) => <Person person={row.receiver} /> },
    {
      key: 'amount',
      header: t`Amount`,
      align: 'end',
      onCard: 'aside',
      sort: columnSort(order, ['amount', 'smallest'], onOrder),
      cell: (row) => <Money amount={row.amount} />,
    },
    {
      key: 'fee',
      header: t`Fee`,
      align: 'end',
      onCard: 'hidden',
      cell: (row) => <Money amount={row.processing_fee} />,
    },
    {
      key: 'total',
      header: t`Deducted`,
      align: 'end',
      onCard: 'hidden',
      cell: (row) => (row.status === 'completed' ? <Money amount={row.total_deducted} /> : '–'),
    },
    {
      key: 'when',
      header: t`When`,
      onCard: 'hidden',
      sort: columnSort(order, ['oldest', 'newest'], onOrder),
      cell: (row) => <Times row={row} />,
    },
  ]
  return (
    <div className={styles.table}>
      <Table
        caption={t`Balance transfers`}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        onOpen={(row) => onOpen(row.id)}
        compact
      />
    </div>
  )
}

function Times({ row }: { row: AdminTransfer }) {
  const { t } = useLingui()
  return (
    <span className={styles.person}>
      <When at={row.created_at} />
      {row.status === 'pending' && (
        <span className={styles.contact}>
          {t`expires`} <When at={row.otp_expires_at} look="time" />
        </span>
      )}
      {row.completed_at && (
        <span className={styles.contact}>
          {t`completed`} <When at={row.completed_at} look="time" />
        </span>
      )}
      {row.note && <span className={styles.note}>“{row.note}”</span>}
    </span>
  )
}
