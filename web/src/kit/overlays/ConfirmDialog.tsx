import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
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
}: ConfirmDialogProps) {
  const { t } = useLingui()
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <>
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
