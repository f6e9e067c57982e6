import { notificationType, type NotificationType } from '@bittkosh/contract/notifications'
import { Trans, useLingui } from '@lingui/react/macro'
import { Field } from '../kit/forms/Field.tsx'
import { InHindi } from '../kit/forms/InHindi.tsx'
import { Select } from '../kit/forms/Select.tsx'
import { TextArea, TextInput } from '../kit/forms/TextInput.tsx'
import { useNow } from '../kit/page/useNow.ts'
import { Card } from '../kit/page/Card.tsx'
import { NotificationItem } from './NotificationItem.tsx'
import styles from './SendForm.module.css'

export type Words = { title: string; message: string; title_hi: string; message_hi: string; type: string }
export const noWords: Words = { title: '', message: '', title_hi: '', message_hi: '', type: 'info' }

type WordsFieldsProps = {
  values: Words
  errors: Readonly<Record<string, string>>
  set: (name: keyof Words, value: string) => void
}

/** Title, message and type, the fields that both ways of sending share. */
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
      <InHindi
        label={t`Title`}
        name="title_hi"
        value={values.title_hi}
        onChange={(text) => set('title_hi', text)}
        error={errors.title_hi}
        maxLength={200}
      />
      <Field label={t`Message`} error={errors.message}>
        <TextArea value={values.message} rows={4} maxLength={2000} onChange={(text) => set('message', text)} />
      </Field>
      <InHindi
        label={t`Message`}
        name="message_hi"
        value={values.message_hi}
        onChange={(text) => set('message_hi', text)}
        error={errors.message_hi}
        rows={4}
        maxLength={2000}
      />
      <Field label={t`Type`} error={errors.type}>
        <Select value={typeOf(values)} onChange={(type) => set('type', type)} options={types} />
      </Field>
    </>
  )
}

/** A live preview of what the user will see. */
export function Preview({ words }: { words: Words }) {
  const { t } = useLingui()
  const now = useNow(60_000)
  return (
    <div className={styles.preview}>
      <h2 className={styles.label}>
        <Trans>What the user will see</Trans>
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
