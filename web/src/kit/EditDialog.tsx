import { useLingui } from '@lingui/react/macro'
import { type ComponentProps, type FormEvent, type ReactNode, type RefObject, useId } from 'react'
import { ErrorBanner } from './Banner.tsx'
import { Button } from './Button.tsx'
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx'
import styles from './EditDialog.module.css'
import { Modal } from './Modal.tsx'
import { RecordTrail } from './Trail.tsx'

type EditDialogProps = {
  title: string
  /** Of `useForm` of the api. */
  form: {
    props: { ref: RefObject<HTMLFormElement | null>; onSubmit: (event: FormEvent) => void; noValidate: boolean }
    failure: string | null
    running: boolean
  }
  /** Of `useEdit` of the api; null where a record is added. */
  edit: { isStale: boolean; trail: ComponentProps<typeof RecordTrail> } | null
  size?: 'regular' | 'wide'
  /** What was typed moves money: saving rests while offline. */
  money?: boolean
  onClose: () => void
  children: ReactNode
}

// Not made of DecideDialog: shared, the two would be files of their own, and a queue 0.4 kB heavier of its 30.
/** The form of a record: what was typed, what was logged about the record, and a refusal above the buttons. */
export function EditDialog(props: EditDialogProps) {
  const { title, form, edit, size = 'regular', money = false, onClose, children } = props
  const { t } = useLingui()
  const formId = useId()
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      size={size}
      footer={
        <>
          <ErrorBanner message={form.failure} />
          <Button variant="secondary" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} money={money} running={form.running}>{t`Save`}</Button>
        </>
      }
    >
      <form {...form.props} id={formId} className={styles.form}>
        {children}
        {edit && <ChangedMeanwhile isStale={edit.isStale} />}
        {edit && <RecordTrail {...edit.trail} />}
      </form>
    </Modal>
  )
}
