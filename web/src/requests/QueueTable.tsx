import type { Marks } from '@bittkosh/contract/marks'
import type { RequestSort } from '@bittkosh/contract/requests'
import { useLingui } from '@lingui/react/macro'
import { type Column, Table } from '../kit/lists/Table.tsx'
import { type Status, StatusBadge } from '../kit/page/StatusBadge.tsx'
import { Waited, When } from '../kit/page/When.tsx'
import { columnSort } from './columnSort.ts'
import { MarkChips } from './Marks.tsx'
import styles from './QueueTable.module.css'

/** The key of the column that the sort order by amount belongs to. */
const AMOUNT = 'amount'

type QueueTableProps<R> = {
  caption: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  rowKey: (row: R) => number
  askedAt: (row: R) => Date | undefined
  /** Whether these requests wait to be decided. */
  waits: boolean
  /** Whether each row says its state: a list with a single one says it in its tab. */
  showsState: boolean
  /** Left out for a queue without money, whose order can't be chosen. */
  order: { chosen: RequestSort; onChange: (order: RequestSort) => void } | undefined
  selectedKey: number | undefined
  onOpen: (row: R) => void
}

/** The rows of a queue: the first column opens them, the last one says since when they wait. */
export function QueueTable<R extends { marks: Marks; status?: Status }>({
  columns,
  askedAt,
  waits,
  showsState,
  order,
  ...table
}: QueueTableProps<R>) {
  const { t } = useLingui()
  const sortedBy = (...orders: [RequestSort, RequestSort]): Pick<Column<R>, 'sort'> => ({
    sort: order && columnSort(order.chosen, orders, order.onChange),
  })
  const byAmount = { ...sortedBy('amount', 'smallest'), onCard: 'aside' as const }
  const whenAsked: Column<R> = {
    key: 'when',
    header: waits ? t`Waiting` : t`Requested`,
    ...sortedBy('oldest', 'newest'),
    align: 'end',
    ...(!order && { onCard: 'aside' as const }), // where an amount would be
    cell: (row) => <Asked at={askedAt(row)} waits={waits} />,
  }
  // A click anywhere on the row opens it; the keyboard needs a focusable element.
  const opening = (column: Column<R>): Column<R> => ({
    ...column,
    cell: (row) => (
      <button type="button" className={styles.open} onClick={() => table.onOpen(row)}>
        {column.cell(row)}
        {showsState && row.status && (
          <>
            {' '}
            <StatusBadge status={row.status} />
          </>
        )}
        <MarkChips marks={row.marks} />
      </button>
    ),
  })
  const shown = [...columns.map((one) => (one.key === AMOUNT ? { ...one, ...byAmount } : one)), whenAsked]
  return <Table {...table} columns={shown.map((one, index) => (index === 0 ? opening(one) : one))} compact />
}

function Asked({ at, waits }: { at: Date | undefined; waits: boolean }) {
  if (at === undefined) return null
  return waits ? <Waited since={at} /> : <When at={at} look="date" />
}
