import type { Paise } from '@bittkosh/contract/money'
import styles from './Available.module.css'
import { Money } from './Money.tsx'

/** What may be moved, above the field that asks how much. */
export function Available({ label, amount }: { label: string; amount: Paise }) {
  return (
    <p className={styles.available}>
      <span>{label}</span>
      <Money amount={amount} hideable />
    </p>
  )
}
