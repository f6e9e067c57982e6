import { getPortfolioHistory, type Worth } from '@bittkosh/contract/portfolio'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { failureMessage } from '../api/failure.ts'
import { reading, usePolling } from '../api/queries.ts'
import { Segmented } from '../kit/actions/Segmented.tsx'
import { LineChart } from '../kit/charts/lazy.tsx'
import { HideAmounts } from '../kit/money/HideAmounts.tsx'
import { Khata, KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { Money } from '../kit/money/Money.tsx'
import { PartBar } from '../kit/money/PartBar.tsx'
import { Card } from '../kit/page/Card.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Skeleton } from '../kit/page/Skeleton.tsx'
import { NextStep } from './NextStep.tsx'
import type { NextStep as Step } from './nextStep.ts'

const REFRESH_MS = 20_000

/**
 * Everything a person has: the total, its three parts, what to do next, and how it came to be, below what must be said
 * first (`notice`). All of it shows at once, because each would push the rest down.
 */
export function Account({ step, notice }: { step: Step | null | undefined; notice: ReactNode }) {
  const { t } = useLingui()
  const [days, setDays] = useState('30')
  const wanted = reading(getPortfolioHistory, { query: { days: Number(days) } })
  usePolling(wanted, REFRESH_MS)
  const history = useQuery({ ...wanted, placeholderData: (before) => before })
  const now = history.data?.data.at(-1)
  if (!history.data || !now || step === undefined) {
    if (!history.error) return <Skeleton height={700} />
    return (
      <>
        {notice}
        <FailedState
          message={failureMessage(history.error, t`Failed to load portfolio data`)}
          running={history.isFetching}
          onRetry={() => void history.refetch()}
        />
      </>
    )
  }
  return (
    <>
      {notice}
      <Parts now={now} held={history.data.held} />
      {step && <NextStep step={step} />}
      <Card>
        <LineChart
          title={t`What it was worth`}
          amountLabel={t`Everything you have`}
          points={history.data.data.map(({ date, total }) => ({ date, amount: total }))}
          action={
            <Segmented
              label={t`Range`}
              value={days}
              onChange={setDays}
              options={[
                { value: '30', label: t`30 days` },
                { value: '90', label: t`90 days` },
                { value: '365', label: t`A year` },
              ]}
            />
          }
        />
      </Card>
    </>
  )
}

function Parts({ now, held }: { now: Worth; held: Worth['wallet'] }) {
  const { t } = useLingui()
  return (
    <Khata document>
      <KhataTotal
        label={
          <>
            {t`Everything you have`} <HideAmounts />
          </>
        }
      >
        <Money amount={now.total} balance hideable />
      </KhataTotal>
      <KhataRow
        label={<Link to="/wallet">{t`Wallet`}</Link>}
        note={
          held > 0n && (
            <Trans>
              of it <Money amount={held} hideable /> held for a withdrawal
            </Trans>
          )
        }
      >
        <Money amount={now.wallet} hideable />
      </KhataRow>
      <KhataRow label={<Link to="/flexible">{t`Earn`}</Link>}>
        <Money amount={now.flexible} hideable />
      </KhataRow>
      <KhataRow label={<Link to="/portfolio">{t`Plans, at what they are worth now`}</Link>}>
        <Money amount={now.plans} hideable />
      </KhataRow>
      <PartBar
        parts={[
          { key: 'wallet', amount: now.wallet },
          { key: 'flexible', amount: now.flexible },
          { key: 'plans', amount: now.plans },
        ]}
      />
    </Khata>
  )
}
