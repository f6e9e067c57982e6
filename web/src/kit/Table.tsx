/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- display: block on a phone takes the roles of table parts away */
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './Table.module.css'

export type Column<R> = {
  key: string
  header: string
  cell: (row: R) => ReactNode
  /** Figures stand at the right. */
  align?: 'start' | 'end'
  /** On a phone: the card's head ('title'), or left out ('hidden'). */
  onCard?: 'title' | 'hidden'
  /** Short words and dates: a long text in the next column must not break them. */
  whole?: boolean
}

type TableProps<R> = {
  /** What the table lists, for screen readers. */
  caption: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  rowKey: (row: R) => string | number
  /** A press on a row; give a button or link inside the row too, for keyboards. */
  onOpen?: (row: R) => void
  selectedKey?: string | number | undefined
  /** Stands in a card or a dialog, which has a frame already. */
  inside?: boolean
}

/** Rows and columns from 640 px on; below, one card a row with each value beside its column's name. */
export function Table<R>({ caption, columns, rows, rowKey, onOpen, selectedKey, inside }: TableProps<R>) {
  return (
    <div className={cx(styles.scroll, !inside && styles.framed)}>
      <table className={styles.table} role="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                className={column.align === 'end' ? styles.end : undefined}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => {
            const key = rowKey(row)
            return (
              <tr
                key={key}
                role="row"
                aria-selected={selectedKey === undefined ? undefined : key === selectedKey}
                className={onOpen && styles.opens}
                onClick={onOpen && (() => onOpen(row))}
              >
                {columns.map((column) => (
                  <td
                    key={column.key}
                    role="cell"
                    data-label={column.header}
                    className={cx(
                      column.align === 'end' && styles.end,
                      column.whole && styles.whole,
                      column.onCard === 'title' && styles.cardTitle,
                      column.onCard === 'hidden' && styles.cardHidden,
                    )}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
