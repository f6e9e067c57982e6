import { formatRupees, paise } from '@bittkosh/contract/money'
import type { ReactNode } from 'react'
import { Change } from './Change.tsx'
import { CoinIcon } from './CoinIcon.tsx'
import { cx } from '../page/cx.ts'
import styles from './PriceList.module.css'
import { SimulatedChip } from './SimulatedChip.tsx'

/** Plans with simulated prices; each `<li>` contains one element with a `<PricedPlan>` in it. */
export function PriceList({ head, children }: { head: string; children: ReactNode }) {
  return (
    <section className={styles.list}>
      <div className={styles.head}>
        <span>{head}</span>
        <SimulatedChip />
      </div>
      <ul className={styles.rows}>{children}</ul>
    </section>
  )
}

type PricedPlanProps = {
  icon: string
  /** Its first letter replaces a missing picture. */
  symbol: string
  name: string
  terms: string
  /** Rupees, and the percentage beside them. */
  price: number
  change: number
  /** Whether each new price is highlighted for a moment. */
  tinted?: boolean
}

export function PricedPlan({ icon, symbol, name, terms, price, change, tinted = false }: PricedPlanProps) {
  const hundredths = Math.round(Math.abs(change) * 100)
  const direction = hundredths === 0 ? 'flat' : change > 0 ? 'up' : 'down'
  return (
    <>
      <span className={styles.icon}>
        <CoinIcon url={icon} symbol={symbol} />
      </span>
      <span className={styles.plan}>
        <span className={styles.name}>{name}</span>
        <span className={styles.terms}>{terms}</span>
      </span>
      {/* A new key at each tick restarts the highlight. */}
      <span key={tinted ? price : 'still'} className={cx(styles.price, tinted && styles[direction])}>
        <span className={styles.figure}>{formatRupees(paise(BigInt(Math.round(price * 100))))}</span>
        <Change direction={direction} text={`${(hundredths / 100).toFixed(2)} %`} />
      </span>
    </>
  )
}
