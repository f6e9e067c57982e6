import { sendNotification } from '@bittkosh/contract/notifications'
import { Trans, useLingui } from '@lingui/react/macro'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useForm } from '../api/useForm.ts'
import { toast } from '../kit/overlays/toast.ts'
import { Submit } from '../kit/forms/Submit.tsx'
import type { FoundUser } from './foundUsers.ts'
import styles from './SendForm.module.css'
import { UserPicker } from './UserPicker.tsx'
import { noWords, Preview, WordsFields } from './WordsFields.tsx'

export function SendToUserForm() {
  const { t } = useLingui()
  const [user, setUser] = useState<FoundUser | null>(null)
  const form = useForm({
    endpoint: sendNotification,
    initial: noWords,
    body: (typed) => ({ ...typed, user_id: user?.id }),
    fallback: t`Failed to send notification`,
    onDone: () => {
      toast(t`Notification sent successfully!`)
      setUser(null)
      form.reset()
    },
  })

  return (
    <div className={styles.columns}>
      <form {...form.props} className={styles.form}>
        <UserPicker user={user} onChoose={setUser} error={form.errors['user_id'] && t`Choose a user.`} />
        <WordsFields values={form.values} errors={form.errors} set={form.set} />
        <Submit form={form} icon={<Send size={18} aria-hidden />}>
          <Trans>Send notification</Trans>
        </Submit>
      </form>
      <Preview words={form.values} />
    </div>
  )
}
