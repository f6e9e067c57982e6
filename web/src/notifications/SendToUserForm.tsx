import { sendNotification } from '@bittkosh/contract/notifications'
import { Trans, useLingui } from '@lingui/react/macro'
import { Send } from 'lucide-react'
import { useDraftForm } from '../api/useDraftForm.ts'
import { toast } from '../kit/overlays/toast.ts'
import { Submit } from '../kit/forms/Submit.tsx'
import type { FoundUser } from './foundUsers.ts'
import styles from './SendForm.module.css'
import { UserPicker } from './UserPicker.tsx'
import { noWords, Preview, WordsFields } from './WordsFields.tsx'

export function SendToUserForm() {
  const { t } = useLingui()
  const form = useDraftForm({
    draft: 'notification to a user',
    endpoint: sendNotification,
    initial: { ...noWords, user_id: '', name: '', email: '' },
    body: ({ user_id: id, name: _name, email: _email, ...words }) => ({ ...words, ...(id && { user_id: Number(id) }) }),
    fallback: t`Failed to send notification`,
    onDone: () => toast(t`Notification sent successfully!`),
  })
  const { user_id: id, name, email } = form.values

  function choose(user: FoundUser | null) {
    form.set('user_id', String(user?.id ?? ''))
    form.set('name', user?.name ?? '')
    form.set('email', user?.email ?? '')
  }

  return (
    <div className={styles.columns}>
      <form {...form.props} className={styles.form}>
        <UserPicker
          user={id === '' ? null : { id: Number(id), name, email }}
          onChoose={choose}
          error={form.errors.user_id && t`Choose a user.`}
        />
        <WordsFields values={form.values} errors={form.errors} set={form.set} />
        <Submit form={form} icon={<Send size={18} aria-hidden />}>
          <Trans>Send notification</Trans>
        </Submit>
      </form>
      <Preview words={form.values} />
    </div>
  )
}
