import { globalNotification, listGlobalNotifications, sendGlobalNotification } from '@bittkosh/contract/notifications'
import { addDays, dayOf } from '@bittkosh/contract/time'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Megaphone } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { readingPages } from '../api/queries.ts'
import { useDraftForm } from '../api/useDraftForm.ts'
import { Field } from '../kit/forms/Field.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { ConfirmDialog } from '../kit/overlays/ConfirmDialog.tsx'
import { toast } from '../kit/overlays/toast.ts'
import { useNow } from '../kit/page/useNow.ts'
import { Submit } from '../kit/forms/Submit.tsx'
import styles from './SendForm.module.css'
import { noWords, Preview, type Words, WordsFields } from './WordsFields.tsx'

const shownDays = 7
const shape: z.ZodMiniType = globalNotification

/** Every date picker of the product uses Indian time, wherever the admin is. */
function bodyOf({ expires_at, ...words }: Words & { expires_at: string }) {
  return { ...words, expires_at: expires_at && `${expires_at}:00+05:30` }
}

export function SendToAllForm() {
  const { t } = useLingui()
  const today = dayOf(useNow(60_000))
  const [isConfirming, setConfirming] = useState(false)
  const list = useInfiniteQuery(readingPages(listGlobalNotifications))
  const people = list.data?.pages[0]?.recipients
  const form = useDraftForm({
    draft: 'notification to all',
    endpoint: sendGlobalNotification,
    initial: { ...noWords, expires_at: `${addDays(today, shownDays)}T23:59` },
    body: bodyOf,
    fallback: t`Failed to send global notification`,
    refreshes: [listGlobalNotifications],
    onDone: () => toast(t`Notification sent successfully!`),
  })

  return (
    <div className={styles.columns}>
      <form
        {...form.props}
        onSubmit={(event) => {
          event.preventDefault()
          if (z.safeDecode(shape, bodyOf(form.values)).success) setConfirming(true)
          else void form.submit() // shows the missing fields
        }}
        className={styles.form}
      >
        <WordsFields values={form.values} errors={form.errors} set={form.set} />
        <Field
          label={t`Shown until`}
          hint={t`Indian time. Every user sees it until then, including those who register in the meantime.`}
          error={form.errors.expires_at}
        >
          <TextInput type="datetime-local" min={`${today}T00:00`} {...form.bind('expires_at')} />
        </Field>
        <Submit form={form} disabled={people === undefined} icon={<Megaphone size={18} aria-hidden />}>
          <Trans>Send to every user</Trans>
        </Submit>
      </form>
      <Preview words={form.values} />
      {isConfirming && people !== undefined && (
        <ConfirmDialog
          open
          onClose={() => setConfirming(false)}
          title={t`Send to everyone?`}
          confirmLabel={t`Send to ${plural(people, { one: '# person', other: '# people' })}`}
          onConfirm={() => {
            setConfirming(false) // the form shows the result
            void form.submit()
          }}
        >
          <p>
            <strong>{form.values.title}</strong>
          </p>
          <p>{form.values.message}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
