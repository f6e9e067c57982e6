import { toggleUser } from '@bittkosh/contract/users'
import { useLingui } from '@lingui/react/macro'
import { toast } from '../kit/overlays/toast.ts'
import { ShutOutForm } from './ShutOutForm.tsx'

export default function DeactivateUser({ user, onClose }: { user: { id: number; name: string }; onClose: () => void }) {
  const { t } = useLingui()
  const { id, name } = user
  return (
    <ShutOutForm
      draft={`deactivate user ${id}`}
      endpoint={toggleUser}
      id={id}
      also={{ is_active: false }}
      title={t`Deactivate ${name}`}
      confirmLabel={t`Deactivate`}
      fallback={t`Failed to update user status`}
      onDone={() => toast(t`${name} is inactive and signed out everywhere`)}
      onClose={onClose}
    >
      <p>{t`They are signed out everywhere and can’t sign in until they are activated again.`}</p>
    </ShutOutForm>
  )
}
