import { type ListedDay, listReconciledDays } from '@bittkosh/contract/reconciliation'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarCheck } from 'lucide-react'
import { failureMessage } from '../api/failure.ts'
import { readingPages } from '../api/queries.ts'
import { PagedList } from '../kit/lists/PagedList.tsx'
import { type Column, Table } from '../kit/lists/Table.tsx'
import { Money } from '../kit/money/Money.tsx'
import { Chip } from '../kit/page/Chip.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { When } from '../kit/page/When.tsx'
import { useDayStates } from './words.ts'

/** The business days, newest first. */
export function DayList() {
  const { t } = useLingui()
  const states = useDayStates()
  const list = useInfiniteQuery(readingPages(listReconciledDays))
  const columns: Column<ListedDay>[] = [
    {
      key: 'day',
      header: t`Day`,
      onCard: 'title',
      whole: true,
      cell: ({ day }) => (
        <Link to="/admin/reconciliation" search={{ day }}>
          <When at={day} look="date" />
        </Link>
      ),
    },
    {
      key: 'state',
      header: t`State`,
      whole: true,
      cell: ({ state }) => <Chip tone={states[state].tone}>{states[state].text}</Chip>,
    },
    {
      key: 'statement',
      header: t`Per statement`,
      onCard: 'hidden',
      align: 'end',
      cell: (row) => (row.has_statement ? <Money amount={row.by_statement} change="plain" /> : t`No statement`),
    },
    {
      key: 'book',
      header: t`Per book`,
      onCard: 'hidden',
      align: 'end',
      cell: (row) => <Money amount={row.by_book} change="plain" />,
    },
    {
      key: 'difference',
      header: t`Difference`,
      align: 'end',
      onCard: 'aside',
      leftOut: (row) => row.difference === 0n, // without a figure there is no difference
      cell: (row) => <Money amount={row.difference} change="plain" />,
    },
    { key: 'signed', header: t`Signed by`, onCard: 'hidden', cell: (row) => row.signed_by.join(', ') || '–' },
  ]
  return (
    <PagedList
      query={list}
      skeleton={{ rows: 8, height: 48 }}
      failure={failureMessage(list.error, t`Failed to load the days`)}
      empty={
        <EmptyState icon={<CalendarCheck size={28} aria-hidden />} title={t`No day to compare yet`}>
          {t`Days appear here from the first statement or the first approved deposit.`}
        </EmptyState>
      }
    >
      {(rows) => <Table caption={t`Days`} columns={columns} rows={rows} rowKey={({ day }) => day} compact />}
    </PagedList>
  )
}
