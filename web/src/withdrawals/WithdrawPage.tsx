import { listMyWithdrawals, type Withdrawal, withdrawalTerms } from '@bittkosh/contract/withdrawals'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { failureMessage } from '../api/failure.ts'
import { reading, readingPages } from '../api/queries.ts'
import { useRecord } from '../api/useRecord.ts'
import { ButtonLink } from '../kit/actions/Button.tsx'
import { useFlow } from '../kit/device/useFlow.ts'
import { Banner } from '../kit/page/Banner.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { preloaded } from '../kit/page/preloaded.tsx'
import { SentBack } from '../kit/money/SentBack.tsx'
import { Skeleton } from '../kit/page/Skeleton.tsx'
import { When } from '../kit/page/When.tsx'
import { draftOf, type Terms } from './draft.ts'
import { WithdrawalHistory } from './WithdrawalHistory.tsx'
import { WithdrawForm } from './WithdrawForm.tsx'

const WithdrawalNeeds = lazy(() => import('./WithdrawalNeeds.tsx'))
const result = preloaded(() => import('./WithdrawalResult.tsx'))

export default function WithdrawPage() {
  const { t } = useLingui()
  const terms = useQuery(reading(withdrawalTerms))

  // The history stays in every case: a pending withdrawal can always be cancelled.
  return (
    <Page title={t`Withdraw`} aside={!terms.isPending && <WithdrawalHistory />}>
      {terms.isPending ? (
        <Skeleton height={420} />
      ) : !terms.data ? (
        <FailedState message={failureMessage(terms.error, t`Failed to load data`)} retry={terms} />
      ) : !(terms.data.kyc_approved && terms.data.email_verified) ? (
        <>
          {terms.data.paused_until && <Paused until={terms.data.paused_until} />}
          <Suspense fallback={<Skeleton height={420} />}>
            <WithdrawalNeeds terms={terms.data} />
          </Suspense>
        </>
      ) : terms.data.is_frozen ? (
        <Banner tone="pending">
          <p>
            <strong>{t`Your withdrawals and transfers are on hold. Contact support.`}</strong>
          </p>
          <ButtonLink to="/support" variant="secondary" size="dense">{t`Contact support`}</ButtonLink>
        </Banner>
      ) : terms.data.paused_until ? (
        <Paused until={terms.data.paused_until} />
      ) : (
        <Flow terms={terms.data} />
      )}
    </Page>
  )
}

function Paused({ until }: { until: Date }) {
  const { t } = useLingui()
  return (
    <Banner tone="pending">
      <p>
        <strong>{t`Withdrawals are paused`}</strong>
      </p>
      <p>
        {t`Your password, e-mail address or phone number was changed. To keep your money safe, you can withdraw again from:`}{' '}
        <When at={until} />
      </p>
    </Banner>
  )
}

/** The form, empty or with the withdrawal that the address says to send again; at the end of the flow, the result. */
function Flow({ terms }: { terms: Terms }) {
  const { t } = useLingui()
  const { again } = useSearch({ strict: false })
  const flow = useFlow()
  const history = useInfiniteQuery(readingPages(listMyWithdrawals))
  const { record: before, isLooking } = useRecord(history, again)
  useEffect(() => result.preload(), [])
  const [reply, setReply] = useState<Withdrawal | null>(null)
  const withId = (id: number) =>
    history.data?.pages.flatMap((page) => page.data).find((withdrawal) => withdrawal.id === id)

  if (flow.step === 'done') {
    const ended = [withId(Number(flow.record)), reply].find((withdrawal) => String(withdrawal?.id) === flow.record)
    if (ended)
      return (
        <Suspense fallback={<Skeleton height={420} />}>
          <result.Component withdrawal={ended} isFresh={flow.isFresh} />
        </Suspense>
      )
    if (history.isPending) return <Skeleton height={420} />
    if (history.isError)
      return <FailedState message={failureMessage(history.error, t`Failed to load withdrawals`)} retry={history} />
  }
  const onDone = (withdrawal: Withdrawal) => {
    setReply(withdrawal)
    flow.finish(String(withdrawal.id))
  }
  if (again === undefined) return <WithdrawForm terms={terms} onDone={onDone} />
  if (isLooking) return <Skeleton height={420} />
  if (!before && history.isError)
    return <FailedState message={failureMessage(history.error, t`Failed to load withdrawals`)} retry={history} />
  const draft = before && { name: `withdrawal ${again} again`, typed: draftOf(before, terms) }
  return (
    <>
      <SentBack reason={before?.return_reason ?? before?.admin_note} />
      <WithdrawForm key={draft?.name} terms={terms} onDone={onDone} draft={draft} />
    </>
  )
}
