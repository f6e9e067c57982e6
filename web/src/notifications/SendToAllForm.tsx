import { sendGlobalNotification } from '@bittkosh/contract/notifications'
import { addDays, dayOf } from '@bittkosh/contract/time'
import { Trans, useLingui } from '@lingui/react/macro'
import { Megaphone } from 'lucide-react'
import { useForm } from '../api/useForm.ts'
import { Field } from '../kit/forms/Field.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { toast } from '../kit/overlays/toast.ts'
import { useNow } from '../kit/page/useNow.ts'
import { Submit } from '../kit/forms/Submit.tsx'
import styles from './SendForm.module.css'
import { Preview, WordsFields } from './WordsFields.tsx'

const shownDays = 7

export function SendToAllForm() {
  const { t } = useLingui()
  const today = dayOf(useNow(60_000))
  const form = useForm({
    endpoint: sendGlobalNotification,
    initial: { title: '', message: '', type: 'info', expires_at: `${addDays(today, shownDays)}T23:59` },
    // Every date picker of the product is in Indian time, wherever the admin sits.
    body: ({ expires_at, ...words }) => ({ ...words, expires_at: expires_at && `${expires_at}:00+05:30` }),
    fallback: t`Failed to send global notification`,
    onDone: () => {
      toast(t`Notification sent successfully!`)
      form.reset()
    },
  })

  return (
    <div className={styles.columns}>
      <form {...form.props} className={styles.form}>
        <WordsFields values={form.values} errors={form.errors} set={form.set} />
        <Field
          label={t`Shown until`}
          hint={t`Indian time. Every user sees it until then, also who registers meanwhile.`}
          error={form.errors.expires_at}
        >
          <TextInput type="datetime-local" min={`${today}T00:00`} {...form.bind('expires_at')} />
        </Field>
        <Submit form={form} icon={<Megaphone size={18} aria-hidden />}>
          <Trans>Send to every user</Trans>
        </Submit>
      </form>
      <Preview words={form.values} />
    </div>
  )
}
