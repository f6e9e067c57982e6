import { ownContact } from '@bittkosh/contract/contact'
import type { AdminTransfer, TransferDetails } from '@bittkosh/contract/transfers'
import { PersonLink } from '../requests/PersonLink.tsx'
import styles from './AdminTransfers.module.css'

/** The sender or receiver, with contact details for an admin; if the id is known, the name links to their page. */
export function Person({ person }: { person: AdminTransfer['sender'] | TransferDetails['sender'] }) {
  const { name, email, phone } = person
  return (
    <span className={styles.person}>
      {'id' in person ? <PersonLink user={person} /> : <span>{name}</span>}
      <span className={styles.contact}>{ownContact(email)}</span>
      <span className={styles.contact}>{ownContact(phone)}</span>
    </span>
  )
}
