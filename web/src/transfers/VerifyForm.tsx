import { OTP_DIGITS, transferTerms, verifyTransfer } from '@bittkosh/contract/transfers'
import { listTransactions } from '@bittkosh/contract/wallet'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import { reading, restsOnReturn } from '../api/queries.ts'
import { refresh } from '../api/refresh.ts'
import { useForm } from '../api/useForm.ts'
import { ErrorBanner } from '../kit/page/Banner.tsx'
import { Button } from '../kit/actions/Button.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { Khata, KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { Money } from '../kit/money/Money.tsx'
import { useNow } from '../kit/page/useNow.ts'
import { Submit } from '../kit/forms/Submit.tsx'
import type { Completed, Pending } from './BittPayPage.tsx'
import styles from './BittPay.module.css'
import { OtpInput } from '../kit/forms/OtpInput.tsx'

type VerifyProps = { transfer: Pending; onCompleted: (transfer: Completed) => void; onBack: () => void }

/** What is about to happen, once more, and the code that confirms it. */
export function VerifyForm({ transfer, onCompleted, onBack }: VerifyProps) {
  const { t } = useLingui()
  const terms = useQuery({ ...reading(transferTerms), meta: restsOnReturn })
  const form = useForm({
    endpoint: verifyTransfer,
    initial: { otp: '' },
    body: ({ otp }) => ({ transfer_id: transfer.transfer_id, otp }),
    fallback: t`Invalid OTP or transfer expired`,
    refreshes: [listTransactions],
    onDone: (reply) => {
      onCompleted(reply.transfer)
      void refresh(transferTerms)
    },
  })
  const secondsLeft = Math.max(
    0,
    transfer.seconds_left - Math.floor((useNow(1_000).getTime() - transfer.seenAt) / 1000),
  )
  // A code of no use any more (too many tries, no money, another device began anew): the server has ended the transfer.
  const isOver =
    secondsLeft === 0 ||
    (form.refusal !== null &&
      terms.data !== undefined &&
      terms.data.open_transfer?.transfer_id !== transfer.transfer_id)

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
      {isOver ? (
        <>
          <p role="status">
            <strong>{t`This code is of no use any more. Nothing has left your wallet.`}</strong>
          </p>
          <ErrorBanner message={form.refusal} />
          <Button wide onClick={onBack}>{t`Start again`}</Button>
        </>
      ) : (
        <>
          <Field label={t`6-digit code from your e-mail`} error={form.errors.otp}>
            <OtpInput value={form.values.otp} onChange={(otp) => form.set('otp', otp)} />
          </Field>
          <Countdown secondsLeft={secondsLeft} />
          <Submit
            form={form}
            money
            wide
            why={form.values.otp.length !== OTP_DIGITS && t`Enter all 6 digits of the code.`}
          >{t`Verify`}</Submit>
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
