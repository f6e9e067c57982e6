import { useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useState } from 'react'
import { MayBeDone } from '../kit/money/MayBeDone.tsx'
import { ErrorBanner } from '../kit/page/Banner.tsx'
import { Button } from '../kit/actions/Button.tsx'
import styles from './DecideDialog.module.css'
import { Modal } from '../kit/overlays/Modal.tsx'
import { ReasonPicker } from '../kit/forms/ReasonPicker.tsx'

/** The form state of a decision, from `useDecision`. */
type Decision = {
  props: { ref: RefObject<HTMLFormElement | null>; onSubmit: (event: FormEvent) => void; noValidate: boolean }
  failure: string | null
  running: boolean
  /** It got no reply, so it may have been carried out. */
  unanswered?: boolean
  close: () => void
  /** Deletes what was typed, if it is kept beyond the dialog. */
  discard?: () => void
}

type DecideDialogProps = {
  title: string
  decision: Decision
  confirmLabel: string
  danger?: boolean
  /** The decision is unusual: the dialog and its button turn amber. */
  caution?: boolean
  /** Moves money: disabled while offline. */
  money?: boolean
  disabled?: boolean
  /** Focuses the confirm button first, if there is nothing to type. */
  confirmFirst?: boolean
  children: ReactNode
}

/** The confirm dialog of a decision. A refusal is shown above its buttons, and the typed values stay. */
export function DecideDialog({ title, decision, confirmLabel, children, ...confirm }: DecideDialogProps) {
  const { t } = useLingui()
  const form = useId()
  return (
    <Modal
      open
      onClose={decision.close}
      onDiscard={decision.discard}
      title={title}
      tone={confirm.caution ? 'pending' : undefined}
      footer={
        <>
          {decision.unanswered && <MayBeDone />}
          <ErrorBanner message={decision.failure} />
          <Button variant="secondary" onClick={decision.close}>{t`Cancel`}</Button>
          <Button
            type="submit"
            form={form}
            variant={confirm.danger ? 'danger' : confirm.caution ? 'caution' : 'primary'}
            money={confirm.money}
            disabled={confirm.disabled}
            running={decision.running}
            data-first-focus={confirm.confirmFirst}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        {...decision.props}
        id={form}
        className={styles.form}
        onSubmit={(event) => (confirm.disabled ? event.preventDefault() : decision.props.onSubmit(event))}
      >
        {children}
      </form>
    </Modal>
  )
}

type RejectDialogProps = {
  title: string
  decision: Decision
  money?: boolean
  disabled?: boolean
  /** The reason that the user will read: the usual reasons, the typed text and its error. */
  reason: {
    label: string
    presets: readonly string[]
    value: string
    onChange: (reason: string) => void
    error?: string | undefined
    /** The error when nothing was typed. */
    missing: string
  }
  children?: ReactNode
}

/** Rejects with a reason; the digits 1 to 6 choose one of the usual ones. */
export function RejectDialog({ reason: { missing, ...reason }, decision, children, ...dialog }: RejectDialogProps) {
  const { t } = useLingui()
  const [tries, setTries] = useState(0)
  const isEmpty = reason.value.trim() === ''

  const [digits, setDigits] = useState(0)
  const form = decision.props.ref
  useLayoutEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [tries, form])
  // R, a digit and Enter reject, so no other button may take the Enter.
  useLayoutEffect(() => {
    if (digits > 0) submitOf(form.current)?.focus()
  }, [digits, form])

  function submit(event: FormEvent) {
    event.preventDefault()
    setTries(tries + 1)
    if (!isEmpty) decision.props.onSubmit(event)
  }

  return (
    <DecideDialog
      {...dialog}
      decision={{ ...decision, props: { ...decision.props, onSubmit: submit } }}
      confirmLabel={t`Reject`}
      danger
    >
      {children}
      <ReasonPicker
        {...reason}
        onDigit={() => setDigits(digits + 1)}
        error={tries > 0 && isEmpty ? missing : reason.error}
      />
    </DecideDialog>
  )
}

/** The form's submit button; in a dialog it is outside the form. */
function submitOf(form: HTMLFormElement | null): HTMLElement | undefined {
  return [...(form?.elements ?? [])].find(
    (element): element is HTMLButtonElement => element instanceof HTMLButtonElement && element.type === 'submit',
  )
}
