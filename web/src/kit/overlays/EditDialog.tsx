import { useLingui } from '@lingui/react/macro'
import { type ComponentProps, type FormEvent, type ReactNode, type RefObject, useId } from 'react'
import { MayBeDone } from '../money/MayBeDone.tsx'
import { Banner, ErrorBanner } from '../page/Banner.tsx'
import { Button } from '../actions/Button.tsx'
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx'
import styles from './EditDialog.module.css'
import { Modal } from './Modal.tsx'
import { RecordTrail } from '../lists/Trail.tsx'

type EditDialogProps = {
  title: string
  /** From `useForm` or `useDraftForm` of the api. */
  form: {
    props: { ref: RefObject<HTMLFormElement | null>; onSubmit: (event: FormEvent) => void; noValidate: boolean }
    failure: string | null
    running: boolean
    unanswered: boolean
    isRestored?: boolean
    reset?: () => void
    discard?: () => void
  }
  /** From `useEdit` of the api; null when a record is added. */
  edit: { isStale: boolean; isGone: boolean; trail: ComponentProps<typeof RecordTrail> } | null
  size?: 'regular' | 'wide'
  /** The edit moves money: saving is disabled while offline. */
  money?: boolean
  /** If the saved value is unusual: amber, with another label on the button, which is disabled until the value was typed again. */
  confirm?: { caution: boolean; disabled: boolean; confirmLabel: string }
  onClose: () => void
  children: ReactNode
}

// Not built on DecideDialog: shared code would be a chunk of its own and add 0.4 kB to a queue.
/** The form of a record: its fields, its audit trail, and a refusal above the buttons. */
export function EditDialog(props: EditDialogProps) {
  const { title, form, edit, size = 'regular', money = false, confirm, onClose, children } = props
  const { t } = useLingui()
  const formId = useId()
  function cancel() {
    form.discard?.()
    onClose()
  }
  return (
    <Modal
      open
      onClose={onClose}
      onDiscard={form.discard}
      title={title}
      size={size}
      tone={confirm?.caution ? 'pending' : undefined}
      footer={
        <>
          {form.unanswered && <MayBeDone />}
          <ErrorBanner message={edit?.isGone ? t`It was deleted in the meantime.` : form.failure} />
          <Button variant="secondary" onClick={cancel}>{t`Cancel`}</Button>
          <Button
            type="submit"
            form={formId}
            variant={confirm?.caution ? 'caution' : 'primary'}
            money={money}
            disabled={edit?.isGone || confirm?.disabled}
            running={form.running}
          >
            {confirm?.confirmLabel ?? t`Save`}
          </Button>
        </>
      }
    >
      <form {...form.props} id={formId} className={styles.form}>
        {form.isRestored && (
          <Banner>
            <p>{t`You typed this before. It isn’t saved yet.`}</p>
            <Button variant="secondary" size="dense" onClick={() => form.reset?.()}>
              {t`Discard`}
            </Button>
          </Banner>
        )}
        {children}
        {edit && <ChangedMeanwhile isStale={edit.isStale && !edit.isGone} />}
        {edit && <RecordTrail {...edit.trail} />}
      </form>
    </Modal>
  )
}
