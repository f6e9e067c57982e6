import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { cx } from '../page/cx.ts'
import { Button } from '../actions/Button.tsx'
import { IconButton } from '../actions/IconButton.tsx'
import { LayerContext, useLayer } from './layers.ts'
import styles from './Modal.module.css'

export type ModalProps = {
  open: boolean
  onClose: () => void
  /** Somebody chose to discard what they typed; the dialog closes then. */
  onDiscard?: (() => void) | undefined
  title: string
  /** 'sheet' rises from the lower edge of a phone and opens at the side of a desktop. */
  shape?: 'modal' | 'sheet'
  size?: 'regular' | 'wide' | 'full'
  /** Amber: what it asks for is unusual. */
  tone?: 'pending' | undefined
  /** Buttons at the lower edge, the main one last. */
  footer?: ReactNode
  children: ReactNode
}

/**
 * A native dialog: the browser keeps the focus inside, closes on Escape and restores the focus. The content is mounted while it is
 * open, so a form inside is fresh each time. If something was typed, Escape, Back or a click beside the dialog ask before they
 * close it; its own buttons close it at once.
 */
export function Modal(props: ModalProps) {
  return props.open ? <OpenModal {...props} /> : null
}

function OpenModal({
  onClose,
  onDiscard,
  title,
  shape = 'modal',
  size = 'regular',
  tone,
  footer,
  children,
}: ModalProps) {
  const { t } = useLingui()
  const titleId = useId()
  const questionId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const layer = useLayer()
  const isTyped = useRef(false)
  const [leftFrom, setLeftFrom] = useState<Element | null>(null) // what had the focus when the question was asked

  // Events of nested dialogs bubble through this one too.
  const isOwn = ({ target }: SyntheticEvent) => (target as Element).closest('dialog') === dialog.current

  function leave() {
    if (isTyped.current) setLeftFrom((from) => from ?? document.activeElement)
    else onClose()
  }

  function discard() {
    onDiscard?.()
    onClose()
  }

  function goOn() {
    setLeftFrom(null)
    const back = leftFrom?.isConnected ? leftFrom : dialog.current?.querySelector('input, textarea, select') // a message may be gone
    if (back instanceof HTMLElement) back.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented || !isOwn(event) || !isTyped.current) return
    event.preventDefault() // at a second Escape in a row a browser closes the dialog without a cancel event
    if (leftFrom) goOn()
    else leave()
  }

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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape and the backdrop belong to the dialog
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={cx(styles.dialog, styles[shape], size !== 'regular' && styles[size], tone && styles[tone])}
      onInput={(event) => {
        if (isOwn(event) && isWriting(event.target)) isTyped.current = true
      }}
      onKeyDown={onKeyDown}
      onSubmitCapture={(event) => {
        if (!leftFrom || !isOwn(event)) return // nothing is sent while the question is open
        event.preventDefault()
        event.stopPropagation()
      }}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return // of a dialog or a file picker inside
        event.preventDefault()
        leave()
      }}
      onClose={() => {
        if (dialog.current?.open === false) onClose() // after a second Back, which no page can prevent
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) leave() // the backdrop belongs to the dialog element
      }}
    >
      <LayerContext value={layer}>
        <div className={styles.frame}>
          <div className={styles.head}>
            <h2 id={titleId}>{title}</h2>
            <IconButton label={t`Close`} icon={<X size={20} aria-hidden />} onClick={onClose} />
          </div>
          <div className={styles.body}>{children}</div>
          {leftFrom ? (
            // Keyed, so that the question's button is a new one, which takes the focus.
            <div key="question" className={styles.footer} role="alertdialog" aria-labelledby={questionId}>
              <p id={questionId} className={styles.question}>{t`Discard what you typed?`}</p>
              <Button variant="danger" onClick={discard}>{t`Discard`}</Button>
              <Button autoFocus onClick={goOn}>{t`Keep editing`}</Button>
            </div>
          ) : (
            footer && (
              <div key="footer" className={styles.footer}>
                {footer}
              </div>
            )
          )}
        </div>
      </LayerContext>
    </dialog>
  )
}

/** Whether somebody typed text that they would have to type again; a search or a code is not worth keeping. */
function isWriting(field: EventTarget): boolean {
  if (field instanceof HTMLTextAreaElement) return true
  if (!(field instanceof HTMLInputElement) || field.autocomplete === 'one-time-code') return false
  return !['search', 'checkbox', 'radio', 'range', 'file'].includes(field.type)
}
