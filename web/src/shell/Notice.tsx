import type { ReactNode } from 'react'
import styles from './Notice.module.css'

/** A non-urgent question above the lower edge, clear of the buttons in the page's own bar. */
export function Notice({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div role="status" className={styles.notice}>
      <p>{text}</p>
      <div className={styles.buttons}>{children}</div>
    </div>
  )
}
