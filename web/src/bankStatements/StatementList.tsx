import { type BankStatement, listBankStatements } from '@bittkosh/contract/bankStatements'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import type { ReactNode } from 'react'
import { failureMessage } from '../api/failure.ts'
import { readingPages } from '../api/queries.ts'
import { PagedList } from '../kit/lists/PagedList.tsx'
import { type Column, Table } from '../kit/lists/Table.tsx'
import { Money } from '../kit/money/Money.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { When } from '../kit/page/When.tsx'
import { Period } from './Period.tsx'
import styles from './BankStatements.module.css'

/** The imported files, newest first. */
export function StatementList({ importButton }: { importButton: ReactNode }) {
  const { t } = useLingui()
  const list = useInfiniteQuery(readingPages(listBankStatements))
  const columns: Column<BankStatement>[] = [
    {
      key: 'file',
      header: t`File`,
      onCard: 'title',
      cell: (row) => (
        <div className={styles.line}>
          <span className={styles.narration}>{row.file_name}</span>
          <span className={styles.small}>{row.account.name}</span>
        </div>
      ),
    },
    {
      key: 'period',
      header: t`Period`,
      cell: (row) => <Period first={row.first_day} last={row.last_day} />,
    },
    { key: 'in', header: t`Came in`, align: 'end', cell: (row) => <Money amount={row.sum_in} /> },
    { key: 'out', header: t`Went out`, align: 'end', cell: (row) => <Money amount={row.sum_out} /> },
    {
      key: 'closing',
      header: t`Closing balance`,
      align: 'end',
      cell: (row) => (row.closing_balance === null ? '–' : <Money amount={row.closing_balance} />),
    },
    { key: 'lines', header: t`Lines, new`, align: 'end', cell: (row) => `${row.lines}, ${row.added}` },
    {
      key: 'imported',
      header: t`Imported`,
      cell: (row) => (
        <div className={styles.line}>
          <When at={row.imported_at} />
          <span className={styles.small}>{row.imported_by}</span>
        </div>
      ),
    },
  ]
  return (
    <PagedList
      query={list}
      skeleton={{ rows: 4, height: 56 }}
      failure={failureMessage(list.error, t`Failed to load the statements`)}
      empty={
        <EmptyState
          icon={<FileSpreadsheet size={28} aria-hidden />}
          title={t`No statements imported yet`}
          action={importButton}
        >
          {t`Download one from your bank or UPI app as CSV or XLSX.`}
        </EmptyState>
      }
    >
      {(rows) => <Table caption={t`Imported statements`} columns={columns} rows={rows} rowKey={({ id }) => id} />}
    </PagedList>
  )
}
