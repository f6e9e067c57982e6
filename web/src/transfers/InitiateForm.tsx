import type { Reply } from '@bittkosh/contract/endpoint'
import { formatRupees, percentText, subtract } from '@bittkosh/contract/money'
import { initiateTransfer, type OpenTransfer, quoteTransfer, transferTerms } from '@bittkosh/contract/transfers'
import { listTransactions } from '@bittkosh/contract/wallet'
import { useLingui } from '@lingui/react/macro'
import { useForm, wireNumber } from '../api/useForm.ts'
import { AmountInput, Available } from '../kit/forms/AmountInput.tsx'
import { readAmount } from '../kit/forms/amountText.ts'
import { Field } from '../kit/forms/Field.tsx'
import { Khata, KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { Money } from '../kit/money/Money.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { Submit } from '../kit/forms/Submit.tsx'
import styles from './BittPay.module.css'

/** What was typed, kept while the code is waited for, so that the transfer can be changed. */
export type Draft = { recipient: string; amount: string; note: string }
export const emptyDraft: Draft = { recipient: '', amount: '', note: '' }

type InitiateProps = {
  terms: Reply<typeof transferTerms>
  draft: Draft
  onOpened: (transfer: OpenTransfer, draft: Draft) => void
}

/** Who, how much, a word along; ends in what will leave the wallet. */
export function InitiateForm({ terms, draft, onOpened }: InitiateProps) {
  const { t } = useLingui()
  const form = useForm({
    endpoint: initiateTransfer,
    initial: draft,
    body: ({ recipient, amount, note }) => ({ recipient, amount: wireNumber(amount), ...(note.trim() && { note }) }),
    fallback: t`Failed to initiate transfer`,
    refreshes: [transferTerms, listTransactions],
    onDone: onOpened,
  })
  const amount = readAmount(form.values.amount)
  const quote = amount ? quoteTransfer({ amount, feeRate: terms.fee_percentage }) : null
  const isOverLimit = quote !== null && quote.amount > terms.left_today
  const isTooMuch = quote !== null && quote.total > terms.balance
  const left = formatRupees(terms.left_today)
  const newMost = formatRupees(terms.new_recipient_limit)
  const fee = percentText(terms.fee_percentage)
  return (
    <form {...form.props} className={styles.form}>
      <Available label={t`In your wallet`} amount={terms.balance} />
      <Field
        label={t`Recipient`}
        error={form.errors.recipient}
        hint={t`The e-mail address or phone number of their account`}
      >
        <TextInput
          {...form.bind('recipient')}
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field
        label={t`Amount`}
        error={form.errors.amount}
        hint={t`A fee of ${fee} % comes on top. You can send ${left} today; to new recipients at most ${newMost} within 24 hours.`}
      >
        <AmountInput {...form.bind('amount')} />
      </Field>
      <Field label={t`Note`} optional error={form.errors.note}>
        <TextInput {...form.bind('note')} autoComplete="off" maxLength={500} />
      </Field>
      {quote && (
        <Khata>
          <KhataRow label={t`They receive`}>
            <Money amount={quote.amount} />
          </KhataRow>
          <KhataRow label={t`Fee (${fee} %)`}>
            <Money amount={quote.fee} />
          </KhataRow>
          <KhataTotal label={t`Total leaving your wallet`}>
            <Money amount={quote.total} />
          </KhataTotal>
          {!isTooMuch && (
            <KhataRow label={t`Wallet after`}>
              <Money amount={subtract(terms.balance, quote.total)} hideable />
            </KhataRow>
          )}
        </Khata>
      )}
      <Submit
        form={form}
        money
        wide
        why={
          terms.is_frozen
            ? t`Your withdrawals and transfers are stopped. Contact support.`
            : terms.frozen_until || terms.paused_until || terms.kyc_revoked
              ? t`BittPay is paused.`
              : isTooMuch
                ? t`Your wallet does not hold the amount and its fee.`
                : isOverLimit && t`This is more than you can send today.`
        }
      >{t`Send OTP`}</Submit>
      <p
        className={styles.quiet}
      >{t`We mail you a 6-digit code to confirm with. Nothing leaves your wallet before.`}</p>
    </form>
  )
}
