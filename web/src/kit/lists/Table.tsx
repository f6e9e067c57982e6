/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- display: block on a phone takes the roles of table parts away */
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../page/cx.ts'
import styles from './Table.module.css'
import { useFocusKept } from './useFocusKept.ts'

export type Column<R> = {
  key: string
  header: string
  cell: (row: R) => ReactNode
  /** Figures are aligned right. */
  align?: 'start' | 'end'
  /**
   * On a phone: the card's title, an element before it ('check', in the column before), or nothing ('hidden'). In compact cards
   * also an element after the title ('aside'), or a full-width one below it ('below').
   */
  onCard?: 'check' | 'title' | 'aside' | 'below' | 'hidden'
  /** On a phone: rows whose card leaves this column out. */
  leftOut?: (row: R) => boolean
  /** For short texts and dates: they never wrap, however long the next column is. */
  whole?: boolean
  /** The column's header changes the order of the list. */
  sort?: { direction: 'ascending' | 'descending' | 'none'; onSort: () => void } | undefined
}

type TableProps<R> = {
  /** What the table lists, for screen readers. */
  caption: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  rowKey: (row: R) => string | number
  /** Called when a row is clicked; put a button or link into the row too, for keyboards. */
  onOpen?: (row: R) => void
  /** On a phone: rows that need no card. */
  leftOut?: (row: R) => boolean
  selectedKey?: string | number | undefined
  /** The sum of the rows, below a double line. */
  total?: R | undefined
  /** On a phone: cards of two lines, title and 'aside' above the other values, without the column headers. */
  compact?: boolean
  /** For a table in a card or dialog, which already has a frame. */
  inside?: boolean
}

/** Rows and columns from 640 px on; below that one card per row, with each value beside its column's header. */
export function Table<R>({
  caption,
  columns,
  rows,
  rowKey,
  onOpen,
  leftOut,
  selectedKey,
  total,
  compact,
  inside,
}: TableProps<R>) {
  const cellsOf = (row: R) =>
    columns.map((column) => (
      <td
        key={column.key}
        role="cell"
        data-label={column.header}
        className={cx(
          column.align === 'end' && styles.end,
          column.whole && styles.whole,
          column.onCard === 'check' && styles.cardCheck,
          column.onCard === 'title' && styles.cardTitle,
          column.onCard === 'aside' && styles.cardAside,
          column.onCard === 'below' && styles.cardBelow,
          (column.onCard === 'hidden' || column.leftOut?.(row)) && styles.cardHidden,
        )}
      >
        {column.cell(row)}
      </td>
    ))
  return (
    <div className={cx(styles.scroll, !inside && styles.framed)}>
      <table className={cx(styles.table, compact && styles.compact)} role="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                aria-sort={column.sort?.direction}
                className={column.align === 'end' ? styles.end : undefined}
              >
                {column.sort ? <SortButton {...column.sort}>{column.header}</SortButton> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" {...useFocusKept<HTMLTableSectionElement>()}>
          {rows.map((row) => {
            const key = rowKey(row)
            return (
              <tr
                key={key}
                role="row"
                aria-selected={selectedKey === undefined ? undefined : key === selectedKey}
                className={cx(onOpen && styles.opens, leftOut?.(row) && styles.cardHidden)}
                onClick={onOpen && (() => onOpen(row))}
              >
                {cellsOf(row)}
              </tr>
            )
          })}
        </tbody>
        {total !== undefined && (
          <tfoot role="rowgroup">
            <tr role="row" className={styles.total}>
              {cellsOf(total)}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

const arrows = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown }

function SortButton({ direction, onSort, children }: NonNullable<Column<never>['sort']> & { children: string }) {
  const Arrow = arrows[direction]
  return (
    <button type="button" className={styles.sort} onClick={onSort}>
      {children}
      <Arrow size={14} aria-hidden />
    </button>
  )
}
