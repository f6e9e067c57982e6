import { ChevronDown } from 'lucide-react'
import type { SelectHTMLAttributes } from 'react'
import { cx } from '../page/cx.ts'
import { useFieldProps } from './Field.tsx'
import styles from './input.module.css'

type SelectProps<T extends string> = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange'> & {
  value: T | ''
  onChange: (value: T) => void
  options: readonly { value: T; label: string; disabled?: boolean }[]
  /** Shown first while nothing is chosen. */
  placeholder?: string
  dense?: boolean
}

export function Select<T extends string>({ value, onChange, options, placeholder, dense, ...select }: SelectProps<T>) {
  return (
    <span className={styles.select}>
      <select
        {...useFieldProps()}
        {...select}
        className={cx(styles.input, dense && styles.dense)}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {placeholder !== undefined && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={18} aria-hidden className={styles.chevron} />
    </span>
  )
}
