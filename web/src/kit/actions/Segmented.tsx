import styles from './Segmented.module.css'

type SegmentedProps<T extends string> = {
  label: string
  options: readonly { value: T; label: string; lang?: string }[]
  value: T
  onChange: (value: T) => void
}

/** Two or three choices side by side, one of them selected: deposit or withdraw, light or dark. */
export function Segmented<T extends string>({ label, options, value, onChange }: SegmentedProps<T>) {
  return (
    <div role="group" aria-label={label} className={styles.group}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          lang={option.lang}
          aria-pressed={option.value === value}
          className={styles.option}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
