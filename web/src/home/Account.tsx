import { getPortfolioHistory, getPortfolioPayouts, type Worth } from '@bittkosh/contract/portfolio'
import { subtract } from '@bittkosh/contract/money'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { failureMessage } from '../api/failure.ts'
import { reading, usePolling } from '../api/queries.ts'
import { Segmented } from '../kit/actions/Segmented.tsx'
import { LineChart } from '../kit/charts/lazy.tsx'
import { HideAmounts } from '../kit/money/HideAmounts.tsx'
import { Khata, KhataHead, KhataRow } from '../kit/money/Khata.tsx'
import { Money } from '../kit/money/Money.tsx'
import { PartBar, PartMark } from '../kit/money/PartBar.tsx'
import { Card } from '../kit/page/Card.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Skeleton } from '../kit/page/Skeleton.tsx'
import { OnItsWay, useOnItsWay } from '../wallet/api.ts'
import { NextStep, useNextStep } from './NextStep.tsx'

const REFRESH_MS = 20_000
const RECENT = '30' // days, of which the last one is today
const AHEAD_DAYS = 3_650 // the call's maximum: the next payout, however far off it is

/**
 * Everything a person has: the total, its parts, the next step, money on its way, and the history, below the `notice` (undefined
 * while loading). All of it is shown at once, because each part would push the rest down.
 */
export function Account({ notice }: { notice: ReactNode }) {
  const { t } = useLingui()
  const recent = reading(getPortfolioHistory, { query: { days: Number(RECENT) } })
  usePolling(recent, REFRESH_MS)
  const worth = useQuery(recent)
  const now = worth.data?.data.at(-1)
  const today = now?.date // the server's date: a device whose clock is ahead would show a plan as ready too early
  const payouts = useQuery(reading(getPortfolioPayouts, { query: { days: AHEAD_DAYS } }))
  const onItsWay = useOnItsWay()
  const step = useNextStep({
    today,
    payouts: payouts.data?.data,
    waiting: onItsWay.summary && onItsWay.items,
    hasFailed: payouts.isError || onItsWay.isError,
  })
  if (!worth.data || !now || step === undefined || notice === undefined) {
    if (!worth.error) return <Skeleton height={700} />
    return (
      <>
        {notice}
        <FailedState message={failureMessage(worth.error, t`Failed to load portfolio data`)} retry={worth} />
      </>
    )
  }
  return (
    <>
      {notice}
      <Parts now={now} held={worth.data.held} />
      {step && <NextStep step={step} />}
      <OnItsWay
        items={onItsWay.items}
        hasMore={onItsWay.hasMore}
        payouts={payouts.data && { today: now.date, next: payouts.data.data.find(({ date }) => date > now.date) }}
        most={3}
      />
      <ValueOverTime />
    </>
  )
}

/** The history over a range. One that cannot be loaded can be left again. */
function ValueOverTime() {
  const { t } = useLingui()
  const [days, setDays] = useState(RECENT)
  const wanted = reading(getPortfolioHistory, { query: { days: Number(days) } })
  usePolling(wanted, REFRESH_MS)
  const history = useQuery({ ...wanted, placeholderData: (before) => before })
  const title = t`Value over time`
  const range = (
    <Segmented
      label={t`Range`}
      value={days}
      onChange={setDays}
      options={[
        { value: RECENT, label: t`30 days` },
        { value: '90', label: t`90 days` },
        { value: '365', label: t`1 year` },
      ]}
    />
  )
  if (!history.data)
    return (
      <Card title={title} aside={range}>
        {history.isError && (
          <FailedState message={failureMessage(history.error, t`Failed to load portfolio data`)} retry={history} />
        )}
      </Card>
    )
  return (
    <Card>
      <LineChart
        title={title}
        amountLabel={t`Everything you have`}
        points={history.data.data.map(({ date, total }) => ({ date, amount: total }))}
        action={range}
      />
    </Card>
  )
}

/** The wallet is the spendable balance, as everywhere else; the held part has a line of its own. */
function Parts({ now, held }: { now: Worth; held: Worth['wallet'] }) {
  const { t } = useLingui()
  const parts = [
    { part: 'wallet', amount: subtract(now.wallet, held), label: <Link to="/wallet">{t`Wallet`}</Link> },
    {
      part: 'held',
      amount: held,
      label: <Link to="/wallet" search={{ show: 'pending' }}>{t`Held for a withdrawal`}</Link>,
    },
    { part: 'flexible', amount: now.flexible, label: <Link to="/flexible">{t`Earn`}</Link> },
    { part: 'plans', amount: now.plans, label: <Link to="/portfolio">{t`Plans, at what they are worth now`}</Link> },
  ] as const
  return (
    <Khata document>
      <KhataHead label={t`Everything you have`} action={<HideAmounts />}>
        <Money amount={now.total} balance hideable />
      </KhataHead>
      {parts
        .filter(({ part, amount }) => part !== 'held' || amount > 0n)
        .map(({ part, amount, label }) => (
          <KhataRow
            key={part}
            label={
              <>
                <PartMark part={part} /> {label}
              </>
            }
          >
            <Money amount={amount} hideable />
          </KhataRow>
        ))}
      <PartBar parts={parts} />
    </Khata>
  )
}
