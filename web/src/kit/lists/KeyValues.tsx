import type { ReactNode } from 'react'
import styles from './KeyValues.module.css'

/** Facts about one thing, without sums: label left, value right. Lines whose value is null are left out. */
export function KeyValues({ items }: { items: { label: string; value: ReactNode | null }[] }) {
  return (
    <dl className={styles.list}>
      {items
        .filter(({ value }) => value !== null)
        .map(({ label, value }) => (
          <div key={label} className={styles.row}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
