import { listUsers, toggleUser, userDetails, type UserRow } from '@bittkosh/contract/users'
import { userStatistics } from '@bittkosh/contract/statistics'
import { useLingui } from '@lingui/react/macro'
import { useForm } from '../api/useForm.ts'
import { toast } from '../kit/overlays/toast.ts'
import { DecideDialog } from '../requests/DecideDialog.tsx'
import { type GivenReason, noReason, ReasonFields, useMissingReason } from './ReasonFields.tsx'

/** Shuts a user out, with the reason that the audit log keeps. */
export function DeactivateUser({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const { t } = useLingui()
  const missingOf = useMissingReason()
  const form = useForm({
    endpoint: toggleUser,
    params: { id: user.id },
    initial: noReason,
    body: (given: GivenReason) => given,
    fallback: t`Failed to update user status`,
    refreshes: [listUsers, userDetails, userStatistics],
    onDone: ({ name }) => {
      toast(t`${name} is inactive and signed out everywhere`)
      onClose()
    },
  })
  const { name } = user
  return (
    <DecideDialog
      title={t`Deactivate ${name}`}
      confirmLabel={t`Deactivate`}
      danger
      decision={{
        ...form,
        close: onClose,
        props: {
          ...form.props,
          onSubmit: (event) => {
            event.preventDefault()
            const missing = missingOf(form.values)
            if (missing) form.refuse(missing, Object.values(missing)[0] ?? '')
            else void form.submit(event)
          },
        },
      }}
    >
      <p>{t`They are signed out everywhere and cannot sign in until somebody activates them again.`}</p>
      <ReasonFields values={form.values} errors={form.errors} set={form.set} hint={t`It stays in the audit log.`} />
    </DecideDialog>
  )
}
