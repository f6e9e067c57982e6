import { formatRupees, paise, percentText, type Paise, trimmedRupees } from '@bittkosh/contract/money'
import { quoteInvestment, yearlyRate } from '@bittkosh/contract/investmentQuote'
import type { Category, Plan } from '@bittkosh/contract/plans'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { Change } from '../kit/money/Change.tsx'
import { CoinIcon } from '../kit/money/CoinIcon.tsx'
import { SimulatedChip } from '../kit/money/SimulatedChip.tsx'
import { groupBy } from '../kit/lists/groupBy.ts'
import styles from './MarketList.module.css'
import type { Price } from './simulatedPrice.ts'
import { useSimulatedPrices } from './useSimulatedPrices.ts'

const EXAMPLE = paise(10_000_00n)

/**
 * Plans, with the category's name above those outside the chosen one: what each pays, large; its simulated price, small. Choosing
 * one opens its page to invest.
 */
export function MarketList({ plans, others }: { plans: Plan[]; others: Category[] }) {
  const { t } = useLingui()
  const priceOf = useSimulatedPrices(plans)
  return (
    <section className={styles.list} aria-label={t`Plans`}>
      <div className={styles.head}>
        <span>{t`Plan`}</span>
        <SimulatedChip />
      </div>
      {[...groupBy(plans, (plan) => plan.category_id)].map(([category, members]) => (
        <Fragment key={category}>
          <CategoryName category={others.find(({ id }) => id === category)} />
          <ul>
            {members.map((plan) => (
              <li key={plan.id}>
                <Row plan={plan} price={priceOf(plan)} />
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </section>
  )
}

function CategoryName({ category }: { category: Category | undefined }) {
  return category && <h3 className={styles.category}>{category.name}</h3>
}

function Row({ plan, price }: { plan: Plan; price: Price }) {
  const { profit_percentage: rate, investment_duration_days: days } = plan
  const amount = exampleOf(plan)
  const { payout } = quoteInvestment({ amount, rate })
  const yearly = percentText(yearlyRate(rate, days))
  return (
    <Link to="/invest/$symbol" params={{ symbol: plan.symbol }} className={styles.row}>
      <CoinIcon url={plan.icon_url} symbol={plan.symbol} />
      <span className={styles.plan}>
        <span className={styles.name}>{plan.name}</span>
        <span className={styles.terms}>
          <Trans>
            {trimmedRupees(amount)} → {trimmedRupees(payout)} in {days} days
          </Trans>
        </span>
        <Simulated price={price} />
      </span>
      <span className={styles.profit}>
        <span className={styles.rate}>{percentText(rate)} %</span>
        <span className={styles.terms}>
          <Trans>about {yearly} % a year</Trans>
        </span>
      </span>
    </Link>
  )
}

function Simulated({ price }: { price: Price }) {
  const hundredths = Math.round(Math.abs(price.change) * 100)
  const direction = hundredths === 0 ? 'flat' : price.change > 0 ? 'up' : 'down'
  return (
    <span className={styles.simulated}>
      {formatRupees(paise(BigInt(Math.round(price.value * 100))))}{' '}
      <Change direction={direction} text={`${(hundredths / 100).toFixed(2)} %`} />
    </span>
  )
}

/** ₹10,000 if the plan accepts it, otherwise the nearest amount. */
function exampleOf({ minimum_deposit: smallest, maximum_deposit: largest }: Plan): Paise {
  if (EXAMPLE < smallest) return smallest
  return EXAMPLE > largest ? largest : EXAMPLE
}
