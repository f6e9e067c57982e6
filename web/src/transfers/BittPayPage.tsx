import type { Reply } from '@bittkosh/contract/endpoint'
import { transferTerms } from '@bittkosh/contract/transfers'
import { getTransaction } from '@bittkosh/contract/wallet'
import { useLingui } from '@lingui/react/macro'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { failureMessage } from '../api/failure.ts'
import { reading, restsOnReturn } from '../api/queries.ts'
import { ButtonLink } from '../kit/actions/Button.tsx'
import { useFlow } from '../kit/device/useFlow.ts'
import { Banner } from '../kit/page/Banner.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { Skeleton } from '../kit/page/Skeleton.tsx'
import { When } from '../kit/page/When.tsx'
import { InitiateForm } from './InitiateForm.tsx'
import { Stepper } from './Stepper.tsx'
import { type Completed, EndedTransfer, TransferResult } from './TransferResult.tsx'
import { begunTransfer, forgetTransfer } from './transferDraft.ts'
import { type Pending, VerifyForm } from './VerifyForm.tsx'

/**
 * Initiate, verify, success, each a step in the address. A transfer that still waits for its code is resumed after leaving the
 * page; Back from the code leads to what was typed.
 */
export default function BittPayPage() {
  const { t } = useLingui()
  const terms = useQuery({ ...reading(transferTerms), meta: restsOnReturn })
  const flow = useFlow<'verify' | 'done'>()
  const [pending, setPending] = useState<Pending | null>(null)
  const [completed, setCompleted] = useState<Completed | null>(null)
  useTakenUp(terms, setPending)
  const title = t`BittPay`

  if (terms.isPending)
    return (
      <Page title={title}>
        <Skeleton height={40} />
        <Skeleton height={420} />
      </Page>
    )
  if (terms.isError && !terms.data)
    return (
      <Page title={title}>
        <FailedState message={failureMessage(terms.error, t`Failed to load data`)} retry={terms} />
      </Page>
    )

  const { frozen_until: frozen, paused_until: paused, is_frozen: isFrozen } = terms.data
  const revoked = terms.data.kyc_revoked
  if (!terms.data.email_verified && !paused && !isFrozen)
    return (
      <Page title={title}>
        <EmptyState
          icon={<MailCheck size={28} aria-hidden />}
          title={t`Confirm your e-mail`}
          action={<ButtonLink to="/verify-email">{t`Confirm your e-mail`}</ButtonLink>}
        >
          <p>{t`Money can only be sent between people whose e-mail address is confirmed. Enter the code we e-mailed you; it takes a minute.`}</p>
        </EmptyState>
      </Page>
    )
  if (flow.step === 'done' && flow.record) {
    const end = { isFresh: flow.isFresh, onAgain: flow.restart }
    return (
      <Page title={title}>
        <Stepper current="success" />
        {completed?.number === flow.record ? (
          <TransferResult transfer={completed} {...end} />
        ) : (
          <EndedTransfer number={flow.record} {...end} />
        )}
      </Page>
    )
  }
  const verifying = flow.step === 'verify' ? pending : null
  return (
    <Page title={title}>
      <Stepper current={verifying ? 'verify' : 'initiate'} />
      {isFrozen && (
        <Banner tone="pending">
          <p>
            <strong>{t`Your withdrawals and transfers are on hold. Contact support.`}</strong>
          </p>
          <ButtonLink to="/support" variant="secondary" size="dense">{t`Contact support`}</ButtonLink>
        </Banner>
      )}
      {paused && (
        <Banner tone="pending">
          <p>
            <strong>{t`BittPay is paused.`}</strong>
          </p>
          <p>
            {t`Your password, e-mail address or phone number was changed. To keep your money safe, you can send money again from:`}{' '}
            <When at={paused} />
          </p>
        </Banner>
      )}
      {revoked && (
        <Banner tone="pending">
          <p>
            <strong>{t`The approval of your documents was revoked.`}</strong>
          </p>
          <p>{t`You can send money again once they are approved. The reason is on your profile.`}</p>
        </Banner>
      )}
      {frozen && (
        <Banner tone="pending">
          <p>
            <strong>{t`BittPay is paused for 24 hours after too many wrong codes.`}</strong>
          </p>
          <p>
            {t`You can send money again from:`} <When at={frozen} />
          </p>
        </Banner>
      )}
      {verifying ? (
        <VerifyForm
          key={verifying.transfer_id}
          transfer={verifying}
          bySms={terms.data.code_by_sms}
          onCompleted={(transfer) => {
            forgetTransfer()
            setCompleted(transfer)
            setPending(null)
            flow.finish(transfer.number)
          }}
          onResent={(transfer) => setPending({ ...transfer, seenAt: Date.now() })}
          onBack={flow.leave}
        />
      ) : (
        <InitiateForm
          terms={terms.data}
          onOpened={(transfer) => {
            setPending({ ...transfer, seenAt: Date.now() })
            flow.open('verify')
          }}
        />
      )}
    </Page>
  )
}

type Terms = Pick<UseQueryResult<Reply<typeof transferTerms>>, 'data' | 'dataUpdatedAt' | 'isFetching'>

/**
 * Redirects a person who opens the page while a code is pending to that step, once: from there Back leads to the form. Data that is
 * still being refetched decides nothing, because it may be from before the code was sent.
 */
function useTakenUp({ data, dataUpdatedAt, isFetching }: Terms, take: (transfer: Pending) => void) {
  const flow = useFlow<'verify' | 'done'>()
  const isAsked = useRef(false)
  useEffect(() => {
    if (!data || isFetching || isAsked.current) return
    isAsked.current = true
    const open = data.open_transfer
    if (open) take({ ...open, seenAt: dataUpdatedAt })
    if (open && flow.step === undefined) flow.open('verify')
    if (!open && flow.step === 'verify') flow.leave()
    if (!open) lostEnd().then((number) => number !== null && flow.finish(number), console.error)
  })
}

/**
 * The number of a transfer whose code was right, although the reply was lost: the form with all that was typed would suggest that
 * nothing was sent.
 */
async function lostEnd(): Promise<string | null> {
  const begun = begunTransfer()
  if (begun === null) return null
  const end = await call(getTransaction, { params: { key: `balance_transfer_sent-${begun}` } })
  if (end.status !== 'completed' || begunTransfer() !== begun) return null
  forgetTransfer()
  return end.number
}
