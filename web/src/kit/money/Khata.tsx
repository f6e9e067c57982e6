import type { ReactNode } from 'react'
import { cx } from '../page/cx.ts'
import styles from './Khata.module.css'

type KhataProps = {
  /** A money record (receipt, review, statement): carries the marigold spine. */
  document?: boolean
  title?: ReactNode
  /** 2 if the title is right below the page's own heading. */
  level?: 2 | 3
  children: ReactNode
}

/** Ruled lines with figures in a column; KhataRow and KhataTotal go inside. */
export function Khata({ document, title, level = 3, children }: KhataProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section className={cx(styles.khata, document && styles.document)}>
      {title && <Heading className={styles.title}>{title}</Heading>}
      <dl className={styles.rows}>{children}</dl>
    </section>
  )
}

type KhataHeadProps = { label: string; children: ReactNode; action: ReactNode }

/** A total above the lines that it is the sum of: large, double-ruled, its label above it, a button beside it. */
export function KhataHead({ label, children, action }: KhataHeadProps) {
  return (
    <div className={cx(styles.row, styles.head)}>
      <dt>{label}</dt>
      <dd>
        <span className={styles.sum}>{children}</span>
        {action}
      </dd>
    </div>
  )
}

type KhataRowProps = { label: ReactNode; children: ReactNode; note?: ReactNode }

export function KhataRow({ label, children, note }: KhataRowProps) {
  return (
    <div className={styles.row}>
      <dt>
        {label}
        {note && <span className={styles.note}>{note}</span>}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The final line, double-ruled. `drawn` draws the lines once, on success. */
export function KhataTotal({ label, children, drawn }: KhataRowProps & { drawn?: boolean }) {
  return (
    <div className={cx(styles.row, styles.total)}>
      <dt>{label}</dt>
      <dd>
        <span className={cx(styles.sum, drawn && styles.drawn)}>{children}</span>
      </dd>
    </div>
  )
}
