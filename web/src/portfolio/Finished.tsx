import { listInvestments } from '@bittkosh/contract/investments'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { failureMessage } from '../api/failure.ts'
import { readingPages } from '../api/queries.ts'
import { CoinIcon } from '../kit/money/CoinIcon.tsx'
import { Money } from '../kit/money/Money.tsx'
import { LoadMore } from '../kit/lists/LoadMore.tsx'
import { cx } from '../kit/page/cx.ts'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Section } from '../kit/page/Page.tsx'
import { When } from '../kit/page/When.tsx'
import styles from './PortfolioPage.module.css'

export function useFinished() {
  return useInfiniteQuery(readingPages(listInvestments, { query: { claimed: '1' } }))
}

/** Claimed investments, including those in plans that are no longer on offer. Nothing while there are none. */
export function Finished() {
  const { t } = useLingui()
  const list = useFinished()
  const investments = list.data?.pages.flatMap((page) => page.data) ?? []
  if (list.isError && !list.data)
    return (
      <Section title={t`Claimed`}>
        <FailedState message={failureMessage(list.error, t`Failed to load portfolio data`)} retry={list} />
      </Section>
    )
  if (investments.length === 0) return null
  return (
    <Section title={t`Claimed`}>
      <ul className={styles.cards}>
        {investments.map(({ id, cryptocurrency: plan, maturity_date: maturity, current_value: payout }) => (
          <li key={id}>
            <Link to="/invest/$symbol" params={{ symbol: plan.symbol }} className={cx(styles.card, styles.link)}>
              <span className={styles.head}>
                <CoinIcon url={plan.icon_url} symbol={plan.symbol} />
                <span className={styles.name}>{plan.name}</span>
                <Money amount={payout} hideable />
              </span>
              <span className={styles.note}>
                {t`Matured on`} <When at={maturity} look="date" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <LoadMore query={list} failure={failureMessage(list.error, t`Failed to load portfolio data`)} />
    </Section>
  )
}
