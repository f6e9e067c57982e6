import type { ReactNode } from 'react'
import styles from './Figures.module.css'

export type Figure = { label: string; value: ReactNode; note?: ReactNode }

/** Totals side by side, each with its name above it. */
export function Figures({ items }: { items: readonly Figure[] }) {
  return (
    <dl className={styles.figures}>
      {items.map(({ label, value, note }) => (
        <div key={label} className={styles.figure}>
          <dt>{label}</dt>
          <dd>
            <span className={styles.value}>{value}</span>
            {note && <span className={styles.note}>{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
