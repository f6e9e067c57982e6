import { latinDigits } from '@bittkosh/contract/digits'
import { OTP_DIGITS } from '@bittkosh/contract/transfers'
import { useState } from 'react'
import { cx } from '../page/cx.ts'
import { useFieldProps } from './Field.tsx'
import styles from './OtpInput.module.css'

type OtpInputProps = { value: string; onChange: (digits: string) => void }

/**
 * One real input over six drawn boxes: it supports paste, the keyboard's suggestion and password managers like any other. (The
 * input-otp package adds a style element at run time, which our content policy refuses.)
 */
export function OtpInput({ value, onChange }: OtpInputProps) {
  const [isFocused, setFocused] = useState(false)
  const next = Math.min(value.length, OTP_DIGITS - 1)
  return (
    <div className={styles.otp}>
      {Array.from({ length: OTP_DIGITS }, (_, index) => (
        <span key={index} className={cx(styles.digit, isFocused && index === next && styles.active)} aria-hidden="true">
          {value[index]}
        </span>
      ))}
      <input
        {...useFieldProps()}
        className={styles.input}
        name="otp"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="done"
        value={value}
        // no maxLength: it would cut a pasted '123 456' before the space is removed
        onChange={(event) => onChange(digitsOf(event.target.value, value))}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        // typing appends at the end, wherever somebody has tapped
        onSelect={(event) => {
          const { selectionStart, selectionEnd } = event.currentTarget
          if (selectionStart === selectionEnd && selectionEnd !== value.length)
            event.currentTarget.setSelectionRange(value.length, value.length)
        }}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page asks for nothing else here
        autoFocus
      />
    </div>
  )
}

/** The digits of the typed or pasted text. After a complete, wrong code the next digit starts a new one. */
function digitsOf(text: string, before: string): string {
  const digits = latinDigits(text).replace(/\D/g, '')
  const isAnew = before.length === OTP_DIGITS && digits.length > OTP_DIGITS && digits.startsWith(before)
  return (isAnew ? digits.slice(OTP_DIGITS) : digits).slice(0, OTP_DIGITS)
}
