import type { TransactionItem } from '@bittkosh/contract/wallet'
import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import styles from './History.module.css'
import { HistoryRow } from './HistoryRow.tsx'

/** Below the balance: what somebody still has to decide, pay or confirm. Nothing where nothing waits. */
export function OnItsWay({ items, onOpen }: { items: readonly TransactionItem[]; onOpen: (key: string) => void }) {
  const id = useId()
  if (items.length === 0) return null
  return (
    <section className={styles.sheet} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        <Trans>On its way</Trans>
      </h2>
      <ul className={styles.rows}>
        {items.map((item) => (
          <li key={item.key}>
            <HistoryRow item={item} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  )
}
