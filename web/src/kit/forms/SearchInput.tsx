import { Search } from 'lucide-react'
import type { Ref } from 'react'
import { cx } from '../page/cx.ts'
import styles from './input.module.css'

type SearchInputProps = {
  label: string
  value: string
  onChange: (value: string) => void
  onLeave?: () => void
  dense?: boolean | undefined
  /** A result must be chosen, and none is. */
  invalid?: boolean
  ref?: Ref<HTMLInputElement> | undefined
}

/** `label` is the field's accessible name and its placeholder. */
export function SearchInput({ label, value, onChange, onLeave, dense, invalid, ref }: SearchInputProps) {
  return (
    <div className={cx(styles.box, dense && styles.boxDense)}>
      <span className={styles.prefix}>
        <Search size={18} aria-hidden />
      </span>
      <input
        ref={ref}
        type="search"
        aria-label={label}
        aria-invalid={invalid || undefined}
        placeholder={label}
        className={styles.inner}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onLeave}
      />
    </div>
  )
}
