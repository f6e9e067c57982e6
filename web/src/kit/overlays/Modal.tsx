import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { cx } from '../page/cx.ts'
import { IconButton } from '../actions/IconButton.tsx'
import { LayerContext, useLayer } from './layers.ts'
import styles from './Modal.module.css'

export type ModalProps = {
  open: boolean
  onClose: () => void
  title: string
  /** 'sheet' rises from the lower edge of a phone and opens at the side of a desktop. */
  shape?: 'modal' | 'sheet'
  size?: 'regular' | 'wide'
  /** Amber: what it asks is unusual. */
  tone?: 'pending' | undefined
  /** Buttons at the lower edge, the main one last. */
  footer?: ReactNode
  children: ReactNode
}

/**
 * A native dialog: the browser keeps the focus inside, closes on Escape and gives the focus back.
 * The content is mounted while it is open, so a form inside is fresh each time.
 */
export function Modal(props: ModalProps) {
  return props.open ? <OpenModal {...props} /> : null
}

function OpenModal({ onClose, title, shape = 'modal', size = 'regular', tone, footer, children }: ModalProps) {
  const { t } = useLingui()
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const layer = useLayer()

  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    element?.showModal()
    element?.querySelector<HTMLElement>('[data-first-focus]')?.focus() // otherwise the close button has the focus
    // A dialog that is unmounted while open does not restore the focus by itself.
    return () => {
      element?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape closes by the browser's own cancel event
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={cx(styles.dialog, styles[shape], size === 'wide' && styles.wide, tone && styles[tone])}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose() // the backdrop belongs to the dialog element
      }}
    >
      <LayerContext value={layer}>
        <div className={styles.frame}>
          <div className={styles.head}>
            <h2 id={titleId}>{title}</h2>
            <IconButton label={t`Close`} icon={<X size={20} aria-hidden />} onClick={onClose} />
          </div>
          <div className={styles.body}>{children}</div>
          {footer && <div className={styles.footer}>{footer}</div>}
        </div>
      </LayerContext>
    </dialog>
  )
}
