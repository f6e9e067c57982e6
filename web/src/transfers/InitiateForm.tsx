import type { Reply } from '@bittkosh/contract/endpoint'
import { formatRupees, percentText, subtract } from '@bittkosh/contract/money'
import {
  initiateTransfer,
  type OpenTransfer,
  paidBefore,
  quoteTransfer,
  transferTerms,
} from '@bittkosh/contract/transfers'
import { listTransactions } from '@bittkosh/contract/wallet'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from '../api/useForm.ts'
import { Button } from '../kit/actions/Button.tsx'
import { AmountInput, Available } from '../kit/forms/AmountInput.tsx'
import { readAmount } from '../kit/forms/amountText.ts'
import { Field } from '../kit/forms/Field.tsx'
import { Khata, KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { Money } from '../kit/money/Money.tsx'
import { LimitRow, ShortRow } from '../kit/money/TooLittle.tsx'
import { AddMissing } from '../methods/api.ts'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { Submit } from '../kit/forms/Submit.tsx'
import styles from './BittPay.module.css'
import { bodyOf, keepSent, keepTyped, readTyped } from './transferDraft.ts'

type InitiateProps = { terms: Reply<typeof transferTerms>; onOpened: (transfer: OpenTransfer) => void }

/** Receiver, amount, an optional note; ends with what will leave the wallet. */
export function InitiateForm({ terms, onOpened }: InitiateProps) {
  const { t } = useLingui()
  const [kept] = useState(readTyped)
  const form = useForm({
    endpoint: initiateTransfer,
    initial: kept,
    body: bodyOf,
    fallback: t`Failed to initiate transfer`,
    refreshes: [transferTerms, listTransactions],
    onDone: (transfer, typed) => {
      keepSent(typed, transfer.transfer_id)
      onOpened(transfer)
    },
  })
  const { values } = form
  useEffect(() => keepTyped(values), [values])
  const amount = readAmount(form.values.amount)
  const quote = amount ? quoteTransfer({ amount, feeRate: terms.fee_percentage }) : null
  const isOverLimit = quote !== null && quote.amount > terms.left_today
  const missing = quote !== null && quote.total > terms.balance ? subtract(quote.total, terms.balance) : null
  const chosen = terms.recent_recipients.find(({ number }) => paidBefore(number) === form.values.recipient)
  const left = formatRupees(terms.left_today)
  const newMost = formatRupees(terms.new_recipient_limit)
  const fee = percentText(terms.fee_percentage)
  /** The pressed button goes, so the focus moves on to the next field. */
  function choose(recipient: string) {
    flushSync(() => form.set('recipient', recipient))
    form.props.ref.current?.querySelector('input')?.focus()
  }

  return (
    <form {...form.props} className={styles.form}>
      <Available label={t`In your wallet`} amount={terms.balance} />
      {chosen ? (
        <div className={styles.chosen}>
          <span>
            {t`To`} <strong>{chosen.name}</strong>
          </span>
          <Button variant="quiet" size="dense" onClick={() => choose('')}>
            {t({ message: 'Change', context: 'verb' })}
          </Button>
        </div>
      ) : (
        <>
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
          <Recent people={terms.recent_recipients} onChoose={(number) => choose(paidBefore(number))} />
        </>
      )}
      <Field
        label={t`Amount`}
        error={form.errors.amount}
        hint={t`A fee of ${fee} % is added on top. You can send ${left} today; to new recipients at most ${newMost} within 24 hours.`}
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
          {isOverLimit ? (
            <LimitRow most={terms.left_today} />
          ) : missing === null ? (
            <>
              <KhataTotal label={t`Total leaving your wallet`}>
                <Money amount={quote.total} />
              </KhataTotal>
              <KhataRow label={t`Wallet after`}>
                <Money amount={subtract(terms.balance, quote.total)} hideable />
              </KhataRow>
            </>
          ) : (
            <ShortRow missing={missing} />
          )}
        </Khata>
      )}
      <Submit
        form={form}
        money
        wide
        why={
          terms.is_frozen
            ? t`Your withdrawals and transfers are on hold. Contact support.`
            : terms.frozen_until || terms.paused_until || terms.kyc_revoked
              ? t`BittPay is paused.`
              : missing !== null
                ? t`Your wallet doesn't cover the amount and its fee.`
                : isOverLimit && t`This is more than you can send today.`
        }
      >{t`Send OTP`}</Submit>
      {missing !== null && <AddMissing missing={missing} />}
      <p className={styles.quiet}>
        {terms.code_by_sms
          ? t`We'll send you a 6-digit code by e-mail and SMS to confirm. Nothing leaves your wallet before that.`
          : t`We'll e-mail you a 6-digit code to confirm. Nothing leaves your wallet before that.`}
      </p>
    </form>
  )
}

type Person = Reply<typeof transferTerms>['recent_recipients'][number]

/** Previous receivers, to be chosen by name. */
function Recent({ people, onChoose }: { people: readonly Person[]; onChoose: (number: string) => void }) {
  const { t } = useLingui()
  if (people.length === 0) return null
  return (
    <div role="group" aria-label={t`People you've paid before`} className={styles.recent}>
      {people.map(({ name, number }) => (
        <button key={number} type="button" className={styles.person} onClick={() => onChoose(number)}>
          <span className={styles.letter} aria-hidden="true">
            {[...name][0]}
          </span>
          {name}
        </button>
      ))}
    </div>
  )
}
