import { useLingui } from '@lingui/react/macro'
import styles from './DayBar.module.css'

/** How much of a term has passed: '12 of 30 days'. */
export function DayBar({ passed, total }: { passed: number; total: number }) {
  const { t } = useLingui()
  const text = t`${passed} of ${total} days`
  return (
    <div className={styles.bar}>
      <progress className={styles.progress} max={total} value={passed} aria-label={text} />
      <span aria-hidden="true">{text}</span>
    </div>
  )
}
