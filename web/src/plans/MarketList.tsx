import { formatRupees, paise } from '@bittkosh/contract/money'
import type { Plan } from '@bittkosh/contract/plans'
import { percentText } from '@bittkosh/contract/money'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Change } from '../kit/Change.tsx'
import { CoinIcon } from '../kit/CoinIcon.tsx'
import { cx } from '../kit/cx.ts'
import { SimulatedChip } from '../kit/SimulatedChip.tsx'
import styles from './MarketList.module.css'
import type { Price } from './simulatedPrice.ts'
import { useSimulatedPrices } from './useSimulatedPrices.ts'

/** The plans of one category; choosing one opens where to invest in it. */
export function MarketList({ plans }: { plans: Plan[] }) {
  const { t } = useLingui()
  const priceOf = useSimulatedPrices(plans)
  return (
    <section className={styles.list} aria-label={t`Plans`}>
      <div className={styles.head}>
        <span>{t`Plan`}</span>
        <SimulatedChip />
      </div>
      <ul>
        {plans.map((plan) => (
          <li key={plan.id}>
            <Link to="/invest/$symbol" params={{ symbol: plan.symbol }} className={styles.row}>
              <CoinIcon url={plan.icon_url} symbol={plan.symbol} />
              <span className={styles.plan}>
                <span className={styles.name}>{plan.name}</span>
                <span className={styles.terms}>
                  {t`${plan.investment_duration_days} days · ${percentText(plan.profit_percentage)} % at maturity`}
                </span>
              </span>
              <PriceCell price={priceOf(plan)} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function PriceCell({ price }: { price: Price }) {
  const hundredths = Math.round(Math.abs(price.change) * 100)
  const direction = hundredths === 0 ? 'flat' : price.change > 0 ? 'up' : 'down'
  return (
    // A new key at each tick starts the tint anew.
    <span key={price.value} className={cx(styles.price, styles[direction])}>
      <span className={styles.figure}>{formatRupees(paise(BigInt(Math.round(price.value * 100))))}</span>
      <Change direction={direction} text={`${(hundredths / 100).toFixed(2)} %`} />
    </span>
  )
}
