import { deleteUser, listUsers, type UserRow } from '@bittkosh/contract/users'
import { useLingui } from '@lingui/react/macro'
import { useForm } from '../api/useForm.ts'
import { ConfirmDialog } from '../kit/overlays/ConfirmDialog.tsx'
import { toast } from '../kit/overlays/toast.ts'
import styles from './Users.module.css'

export function DeleteUser({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const { t } = useLingui()
  const deletion = useForm({
    endpoint: deleteUser,
    params: { id: user.id },
    initial: {},
    body: () => ({}),
    fallback: t`Failed to delete user`,
    refreshes: [listUsers],
    onDone: () => {
      toast(t`${user.name} was deleted`)
      onClose()
    },
    onSent: onClose,
  })
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={t`Delete ${user.name}`}
      confirmLabel={t`Delete`}
      running={deletion.running}
      failure={deletion.failure}
      onConfirm={() => void deletion.submit()}
    >
      <div className={styles.blocks}>
        <p>{t`Are you sure you want to delete this user? This action cannot be undone.`}</p>
        <p>
          <strong>{user.name}</strong>, {user.email}
        </p>
        <p>{t`Name, contact and documents are erased; what was booked stays in the ledger without a name. A user who holds money or has pending requests can't be deleted.`}</p>
      </div>
    </ConfirmDialog>
  )
}
