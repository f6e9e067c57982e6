import { useLingui } from '@lingui/react/macro'
import { Eye, EyeOff } from 'lucide-react'
import { type InputHTMLAttributes, useState } from 'react'
import { cx } from '../page/cx.ts'
import { useFieldProps } from './Field.tsx'
import { IconButton } from '../actions/IconButton.tsx'
import styles from './input.module.css'

type PasswordInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'type'> & {
  value: string
  onChange: (value: string) => void
  dense?: boolean
  autoComplete: 'current-password' | 'new-password'
}

export function PasswordInput({ value, onChange, dense = false, ...input }: PasswordInputProps) {
  const { t } = useLingui()
  const [shown, setShown] = useState(false)
  return (
    <div className={cx(styles.box, dense && styles.boxDense)}>
      <input
        {...useFieldProps()}
        autoCapitalize="none"
        spellCheck={false}
        {...input}
        type={shown ? 'text' : 'password'}
        className={styles.inner}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <IconButton
        // The button's name does not contain 'password': a screen reader must find only the field under that name.
        label={shown ? t`Hide characters` : t`Show characters`}
        icon={shown ? <EyeOff size={20} aria-hidden /> : <Eye size={20} aria-hidden />}
        size={dense ? 'dense' : 'regular'}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      />
    </div>
  )
}
