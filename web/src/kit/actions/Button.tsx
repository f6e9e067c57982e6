import { useLingui } from '@lingui/react/macro'
import { createLink } from '@tanstack/react-router'
import { type AnchorHTMLAttributes, type ButtonHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import styles from './Button.module.css'
import { cx } from '../page/cx.ts'
import { useOnline } from '../device/online.ts'
import { Spinner } from '../page/Spinner.tsx'

type Look = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'caution'
  /** 'dense' for admin rows (32 px); users' buttons are 48 px high. */
  size?: 'regular' | 'dense'
  wide?: boolean | undefined
  icon?: ReactNode
}

export type ButtonProps = Look &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** The call is under way: the button is disabled and shows a spinner. */
    running?: boolean | undefined
    /** Moves money: disabled while the browser is offline. */
    money?: boolean | undefined
    /** Why the button is disabled: this sentence disables it and is shown below it. */
    why?: string | false | null | undefined
    ref?: Ref<HTMLButtonElement>
  }

export function Button({ running, money, why, disabled, children, className, ...rest }: ButtonProps) {
  const { variant = 'primary', size = 'regular', wide, icon, ...button } = rest
  const { t } = useLingui()
  const reasonId = useId()
  const online = useOnline()
  const reason = money && !online ? t`You're offline.` : why
  return (
    <>
      <button
        type="button"
        {...button}
        className={cx(lookClass({ variant, size, wide }), className)}
        disabled={disabled || running || Boolean(reason)}
        aria-busy={running || undefined}
        aria-describedby={reason ? reasonId : button['aria-describedby']}
      >
        {running ? <Spinner label={t`Please wait`} /> : icon}
        {children}
      </button>
      {reason && (
        <span id={reasonId} className={styles.reason}>
          {reason}
        </span>
      )}
    </>
  )
}

/** A link that looks like a button. Takes the router's `to`, `params` and `search`. */
export const ButtonLink = createLink(AnchorButton)

type AnchorButtonProps = Look & AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }

export function AnchorButton({
  variant = 'primary',
  size = 'regular',
  wide,
  icon,
  children,
  ...rest
}: AnchorButtonProps) {
  return (
    <a {...rest} className={cx(lookClass({ variant, size, wide }), rest.className)}>
      {icon}
      {children}
    </a>
  )
}

function lookClass({ variant = 'primary', size, wide }: Look) {
  return cx(styles.button, styles[variant], size === 'dense' && styles.dense, wide && styles.wide)
}
