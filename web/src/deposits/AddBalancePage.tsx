import { type Deposit, listMyDeposits } from '@bittkosh/contract/deposits'
import type { DepositMethod } from '@bittkosh/contract/methods'
import { decimalText, type Paise } from '@bittkosh/contract/money'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Navigate, useSearch } from '@tanstack/react-router'
import { Landmark } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { failureMessage } from '../api/failure.ts'
import { readingPages } from '../api/queries.ts'
import { useRecord } from '../api/useRecord.ts'
import { ButtonLink } from '../kit/actions/Button.tsx'
import { readAmount } from '../kit/forms/amountText.ts'
import { useFlow } from '../kit/device/useFlow.ts'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { preloaded } from '../kit/page/preloaded.tsx'
import { SentBack } from '../kit/money/SentBack.tsx'
import { Skeleton } from '../kit/page/Skeleton.tsx'
import { useIsLate } from '../kit/page/useIsLate.ts'
import { shownNow, useMethods, useMinimumDeposit } from '../methods/api.ts'
import { draftOf, type Typed } from './depositDraft.ts'
import { DepositForm } from './DepositForm.tsx'
import { DepositHistory } from './DepositHistory.tsx'

const result = preloaded(() => import('./DepositResult.tsx'))

export default function AddBalancePage() {
  const { t } = useLingui()
  const flow = useFlow()
  const methods = useMethods()
  const minimum = useMinimumDeposit()
  const isLate = useIsLate()
  const isPending = methods.isPending || (minimum === undefined && !isLate)
  const isOver = flow.step === 'done'
  return (
    <Page
      title={t`Add Balance`}
      {...(!isOver && { lead: t`Pay outside the app, then tell us the transaction ID.` })}
      aside={!isPending && <DepositHistory />}
    >
      {isPending ? (
        <Skeleton height={640} />
      ) : !methods.data ? (
        <FailedState message={failureMessage(methods.error, t`Failed to load payment methods`)} retry={methods} />
      ) : methods.data.length === 0 && !isOver ? (
        <EmptyState
          icon={<Landmark size={24} aria-hidden />}
          title={t`No payment method is available right now`}
          action={<ButtonLink to="/support" variant="secondary">{t`Contact support`}</ButtonLink>}
        >
          {t`Please try again later, or contact support.`}
        </EmptyState>
      ) : (
        <Flow methods={methods.data} minimum={minimum ?? undefined} />
      )}
    </Page>
  )
}

/** The form: empty, with the amount from the address, or with a rejected deposit; after sending, the result. */
function Flow({ methods, minimum }: { methods: DepositMethod[]; minimum: Paise | undefined }) {
  const { t } = useLingui()
  const flow = useFlow()
  const { again, amount } = useSearch({ from: '/add-balance' })
  const history = useInfiniteQuery(readingPages(listMyDeposits))
  const { record: before, isLooking } = useRecord(history, again)
  useEffect(() => result.preload(), [])
  const [reply, setReply] = useState<Deposit | null>(null)
  const [blank] = useState(() => blankFor(methods))
  const withId = (id: number) => history.data?.pages.flatMap((page) => page.data).find((deposit) => deposit.id === id)

  if (flow.step === 'done') {
    const ended = [withId(Number(flow.record)), reply].find((deposit) => String(deposit?.id) === flow.record)
    if (ended)
      return (
        <Suspense fallback={<Skeleton height={480} />}>
          <result.Component deposit={ended} />
        </Suspense>
      )
    if (history.isFetching) return <Skeleton height={480} />
    if (history.isError)
      return <FailedState message={failureMessage(history.error, t`Failed to load data`)} retry={history} />
  }
  if (isLooking) return <Skeleton height={640} />
  if (again !== undefined && !before && history.isError)
    return <FailedState message={failureMessage(history.error, t`Failed to load data`)} retry={history} />
  if (before?.package)
    return <Navigate to="/balance-packages" search={{ offer: before.package.id, again: before.id }} replace />
  const draft = before
    ? { name: `deposit ${before.id} again`, typed: draftOf(before) }
    : amount === undefined
      ? { name: 'deposit', typed: blank }
      : { name: `deposit of ${amount}`, typed: { ...blank, type: 'upi' as const, amount: atLeast(amount, minimum) } }
  return (
    <>
      <SentBack reason={before?.admin_note} />
      <DepositForm
        key={draft.name}
        methods={methods}
        minimum={minimum}
        draft={draft}
        onDone={(deposit) => {
          setReply(deposit)
          flow.finish(String(deposit.id))
        }}
      />
    </>
  )
}

/** What is missing elsewhere may be less than the smallest deposit. */
function atLeast(amount: string, minimum: Paise | undefined): string {
  const missing = readAmount(amount)
  return missing !== null && minimum !== undefined && missing < minimum ? decimalText(minimum, 2) : amount
}

function blankFor([first]: DepositMethod[]): Typed {
  return {
    method: String(first?.id),
    type: first?.type ?? 'upi',
    amount: '',
    transaction_id: '',
    ...shownNow(first),
  }
}
