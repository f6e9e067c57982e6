import { type OpenTransfer, transferTerms, type verifyTransfer } from '@bittkosh/contract/transfers'
import type { Reply } from '@bittkosh/contract/endpoint'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { failureMessage } from '../api/failure.ts'
import { reading, restsOnReturn } from '../api/queries.ts'
import { ButtonLink } from '../kit/actions/Button.tsx'
import { Banner } from '../kit/page/Banner.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { Skeleton } from '../kit/page/Skeleton.tsx'
import { When } from '../kit/page/When.tsx'
import { emptyDraft, InitiateForm } from './InitiateForm.tsx'
import { Stepper } from './Stepper.tsx'
import { TransferReceipt } from './TransferReceipt.tsx'
import { VerifyForm } from './VerifyForm.tsx'

export type Completed = Reply<typeof verifyTransfer>['transfer']
/** An open transfer and when its code came into view: the countdown runs from there. */
export type Pending = OpenTransfer & { seenAt: number }
type Step = { at: 'initiate' } | { at: 'verify'; transfer: Pending } | { at: 'success'; transfer: Completed }

/** Initiate, verify, success. A transfer that still waits for its code is taken up again after leaving the page. */
export default function BittPayPage() {
  const { t } = useLingui()
  const terms = useQuery({ ...reading(transferTerms), meta: restsOnReturn })
  const [step, setStep] = useState<Step | null>(null)
  const [draft, setDraft] = useState(emptyDraft)
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
        <FailedState
          message={failureMessage(terms.error, t`Failed to load data`)}
          running={terms.isFetching}
          onRetry={() => void terms.refetch()}
        />
      </Page>
    )

  const { open_transfer: open, frozen_until: frozen, paused_until: paused, is_frozen: isFrozen } = terms.data
  const revoked = terms.data.kyc_revoked
  if (!terms.data.email_verified && !paused && !isFrozen)
    return (
      <Page title={title}>
        <EmptyState
          icon={<MailCheck size={28} aria-hidden />}
          title={t`Confirm your e-mail`}
          action={<ButtonLink to="/verify-email">{t`Confirm your e-mail`}</ButtonLink>}
        >
          <p>{t`Money goes only between people whose e-mail address is confirmed. Enter the code that we mailed to you; it takes a minute.`}</p>
        </EmptyState>
      </Page>
    )
  const current: Step =
    step ?? (open ? { at: 'verify', transfer: { ...open, seenAt: terms.dataUpdatedAt } } : { at: 'initiate' })
  return (
    <Page title={title}>
      <Stepper current={current.at} />
      {isFrozen && (
        <Banner tone="pending">
          <p>
            <strong>{t`Your withdrawals and transfers are stopped. Contact support.`}</strong>
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
            <strong>{t`The approval of your documents was taken back.`}</strong>
          </p>
          <p>{t`You can send money again once they are approved. The reason stands on your profile.`}</p>
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
      {current.at === 'initiate' && (
        <InitiateForm
          terms={terms.data}
          draft={draft}
          onOpened={(transfer, typed) => {
            setDraft(typed)
            setStep({ at: 'verify', transfer: { ...transfer, seenAt: Date.now() } })
          }}
        />
      )}
      {current.at === 'verify' && (
        <VerifyForm
          key={current.transfer.transfer_id}
          transfer={current.transfer}
          onCompleted={(transfer) => {
            setDraft(emptyDraft)
            setStep({ at: 'success', transfer })
          }}
          onBack={() => setStep({ at: 'initiate' })}
        />
      )}
      {current.at === 'success' && (
        <TransferReceipt transfer={current.transfer} onAgain={() => setStep({ at: 'initiate' })} />
      )}
    </Page>
  )
}
