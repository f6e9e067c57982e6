import type { Investment } from '@bittkosh/contract/investments'
import { getPortfolio, type PortfolioSummary } from '@bittkosh/contract/portfolio'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { failureMessage } from '../api/failure.ts'
import { reading } from '../api/queries.ts'
import { ButtonLink } from '../kit/actions/Button.tsx'
import { CoinIcon } from '../kit/money/CoinIcon.tsx'
import { DayBar } from '../kit/money/DayBar.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Khata, KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { Money } from '../kit/money/Money.tsx'
import { Page, Section } from '../kit/page/Page.tsx'
import { Skeleton, SkeletonRows } from '../kit/page/Skeleton.tsx'
import { StatusBadge } from '../kit/page/StatusBadge.tsx'
import { ClaimButton, isReady, payoutOf } from '../investments/api.ts'
import { useFlow } from '../kit/device/useFlow.ts'
import { useIsLate } from '../kit/page/useIsLate.ts'
import { When } from '../kit/page/When.tsx'
import { dayOf } from '@bittkosh/contract/time'
import { Finished, useFinished } from './Finished.tsx'
import { Payouts, usePayouts } from './Payouts.tsx'
import styles from './PortfolioPage.module.css'

export default function PortfolioPage() {
  const { t } = useLingui()
  const { data, error, isFetching, refetch } = useQuery(reading(getPortfolio))
  const isLate = useIsLate()
  const isComing = [usePayouts(), useFinished()].some(({ isPending }) => isPending) // each would push down what is below it
  if (!data || (isComing && !isLate)) {
    return (
      <Page title={t`Portfolio`} aside={null}>
        {error ? (
          <FailedState
            message={failureMessage(error, t`Failed to load portfolio data`)}
            retry={{ isFetching, refetch }}
          />
        ) : (
          <>
            <Skeleton height={240} />
            <SkeletonRows rows={2} height={112} />
          </>
        )}
      </Page>
    )
  }
  const soonest = data.investments.toSorted((a, b) => a.maturity_date.getTime() - b.maturity_date.getTime())
  const ready = soonest.filter(isReady)
  const running = soonest.filter((investment) => !isReady(investment))
  const figures = (
    <>
      <Summary summary={data.summary} next={running[0]} />
      <Payouts />
      <Finished />
    </>
  )
  if (data.investments.length === 0) {
    return (
      <Page title={t`Portfolio`} aside={figures}>
        <NothingRuns />
      </Page>
    )
  }
  return (
    <Page title={t`Portfolio`} aside={<Running investments={running} others={data.others ?? 0} />}>
      {ready.length > 0 && (
        <Section title={t`Ready now`}>
          <Cards investments={ready} />
        </Section>
      )}
      {figures}
    </Page>
  )
}

function Summary({ summary, next }: { summary: PortfolioSummary; next: Investment | undefined }) {
  const { t } = useLingui()
  return (
    <Section title={t`Your plans`}>
      <Khata>
        <KhataRow label={t`Invested`}>
          <Money amount={summary.total_invested} hideable />
        </KhataRow>
        <KhataRow label={t`Profit per day`}>
          <Money amount={summary.daily_profit} hideable change />
        </KhataRow>
        <KhataTotal label={t`Worth now`}>
          <Money amount={summary.total_current_value} hideable />
        </KhataTotal>
      </Khata>
      <Khata>
        {next && (
          <KhataRow label={t`Next payout`} note={<NextPayout investment={next} />}>
            <Money amount={payoutOf(next)} hideable />
          </KhataRow>
        )}
        <KhataRow label={t`Profit paid out so far`}>
          <Money amount={summary.total_historical_profit} hideable />
        </KhataRow>
        <KhataRow label={t`Wallet`}>
          <Money amount={summary.wallet_balance} hideable />
        </KhataRow>
      </Khata>
      <p className={styles.note}>
        <Trans>
          These figures cover fixed-term plans. What you have in <Link to="/flexible">Earn</Link> is on its own page.
        </Trans>
      </p>
    </Section>
  )
}

function NextPayout({ investment: { cryptocurrency: plan, maturity_date: at } }: { investment: Investment }) {
  return (
    <>
      <When at={dayOf(at)} look="date" /> · {plan.name}
    </>
  )
}

function NothingRuns() {
  const { t } = useLingui()
  return (
    <Section title={t`Running plans`}>
      <EmptyState title={t`No plans running`} action={<ButtonLink to="/dashboard">{t`See the plans`}</ButtonLink>}>
        {t`Choose a plan and its profit is fixed before you invest.`}
      </EmptyState>
    </Section>
  )
}

/** Sorted by payout date, the earliest first. Nothing if all of them are ready. `others` are not in the list. */
function Running({ investments, others }: { investments: Investment[]; others: number }) {
  const { t } = useLingui()
  if (investments.length + others === 0) return null
  return (
    <Section title={t`Running plans`}>
      <Cards investments={investments} />
      {others > 0 && (
        <p className={styles.note}>
          <Plural
            value={others}
            one="# more is on its plan's page. The figures above include it."
            other="# more are on their plans' pages. The figures above include them."
          />
        </p>
      )}
    </Section>
  )
}

function Cards({ investments }: { investments: Investment[] }) {
  return (
    <ul className={styles.cards}>
      {investments.map((investment) => (
        <li key={investment.id}>
          <InvestmentCard investment={investment} />
        </li>
      ))}
    </ul>
  )
}

function InvestmentCard({ investment }: { investment: Investment }) {
  const { t } = useLingui()
  const flow = useFlow()
  const { cryptocurrency: plan, days_remaining: left } = investment
  const page = { to: '/invest/$symbol', params: { symbol: plan.symbol } } as const
  return (
    <div className={styles.card}>
      <Link {...page} className={styles.link}>
        <span className={styles.head}>
          <CoinIcon url={plan.icon_url} symbol={plan.symbol} />
          <span className={styles.name}>{plan.name}</span>
          <StatusBadge status={isReady(investment) ? 'matured' : 'active'} />
        </span>
        <span className={styles.figures}>
          <span>
            {t`Invested`} <Money amount={investment.amount} hideable />
          </span>
          <span>
            {t`Worth now`} <Money amount={investment.current_value} hideable />
          </span>
        </span>
        <DayBar passed={plan.investment_duration_days - left} total={plan.investment_duration_days} />
        {!isReady(investment) && (
          <span className={styles.pays}>
            <Trans>
              Pays <Money amount={payoutOf(investment)} hideable /> on{' '}
              <When at={dayOf(investment.maturity_date)} look="date" />
            </Trans>
          </span>
        )}
      </Link>
      {isReady(investment) && (
        <ClaimButton investment={investment} onClaimed={({ id }) => flow.finishElsewhere(String(id), page)} />
      )}
    </div>
  )
}
