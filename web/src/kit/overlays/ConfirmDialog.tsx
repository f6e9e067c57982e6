import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { MayBeDone } from '../money/MayBeDone.tsx'
import { ErrorBanner } from '../page/Banner.tsx'
import { Button } from '../actions/Button.tsx'
import { Modal } from './Modal.tsx'

type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /** What will happen, in one or two sentences. */
  children: ReactNode
  confirmLabel: string
  onConfirm: () => void
  /** Of the button that does nothing, if 'Cancel' could be taken for the act itself. */
  closeLabel?: string
  /** Destructive: the button is red. */
  danger?: boolean
  running?: boolean
  failure?: string | null
  /** The call got no reply, so it may have been carried out. */
  unanswered?: boolean
}

export function ConfirmDialog({
  open,
  onClose,
  title,
  children,
  confirmLabel,
  onConfirm,
  closeLabel,
  danger,
  running,
  failure,
  unanswered,
}: ConfirmDialogProps) {
  const { t } = useLingui()
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <>
          {unanswered && <MayBeDone />}
          <ErrorBanner message={failure} />
          <Button variant="secondary" onClick={onClose}>
            {closeLabel ?? t`Cancel`}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} running={running} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div>{children}</div>
    </Modal>
  )
}
