import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Button } from '../actions/Button.tsx'
import { type Column, Table } from '../lists/Table.tsx'
import styles from './Chart.module.css'

type ChartFrameProps<Row> = {
  title: string
  /** The chart's figures as text: of the selected point, or of the latest. */
  readout?: ReactNode
  /** A choice of range. */
  action?: ReactNode
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  children: ReactNode
}

/** A chart with its title and the same figures as a table, one click away. */
export function ChartFrame<Row>({ title, readout, action, columns, rows, rowKey, children }: ChartFrameProps<Row>) {
  const { t } = useLingui()
  const [asTable, setAsTable] = useState(false)
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.head}>
        <span className={styles.title}>{title}</span>
        <Button variant="quiet" size="dense" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? t`Show as chart` : t`Show as table`}
        </Button>
      </figcaption>
      {action}
      {asTable ? (
        <div className={styles.table}>
          <Table inside caption={title} rows={rows} rowKey={rowKey} columns={columns} />
        </div>
      ) : (
        <>
          {readout && <p className={styles.readout}>{readout}</p>}
          {children}
        </>
      )}
    </figure>
  )
}
