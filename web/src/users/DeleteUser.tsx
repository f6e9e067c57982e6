import { ownContact } from '@bittkosh/contract/contact'
import { deleteUser } from '@bittkosh/contract/users'
import { useLingui } from '@lingui/react/macro'
import { toast } from '../kit/overlays/toast.ts'
import { ShutOutForm } from './ShutOutForm.tsx'
import styles from './Users.module.css'

type DeleteUserProps = { user: { id: number; name: string; email: string }; onClose: () => void; onDone?: () => void }

export default function DeleteUser({ user, onClose, onDone }: DeleteUserProps) {
  const { t } = useLingui()
  const { id, name, email } = user
  return (
    <ShutOutForm
      draft={`delete user ${id}`}
      endpoint={deleteUser}
      id={id}
      title={t`Delete ${name}`}
      confirmLabel={t`Delete`}
      fallback={t`Failed to delete user`}
      onDone={() => {
        toast(t`${name} was deleted`)
        onDone?.()
      }}
      onClose={onClose}
    >
      <div className={styles.blocks}>
        <p>{t`Are you sure you want to delete this user? This action cannot be undone.`}</p>
        <p>
          <strong>{name}</strong>
          {ownContact(email) && `, ${email}`}
        </p>
        <p>{t`Name, contact details and documents are erased; bookings stay in the ledger without a name. A user who holds money or has pending requests can't be deleted.`}</p>
      </div>
    </ShutOutForm>
  )
}
