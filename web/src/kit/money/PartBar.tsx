import type { Paise } from '@bittkosh/contract/money'
import { cx } from '../page/cx.ts'
import { useHiddenAmounts } from './hiddenAmounts.ts'
import styles from './PartBar.module.css'

/** The parts of everything that somebody has, each with its colour. */
type Part = 'wallet' | 'held' | 'flexible' | 'plans'

/** The parts of a whole as one bar; the figures are beside it, so screen readers skip it. */
export function PartBar({ parts }: { parts: readonly { part: Part; amount: Paise }[] }) {
  const [hidden] = useHiddenAmounts()
  const whole = parts.reduce((sum, { amount }) => sum + amount, 0n)
  if (hidden || whole === 0n) return null
  return (
    <div className={styles.bar} aria-hidden="true">
      {parts.map(
        ({ part, amount }) =>
          amount > 0n && <span key={part} className={styles[part]} style={{ flexGrow: share(amount, whole) }} />,
      )}
    </div>
  )
}

/** In front of a part's name: the bar's legend. */
export function PartMark({ part }: { part: Part }) {
  return <span className={cx(styles.mark, styles[part])} aria-hidden="true" />
}

function share(amount: bigint, whole: bigint): number {
  return Number((amount * 1000n) / whole)
}
