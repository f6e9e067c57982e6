import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react'
import { cx } from '../page/cx.ts'
import { useFieldProps } from './Field.tsx'
import styles from './input.module.css'

type TextInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> & {
  value: string
  onChange: (value: string) => void
  dense?: boolean
  ref?: Ref<HTMLInputElement>
}

export function TextInput({ value, onChange, dense, className, ...input }: TextInputProps) {
  return (
    <input
      {...useFieldProps()}
      {...input}
      className={cx(styles.input, dense && styles.dense, className)}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

type TextAreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'value' | 'onChange'> & {
  value: string
  onChange: (value: string) => void
}

export function TextArea({ value, onChange, ...area }: TextAreaProps) {
  return (
    <textarea
      {...useFieldProps()}
      {...area}
      className={cx(styles.input, styles.area)}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
