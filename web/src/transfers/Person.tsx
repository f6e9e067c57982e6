import type { AdminTransfer } from '@bittkosh/contract/transfers'
import styles from './AdminTransfers.module.css'

/** Who sent or received, with what an admin reaches them by. */
export function Person({ person }: { person: AdminTransfer['sender'] }) {
  return (
    <span className={styles.person}>
      <span>{person.name}</span>
      <span className={styles.contact}>{person.email}</span>
      <span className={styles.contact}>{person.phone}</span>
    </span>
  )
}
