import { decimalText, percentText } from '@bittkosh/contract/money'
import { formatUsdt, usdtWorth } from '@bittkosh/contract/usdt'
import {
  createWithdrawal,
  listMyWithdrawals,
  type WithdrawalType,
  withdrawalTerms,
} from '@bittkosh/contract/withdrawals'
import { listTransactions } from '@bittkosh/contract/wallet'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { refresh } from '../api/refresh.ts'
import { refusalMessage } from '../api/refusal.ts'
import { useForm } from '../api/useForm.ts'
import { AmountInput } from '../kit/forms/AmountInput.tsx'
import { Button } from '../kit/actions/Button.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { Money, moneyText } from '../kit/money/Money.tsx'
import { Segmented } from '../kit/actions/Segmented.tsx'
import { toast } from '../kit/overlays/toast.ts'
import { UsdtRate } from '../kit/money/UsdtRate.tsx'
import { freshDraft, isSavedPayee, problemOf, quoteOf, type Terms, type Typed, wireOf } from './draft.ts'
import { PayeeFields } from './PayeeFields.tsx'
import { ReviewWithdrawal } from './ReviewWithdrawal.tsx'
import styles from './WithdrawForm.module.css'

/** Amount and payee, then the review, then the request. */
export function WithdrawForm({ terms, draft = freshDraft(terms) }: { terms: Terms; draft?: Typed }) {
  const { t } = useLingui()
  const [reviewing, setReviewing] = useState(false)
  const form = useForm({
    endpoint: createWithdrawal,
    initial: draft,
    body: (typed: Typed) => wireOf(typed, terms),
    fallback: t`Failed to process withdrawal request`,
    refreshes: [withdrawalTerms, listMyWithdrawals, listTransactions],
    onDone: (_withdrawal, typed) => {
      toast(t`Withdrawal request submitted successfully!`)
      form.reset({ ...typed, amount: '' })
      setReviewing(false)
    },
  })
  const typed = form.values
  const quote = quoteOf(typed, terms)

  async function confirm() {
    await form.submit()
    void refresh(withdrawalTerms) // a refusal may have been about a rate or balance that has moved
  }

  if (reviewing && quote)
    return (
      <ReviewWithdrawal
        typed={typed}
        terms={terms}
        quote={quote}
        failure={form.failure}
        running={form.running}
        onConfirm={() => void confirm()}
        onChange={() => setReviewing(false)}
      />
    )

  function review(event: FormEvent) {
    event.preventDefault()
    const problem = problemOf(typed, terms)
    if (problem) {
      const message = refusalMessage(problem)
      return form.refuse({ [problem.field ?? '']: message }, message)
    }
    void refresh(withdrawalTerms)
    setReviewing(true)
  }

  function change(name: keyof Typed, value: string) {
    form.clear()
    form.set(name, value)
  }

  const isCrypto = typed.type === 'crypto'
  const types: { value: WithdrawalType; label: string }[] = [
    { value: 'upi', label: t`UPI` },
    { value: 'bank', label: t`Bank` },
    { value: 'crypto', label: t`USDT` },
  ]
  return (
    <form {...form.props} onSubmit={review} className={styles.form}>
      <p className={styles.balance}>
        <span>{t`Available`}</span> <Money amount={terms.balance} hideable />
      </p>
      <Segmented
        label={t`Withdraw to`}
        options={types}
        value={typed.type}
        onChange={(type) => {
          form.clear()
          if ((type === 'crypto') !== isCrypto) form.set('amount', '') // rupees are no USDT
          form.set('type', type)
        }}
      />
      <Field
        label={isCrypto ? t`Amount in USDT` : t`Amount`}
        error={form.errors.amount}
        hint={
          isCrypto ? (
            <>
              <UsdtRate rate={terms.usdt_rate} />
              {terms.usdt_rate_is_fallback && <> · {t`standard rate, as no current one is set`}</>}
              {quote && (
                <>
                  {' '}
                  · <Money amount={quote.amount} />
                </>
              )}
            </>
          ) : (
            t`Minimum ${moneyText(terms.minimum)}. To new accounts at most ${moneyText(terms.new_payee_limit)} within 24 hours.`
          )
        }
      >
        <AmountInput
          name="amount"
          value={typed.amount}
          onChange={(amount) => change('amount', amount)}
          symbol={isCrypto ? '$' : '₹'}
          decimals={isCrypto ? 6 : 2}
          chips={amountChips(typed.type, terms, { minimum: t`Minimum`, all: t`Everything` })}
        />
      </Field>
      <PayeeFields typed={typed} errors={form.errors} isSaved={isSavedPayee(typed, terms)} onChange={change} />
      <p className={styles.notice}>
        <Trans>A processing fee of {percentText(terms.fee_percentage)}% is taken out of the amount.</Trans>
        {quote && (
          <>
            {' '}
            <strong>
              {t`You receive`} {quote.usdt === null ? <Money amount={quote.net} /> : formatUsdt(quote.usdt)}
            </strong>
          </>
        )}
      </p>
      <Button type="submit" wide>{t`Review withdrawal`}</Button>
    </form>
  )
}

/** The least and the most that can be asked for, in what the field counts. */
function amountChips(type: WithdrawalType, terms: Terms, labels: { minimum: string; all: string }) {
  if (terms.balance < terms.minimum) return []
  if (type !== 'crypto')
    return [
      { label: labels.minimum, value: decimalText(terms.minimum, 2) },
      { label: labels.all, value: decimalText(terms.balance, 2) },
    ]
  return [{ label: labels.all, value: decimalText(usdtWorth(terms.balance, terms.usdt_rate), 6) }]
}
