import type { AdminTransfer, TransferDetails } from '@bittkosh/contract/transfers'
import { PersonLink } from '../requests/PersonLink.tsx'
import styles from './AdminTransfers.module.css'

/** Who sent or received, with what an admin reaches them by; of one whose id is known the name leads to their details. */
export function Person({ person }: { person: AdminTransfer['sender'] | TransferDetails['sender'] }) {
  const { name, email, phone } = person
  return (
    <span className={styles.person}>
      {'id' in person && email !== null ? <PersonLink user={person} /> : <span>{name}</span>}
      <span className={styles.contact}>{email}</span>
      <span className={styles.contact}>{phone}</span>
    </span>
  )
}
