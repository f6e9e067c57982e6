import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { cx } from '../page/cx.ts'
import styles from './IconButton.module.css'

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  label: string
  icon: ReactNode
  size?: 'regular' | 'dense'
  ref?: Ref<HTMLButtonElement>
}

/** A button with only an icon; `label` is its accessible name. */
export function IconButton({ label, icon, size = 'regular', className, ...button }: IconButtonProps) {
  return (
    <button
      type="button"
      {...button}
      aria-label={label}
      title={label}
      className={cx(styles.button, size === 'dense' && styles.dense, className)}
    >
      {icon}
    </button>
  )
}
