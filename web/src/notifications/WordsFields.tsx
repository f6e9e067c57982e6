import { notificationType, type NotificationType } from '@bittkosh/contract/notifications'
import { Trans, useLingui } from '@lingui/react/macro'
import { Field } from '../kit/forms/Field.tsx'
import { Select } from '../kit/forms/Select.tsx'
import { TextArea, TextInput } from '../kit/forms/TextInput.tsx'
import { useNow } from '../kit/page/useNow.ts'
import { Card } from '../kit/page/Card.tsx'
import { NotificationItem } from './NotificationItem.tsx'
import styles from './SendForm.module.css'

export type Words = { title: string; message: string; type: string }

type WordsFieldsProps = {
  values: Words
  errors: Readonly<Record<string, string>>
  set: (name: keyof Words, value: string) => void
}

/** Title, message and type, which both ways of sending ask for. */
export function WordsFields({ values, errors, set }: WordsFieldsProps) {
  const { t } = useLingui()
  const types: { value: NotificationType; label: string }[] = [
    { value: 'info', label: t`Info` },
    { value: 'success', label: t`Success` },
    { value: 'warning', label: t`Warning` },
    { value: 'error', label: t`Error` },
  ]
  return (
    <>
      <Field label={t`Title`} error={errors.title}>
        <TextInput value={values.title} maxLength={200} onChange={(text) => set('title', text)} />
      </Field>
      <Field label={t`Message`} error={errors.message}>
        <TextArea value={values.message} rows={4} maxLength={2000} onChange={(text) => set('message', text)} />
      </Field>
      <Field label={t`Type`} error={errors.type}>
        <Select value={typeOf(values)} onChange={(type) => set('type', type)} options={types} />
      </Field>
    </>
  )
}

/** What the user will see, while it is written. */
export function Preview({ words }: { words: Words }) {
  const { t } = useLingui()
  const now = useNow(60_000)
  return (
    <div className={styles.preview}>
      <h2 className={styles.label}>
        <Trans>As the user will see it</Trans>
      </h2>
      <Card flush>
        <NotificationItem
          notification={{
            title: words.title.trim() || t`Title`,
            message: words.message.trim() || t`Message`,
            type: typeOf(words),
            is_read: false,
            created_at: now,
          }}
        />
      </Card>
    </div>
  )
}

function typeOf({ type }: Words): NotificationType {
  return notificationType.parse(type)
}
