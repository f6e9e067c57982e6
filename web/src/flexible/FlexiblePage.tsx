import {
  type FlexibleTransaction,
  getFlexibleBalance,
  getFlexibleDetails,
  listFlexibleTransactions,
  rateFromTomorrow,
} from '@bittkosh/contract/flexible'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage } from '../api/failure.ts'
import { reading, readingPages, usePolling } from '../api/queries.ts'
import { useFlow } from '../kit/device/useFlow.ts'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { RiskLine } from '../kit/money/RiskLine.tsx'
import { Skeleton } from '../kit/page/Skeleton.tsx'
import { Tabs } from '../kit/actions/Tabs.tsx'
import { useSettingText } from '../api/settingText.ts'
import { EarnChart } from './EarnChart.tsx'
import { EarnHistory } from './EarnHistory.tsx'
import { MoveResult } from './MoveResult.tsx'
import { MoveForm } from './MoveForm.tsx'
import { Overview } from './Overview.tsx'
import { PlanPromise } from './PlanPromise.tsx'
import { Working } from './Working.tsx'

const REFRESH_MS = 60_000 // the estimate grows during the day

export default function FlexiblePage() {
  const { t } = useLingui()
  const balance = useQuery(reading(getFlexibleBalance))
  usePolling(reading(getFlexibleBalance), REFRESH_MS)
  const details = useQuery(reading(getFlexibleDetails))
  const risk = useSettingText('risk_disclosure')
  const flow = useFlow()
  const history = useInfiniteQuery(readingPages(listFlexibleTransactions))
  const [fresh, setFresh] = useState<FlexibleTransaction | null>(null)
  const made = [fresh, ...(history.data?.pages.flatMap((page) => page.data) ?? [])].find(
    (each) => each?.number != null && each.number === flow.record,
  )
  const failed = [balance, details].filter((query) => query.isError && !query.data)
  const lost = flow.step === 'done' && !made && history.isError && !history.data ? [history] : failed

  function content() {
    if (lost[0])
      return (
        <FailedState message={failureMessage(lost[0].error, t`Failed to load flexible investment data`)} retry={lost} />
      )
    if (!balance.data || !details.data)
      return (
        <>
          <Skeleton height={112} />
          <Skeleton height={196} />
          <Skeleton height={420} />
        </>
      )
    if (flow.step === 'done' && made)
      return <MoveResult made={made} details={details.data} isFresh={flow.isFresh} onAgain={flow.restart} />
    if (flow.step === 'done' && history.isPending) return <Skeleton height={420} />
    return (
      <>
        <PlanPromise details={details.data} balance={balance.data} />
        <Overview balance={balance.data} />
        <EarnChart balance={balance.data.current_balance} rate={rateFromTomorrow(details.data)} />
        <MoveForm
          balance={balance.data}
          details={details.data}
          onDone={(moved) => {
            setFresh(moved)
            flow.finish(moved.number ?? '')
          }}
        />
        {risk && <RiskLine text={risk} />}
      </>
    )
  }

  return (
    <Page title={t`Earn`} aside={<Records />}>
      {content()}
    </Page>
  )
}

/** The history, and how each day's interest was calculated. */
function Records() {
  const { t } = useLingui()
  const [shown, setShown] = useState<'history' | 'working'>('history')
  return (
    <Tabs
      label={t`Records of your Earn account`}
      tabs={[
        { id: 'history', label: t`History` },
        { id: 'working', label: t`Day by day` },
      ]}
      selected={shown}
      onSelect={setShown}
    >
      {shown === 'history' ? <EarnHistory /> : <Working />}
    </Tabs>
  )
}
