import { listAudit } from '@bittkosh/contract/audit'
import { freezeUser, listUsers, unfreezeUser, userDetails, type UserRow } from '@bittkosh/contract/users'
import { useLingui } from '@lingui/react/macro'
import { Snowflake } from 'lucide-react'
import { forgetDraft } from '../api/draft.ts'
import { useConfirm } from '../api/useConfirm.ts'
import { useDraftForm } from '../api/useDraftForm.ts'
import { Button } from '../kit/actions/Button.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { ConfirmDialog } from '../kit/overlays/ConfirmDialog.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import { useOpened } from '../kit/overlays/useEdited.ts'
import { ErrorBanner } from '../kit/page/Banner.tsx'
import { toast } from '../kit/overlays/toast.ts'
import styles from './Users.module.css'

/** Freezes one person's money or releases it again; an admin has none to freeze. */
export function FreezeUser({ user }: { user: UserRow }) {
  const { t } = useLingui()
  // The requested act: somebody else may do it meanwhile, and the confirm dialog must not turn into its opposite.
  const [asking, ask, close] = useOpened<'freeze' | 'unfreeze'>()
  if (user.role === 'admin') return null
  return (
    <>
      <Button
        variant="secondary"
        size="dense"
        icon={<Snowflake size={16} aria-hidden />}
        onClick={() => ask(user.frozen_at ? 'unfreeze' : 'freeze')}
      >
        {user.frozen_at ? t`Unfreeze` : t`Freeze`}
      </Button>
      {asking === 'freeze' && <Freeze user={user} onClose={close} />}
      {asking === 'unfreeze' && <Unfreeze user={user} onClose={close} />}
    </>
  )
}

type DialogProps = { user: UserRow; onClose: () => void }

function Freeze({ user, onClose }: DialogProps) {
  const { t } = useLingui()
  const draft = `freeze user ${user.id}`
  const form = useDraftForm({
    draft,
    endpoint: freezeUser,
    params: { id: user.id },
    initial: { reason: '' },
    body: (typed) => typed,
    fallback: t`The account could not be frozen`,
    refreshes: [listUsers, userDetails, listAudit],
    onDone: () => {
      toast(t`${user.name} is frozen`)
      onClose()
    },
  })
  return (
    <Modal
      open
      onClose={onClose}
      onDiscard={() => forgetDraft(draft)}
      title={t`Freeze ${user.name}`}
      footer={
        <>
          <ErrorBanner message={form.failure} />
          <Button variant="secondary" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form="freeze" variant="danger" running={form.running}>{t`Freeze`}</Button>
        </>
      }
    >
      <form {...form.props} id="freeze" className={styles.form}>
        <p>{t`No money leaves this account: no withdrawals, no BittPay, and nothing pending is paid out. ${user.name} can still sign in and is asked to contact support, without being told the reason.`}</p>
        <Field label={t`Reason`} hint={t`Only administrators can read it.`} error={form.errors.reason}>
          <TextInput {...form.bind('reason')} dense maxLength={500} />
        </Field>
      </form>
    </Modal>
  )
}

function Unfreeze({ user, onClose }: DialogProps) {
  const { t } = useLingui()
  const dialog = useConfirm({
    endpoint: unfreezeUser,
    fallback: t`The account could not be unfrozen`,
    success: t`${user.name} can withdraw and send money again`,
    refreshes: [listUsers, userDetails, listAudit],
    input: { params: { id: user.id } },
    onClose,
  })
  return (
    <ConfirmDialog {...dialog} title={t`Unfreeze ${user.name}`} confirmLabel={t`Unfreeze`}>
      {t`${user.name} can then withdraw and send money again, and pending requests can be paid out.`}
    </ConfirmDialog>
  )
}
