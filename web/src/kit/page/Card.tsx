import type { ReactNode } from 'react'
import styles from './Card.module.css'
import { cx } from './cx.ts'

type CardProps = {
  title?: ReactNode
  /** Beside the title: a chip, a small button. */
  aside?: ReactNode
  /** The content extends to the edges, as tables and lists of rows do. */
  flush?: boolean
  children: ReactNode
}

export function Card({ title, aside, flush, children }: CardProps) {
  return (
    <section className={cx(styles.card, flush && styles.flush)}>
      {(title || aside) && (
        <div className={styles.head}>
          {title && <h2 className={styles.title}>{title}</h2>}
          {aside}
        </div>
      )}
      {children}
    </section>
  )
}
