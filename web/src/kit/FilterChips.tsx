import styles from './FilterChips.module.css'

type FilterChipsProps<T extends string> = {
  label: string
  options: readonly { value: T; label: string; count?: number | undefined }[]
  value: T
  onChange: (value: T) => void
}

/** One of a few: All, In, Out, Pending. */
export function FilterChips<T extends string>({ label, options, value, onChange }: FilterChipsProps<T>) {
  return (
    <div role="group" aria-label={label} className={styles.chips}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={styles.chip}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
          {option.count !== undefined && <span className={styles.count}>{option.count}</span>}
        </button>
      ))}
    </div>
  )
}
