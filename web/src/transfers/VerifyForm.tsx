import { getPortfolio } from '@bittkosh/contract/portfolio'
import {
  initiateTransfer,
  OTP_DIGITS,
  OTP_MINUTES,
  OTP_TRIES,
  type OpenTransfer,
  transferTerms,
  verifyTransfer,
} from '@bittkosh/contract/transfers'
import { listTransactions } from '@bittkosh/contract/wallet'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { rulesOutEarlier } from '../api/failure.ts'
import { reading, restsOnReturn } from '../api/queries.ts'
import { refresh } from '../api/refresh.ts'
import { useForm } from '../api/useForm.ts'
import { ErrorBanner } from '../kit/page/Banner.tsx'
import { Button } from '../kit/actions/Button.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { Khata, KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { Money, moneyText } from '../kit/money/Money.tsx'
import { toast } from '../kit/overlays/toast.ts'
import { useNow } from '../kit/page/useNow.ts'
import { Submit } from '../kit/forms/Submit.tsx'
import styles from './BittPay.module.css'
import { OtpInput } from '../kit/forms/OtpInput.tsx'
import type { Completed } from './TransferResult.tsx'
import { bodyOf, keepSent, readSent, type Typed } from './transferDraft.ts'

/** An open transfer and when its code step was shown: the countdown runs from there. */
export type Pending = OpenTransfer & { seenAt: number }

type VerifyProps = {
  transfer: Pending
  bySms: boolean
  onCompleted: (transfer: Completed) => void
  /** The same transfer started again, with another code. */
  onResent: (transfer: OpenTransfer) => void
  onBack: () => void
}

const RESEND_AFTER_SECONDS = 30

/** The transfer once more, and the code that confirms it. */
export function VerifyForm({ transfer, bySms, onCompleted, onResent, onBack }: VerifyProps) {
  const { t } = useLingui()
  const terms = useQuery({ ...reading(transferTerms), meta: restsOnReturn })
  // The code whose reply did not arrive. Until it does, the money may have left, and nothing here may claim otherwise.
  const [unanswered, setUnanswered] = useState<string | null>(null)
  const form = useForm({
    endpoint: verifyTransfer,
    initial: { otp: '' },
    body: ({ otp }) => ({ transfer_id: transfer.transfer_id, otp }),
    fallback: t`Invalid OTP or transfer expired`,
    refreshes: [listTransactions, getPortfolio],
    onDone: (reply) => {
      onCompleted(reply.transfer)
      void refresh(transferTerms)
    },
    onUnanswered: () => setUnanswered(form.values.otp),
    onRefused(error) {
      // If the first attempt had sent the money, its retry would have reported that.
      if (form.values.otp === unanswered && rulesOutEarlier(error)) setUnanswered(null)
    },
  })
  // The reply that opened the transfer may be that of an earlier attempt, repeated: how long its code still lives is in the terms.
  const opened = terms.data?.open_transfer
  const open = opened?.transfer_id === transfer.transfer_id ? opened : null
  const [left, since] = open ? [open, terms.dataUpdatedAt] : [transfer, transfer.seenAt]
  const { tries_left: triesLeft } = left
  const secondsLeft = Math.max(0, left.seconds_left - Math.floor((useNow(1_000).getTime() - since) / 1000))
  // The server has ended the transfer: too many attempts, no money, another device started again.
  const hasEnded = !open && terms.dataUpdatedAt >= transfer.seenAt
  // A code that is being checked may still be right.
  const isOver = !form.running && unanswered === null && (secondsLeft === 0 || hasEnded)

  const [sent] = useState(() => readSent(transfer.transfer_id)) // unknown if it was started on another device
  const sum = moneyText(transfer.amount)

  async function verify() {
    await form.submit()
    void refresh(transferTerms)
  }

  return (
    <form
      {...form.props}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void verify()
      }}
    >
      <Khata document level={2} title={t`You are sending`}>
        <KhataRow label={t`To`}>{transfer.receiver_name}</KhataRow>
        <KhataRow label={t`They receive`}>
          <Money amount={transfer.amount} />
        </KhataRow>
        <KhataRow label={t`Fee`}>
          <Money amount={transfer.fee} />
        </KhataRow>
        <KhataTotal label={t`Total leaving your wallet`}>
          <Money amount={transfer.total_deducted} />
        </KhataTotal>
      </Khata>
      {!isOver && unanswered === null && <p>{t`Nothing is deducted until you enter the code.`}</p>}
      {isOver ? (
        <>
          <p role="status">
            <strong>
              {secondsLeft > 0 && form.refusal === null
                ? t`This code can no longer be used.` // it may have been entered on another device
                : t`This code can no longer be used. Nothing has left your wallet.`}
            </strong>
          </p>
          <ErrorBanner message={form.refusal} />
          <Button wide onClick={onBack}>{t`Start again`}</Button>
        </>
      ) : (
        <>
          <Field
            label={bySms ? t`6-digit code from your e-mail or SMS` : t`6-digit code from your e-mail`}
            error={form.errors.otp}
          >
            <OtpInput value={form.values.otp} onChange={(otp) => form.set('otp', otp)} />
          </Field>
          {triesLeft < OTP_TRIES && (
            <p className={styles.clock}>
              <Plural value={triesLeft} one="# try is left." other="# tries are left." />
            </p>
          )}
          <Countdown secondsLeft={secondsLeft} />
          {unanswered !== null && (
            <p role="status">
              <strong>{t`We got no response, so the money may have been sent. Try again with the same code to find out: it is never sent twice.`}</strong>
            </p>
          )}
          <Submit
            form={{ ...form, unanswered: false /* said above, in words of its own */ }}
            money
            wide
            why={form.values.otp.length !== OTP_DIGITS && t`Enter all 6 digits of the code.`}
          >{t`Verify and send ${sum}`}</Submit>
          {sent && unanswered === null && (
            <Resend sent={sent} secondsLeft={secondsLeft} disabled={form.running} onResent={onResent} />
          )}
          <Button variant="secondary" wide disabled={form.running} onClick={onBack}>{t`Change the transfer`}</Button>
        </>
      )}
      <p className={styles.warning}>
        <ShieldAlert size={20} aria-hidden />
        <Trans>We never ask for this code. Not by phone, not in a chat.</Trans>
      </p>
    </form>
  )
}

type ResendProps = Pick<VerifyProps, 'onResent'> & { sent: Typed; secondsLeft: number; disabled: boolean }

/**
 * Another code for the same transfer, once the first had time to arrive; not while a code is being checked: it may have sent the
 * money.
 */
function Resend({ sent, secondsLeft, disabled, onResent }: ResendProps) {
  const { t } = useLingui()
  const form = useForm({
    endpoint: initiateTransfer,
    initial: sent,
    body: bodyOf,
    fallback: t`Failed to initiate transfer`,
    refreshes: [transferTerms, listTransactions],
    onDone: (transfer) => {
      toast(t`A new code is on its way.`)
      keepSent(sent, transfer.transfer_id)
      onResent(transfer)
    },
  })
  const wait = secondsLeft - (OTP_MINUTES * 60 - RESEND_AFTER_SECONDS)
  return (
    <>
      <ErrorBanner message={form.refusal} />
      <Button
        variant="quiet"
        wide
        money
        running={form.running}
        disabled={disabled || wait > 0}
        onClick={() => void form.submit()}
      >
        {wait > 0 ? t`Resend the code in ${wait} s` : t`Resend the code`}
      </Button>
    </>
  )
}

function Countdown({ secondsLeft }: { secondsLeft: number }) {
  const minutes = Math.floor(secondsLeft / 60)
  const seconds = String(secondsLeft % 60).padStart(2, '0')
  return (
    <p className={styles.clock}>
      <Trans>
        The code is valid for <span>{`${minutes}:${seconds}`}</span>
      </Trans>
    </p>
  )
}
