import { type ReactNode, useId } from 'react'
import styles from './Checkbox.module.css'
import { cx } from '../page/cx.ts'

type CheckboxProps = {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  /** The label is visually hidden, as in a table cell. */
  labelHidden?: boolean
  /** The sentence of a refusal; marks the box as invalid. */
  error?: string | undefined
}

export function Checkbox(props: CheckboxProps) {
  return <Toggle {...props} look={styles.checkbox} />
}

/** For a choice that takes effect immediately; a checkbox is for one that a form sends later. */
export function Switch(props: CheckboxProps) {
  return <Toggle {...props} look={styles.switch} isSwitch />
}

type ToggleProps = CheckboxProps & { look: string | undefined; isSwitch?: boolean }

function Toggle({ label, checked, onChange, disabled, labelHidden, error, look, isSwitch }: ToggleProps) {
  const errorId = useId()
  return (
    <label className={cx(styles.row, disabled && styles.disabled)}>
      <input
        type="checkbox"
        {...(isSwitch && { role: 'switch', 'aria-checked': checked })}
        className={look}
        checked={checked}
        disabled={disabled}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error && errorId}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={labelHidden ? 'visually-hidden' : undefined}>
        {label}
        {error && (
          <span id={errorId} className={styles.error} role="alert">
            {error}
          </span>
        )}
      </span>
    </label>
  )
}
