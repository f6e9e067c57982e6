import type { Paise } from '@bittkosh/contract/money'
import { useHiddenAmounts } from './hiddenAmounts.ts'
import styles from './PartBar.module.css'

/** Which part of a whole is what, as one bar; the figures stand beside it, so it is not read out. Up to three parts. */
export function PartBar({ parts }: { parts: readonly { key: string; amount: Paise }[] }) {
  const [hidden] = useHiddenAmounts()
  const whole = parts.reduce((sum, { amount }) => sum + amount, 0n)
  if (hidden || whole === 0n) return null
  return (
    <div className={styles.bar} aria-hidden="true">
      {parts.map(({ key, amount }) => amount > 0n && <span key={key} style={{ flexGrow: share(amount, whole) }} />)}
    </div>
  )
}

function share(amount: bigint, whole: bigint): number {
  return Number((amount * 1000n) / whole)
}
