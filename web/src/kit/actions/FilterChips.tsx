import { groupIndian } from '@bittkosh/contract/money'
import { cx } from '../page/cx.ts'
import styles from './FilterChips.module.css'

type FilterChipsProps<T extends string> = {
  label: string
  options: readonly { value: T; label: string; count?: number | undefined }[]
  value: T
  onChange: (value: T) => void
  /** As low as the other controls of an admin's list. */
  dense?: boolean
}

/** A choice among a few options: All, In, Out, Pending. */
export function FilterChips<T extends string>({ label, options, value, onChange, dense }: FilterChipsProps<T>) {
  return (
    <div role="group" aria-label={label} className={cx(styles.chips, dense && styles.dense)}>
      {options.map((option) => (
        <button
          key={option.value}
          ref={option.value === value ? reveal : undefined}
          type="button"
          className={styles.chip}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
          {option.count !== undefined && <span className={styles.count}>{groupIndian(String(option.count))}</span>}
        </button>
      ))}
    </div>
  )
}

/** Scrolls the row, not the page, to a chosen chip beyond its edge. */
function reveal(chip: HTMLButtonElement | null) {
  const row = chip?.parentElement
  if (!chip || !row) return
  const beyond = chip.getBoundingClientRect().right - row.getBoundingClientRect().right
  if (beyond > 0) row.scrollLeft += beyond
}
