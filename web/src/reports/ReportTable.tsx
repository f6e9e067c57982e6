import {
  type AnyRow,
  isMoney,
  type ReportCell,
  type ReportName,
  shownColumns,
  totalsOf,
  type Unit,
} from '@bittkosh/contract/reports'
import { groupIndian } from '@bittkosh/contract/money'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Table } from '../kit/lists/Table.tsx'
import { Money } from '../kit/money/Money.tsx'
import { dateText, durationText } from '../kit/page/dates.ts'
import styles from './Reports.module.css'
import { useReportWords, useWorkWords } from './words.ts'

/** The rows of a report, with their sums below them. */
export function ReportTable({ report, rows }: { report: ReportName; rows: readonly AnyRow[] }) {
  const { t } = useLingui()
  const cell = useCell()
  const words = useReportWords()[report]
  const labels: Readonly<Record<string, { label: string }>> = words.columns
  const columns = shownColumns(report, rows)
  const totals = totalsOf(report, rows)
  const isEmpty = (row: AnyRow) => columns.every(([column, unit]) => !isFigure(unit) || isNothing(row[column] ?? null))
  return (
    <div className={styles.table}>
      <Table<AnyRow>
        caption={words.name}
        rows={rows}
        rowKey={(row) => rows.indexOf(row)}
        total={totals ?? undefined}
        leftOut={isEmpty}
        columns={columns.map(([column, unit], at) => ({
          key: column,
          header: labels[column]?.label ?? column,
          cell: (row) => (row === totals && at === 0 ? t`Total` : cell(unit, row[column] ?? null, row === totals)),
          ...(isFigure(unit) ? { align: 'end' as const } : { whole: unit !== 'text' }),
          ...(at === 0 && { onCard: 'title' as const }),
          ...(at > 1 && { leftOut: (row) => isNothing(row[column] ?? null) }),
        }))}
      />
      {rows.some(isEmpty) && <p className={styles.leftOut}>{t`Months without anything are left out.`}</p>}
    </div>
  )
}

/** A card shows only values other than nothing below its first figure. */
function isNothing(cell: ReportCell): boolean {
  return cell === 0 || cell === 0n || cell === null
}

function isFigure(unit: Unit): boolean {
  return unit !== 'month' && unit !== 'text' && unit !== 'work'
}

function useCell(): (unit: Unit, cell: ReportCell, isTotal: boolean) => ReactNode {
  const { i18n } = useLingui()
  const work: Readonly<Record<string, string>> = useWorkWords()
  return (unit, cell, isTotal) => {
    if (cell === null) return isTotal ? null : '–'
    if (isMoney(cell)) return <Money amount={cell} decimals={unit === 'late_money' ? 0 : 2} />
    if (unit === 'month') return dateText(String(cell), 'monthYear', i18n.locale)
    if (unit === 'work') return work[cell] ?? cell
    if (unit === 'share') return `${cell}%`
    if (unit === 'seconds') return durationText(Number(cell), i18n.locale)
    return unit === 'count' ? groupIndian(String(cell)) : cell
  }
}
