import { type FlexibleBalance, type FlexibleDetails, growth, rateFromTomorrow } from '@bittkosh/contract/flexible'
import { formatRupees, paise, percentText } from '@bittkosh/contract/money'
import { Trans } from '@lingui/react/macro'
import { moneyText } from '../kit/money/Money.tsx'
import { Banner } from '../kit/page/Banner.tsx'
import styles from './Flexible.module.css'

const EXAMPLE = paise(10_000_00n)
const EXAMPLE_DAYS = 30
// The introduction is shown until the balance suggests that the person knows Earn.
const INTRO_BELOW = paise(5_00_000_00n)

/** What Earn pays, as one sentence that anyone can check, and how it works. */
export function PlanPromise({ details, balance }: { details: FlexibleDetails; balance: FlexibleBalance }) {
  const daily = rateFromTomorrow(details)
  const rate = percentText(daily)
  const next = details.next_daily_profit_percentage
  const example = formatRupees(EXAMPLE, { decimals: 0 })
  const grown = moneyText(growth({ amount: EXAMPLE, rate: daily, days: EXAMPLE_DAYS }))
  const minimum = moneyText(details.minimum_deposit)
  return (
    <>
      <p className={styles.promise}>
        <Trans>
          At {rate} % a day, {example} becomes <strong>{grown}</strong> in 30 days
        </Trans>
      </p>
      {next !== null && (
        <Banner tone="info">
          <Trans>From tomorrow the rate is {percentText(next)} % a day.</Trans>
        </Banner>
      )}
      {balance.total_invested < INTRO_BELOW && (
        <Banner tone="info">
          <p>
            <Trans>
              No lock-in: take your money out whenever you like. Each day earns on that day's lowest balance. The
              interest is added at midnight and earns from then on, so it compounds daily. You can start with {minimum}.
            </Trans>
          </p>
        </Banner>
      )}
    </>
  )
}
