import { percentText } from '@bittkosh/contract/money'
import { formatUsdt } from '@bittkosh/contract/usdt'
import { createWithdrawal, listMyWithdrawals, type Withdrawal, withdrawalTerms } from '@bittkosh/contract/withdrawals'
import { listTransactions } from '@bittkosh/contract/wallet'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useEffect, useState } from 'react'
import { refresh } from '../api/refresh.ts'
import { useDraftForm } from '../api/useDraftForm.ts'
import { Button } from '../kit/actions/Button.tsx'
import { Segmented } from '../kit/actions/Segmented.tsx'
import { useFlow } from '../kit/device/useFlow.ts'
import { Khata } from '../kit/money/Khata.tsx'
import { MayBeDone } from '../kit/money/MayBeDone.tsx'
import { Money } from '../kit/money/Money.tsx'
import { ShortRow } from '../kit/money/TooLittle.tsx'
import { AddMissing } from '../methods/api.ts'
import { freshDraft, isSavedPayee, missingOf, quoteOf, type Terms, termsSent, type Typed, wireOf } from './draft.ts'
import { PayeeFields } from './PayeeFields.tsx'
import { problemsOf } from './problems.ts'
import { ReviewWithdrawal } from './ReviewWithdrawal.tsx'
import { useProblemWords } from './useProblemWords.ts'
import { WithdrawAmount } from './WithdrawAmount.tsx'
import styles from './WithdrawForm.module.css'

type WithdrawFormProps = {
  terms: Terms
  /** The initial values, and the name under which the draft is stored. */
  draft?: { name: string; typed: Typed } | undefined
  onDone: (withdrawal: Withdrawal) => void
}

/** Amount and payee, then the review, then the request. */
export function WithdrawForm({ terms, draft, onDone }: WithdrawFormProps) {
  const { t } = useLingui()
  const flow = useFlow()
  const fallback = t`Failed to process withdrawal request`
  const words = useProblemWords(fallback)
  const form = useDraftForm({
    draft: draft?.name ?? 'withdrawal',
    endpoint: createWithdrawal,
    initial: draft?.typed ?? freshDraft(terms),
    body: (typed: Typed) => wireOf(typed, terms),
    fallback,
    refreshes: [withdrawalTerms, listMyWithdrawals, listTransactions],
    onDone,
  })
  const typed = form.values
  const at = form.sent ? termsSent(typed, form.sent, terms) : terms
  const quote = quoteOf(typed, at)
  // The wallet may already be without an amount that was sent.
  const missing = form.sent ? null : missingOf(typed, terms)

  // If the wallet no longer has enough, the form replaces the review until its button is pressed again: the first digits of
  // another amount must not open a review.
  const isReview = flow.step === 'review'
  const [isAnew, setAnew] = useState(false)
  if (isAnew !== (isReview && (isAnew || !quote || missing !== null))) setAnew(!isAnew)
  const { ref } = form.props
  useEffect(() => {
    if (isAnew) ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [isAnew, ref])

  async function confirm() {
    await form.submit()
    // The refusal may be due to a changed rate or balance, and an unanswered request may be in the history.
    void refresh(withdrawalTerms, listMyWithdrawals)
  }

  if (isReview && !isAnew && quote)
    return (
      <ReviewWithdrawal
        typed={typed}
        terms={at}
        quote={quote}
        failure={form.refusal}
        unanswered={form.unanswered}
        running={form.running}
        onConfirm={() => void confirm()}
        onChange={flow.leave}
      />
    )

  async function review(event: FormEvent) {
    event.preventDefault()
    const problems = form.unanswered ? [] : Object.entries(await problemsOf(typed, terms))
    const said = await Promise.all(problems.map(async ([field, problem]) => [field, await words(problem)] as const))
    const [first] = said
    if (first) return form.refuse(Object.fromEntries(said), first[1])
    form.clear()
    void refresh(withdrawalTerms)
    setAnew(false)
    if (!isReview) flow.open('review')
  }

  function choose(type: Typed['type']) {
    form.clear()
    if ((type === 'crypto') !== (typed.type === 'crypto')) form.set('amount', '') // rupees are not USDT
    form.set('type', type)
  }

  return (
    <form {...form.props} onSubmit={(event) => void review(event)} className={styles.form}>
      <p className={styles.balance}>
        <span>{t`Available`}</span> <Money amount={terms.balance} hideable />
      </p>
      <Segmented
        label={t`Withdraw to`}
        options={[
          { value: 'upi', label: t`UPI` },
          { value: 'bank', label: t`Bank` },
          { value: 'crypto', label: t`USDT` },
        ]}
        value={typed.type}
        onChange={choose}
      />
      <WithdrawAmount
        typed={typed}
        terms={at}
        quote={quote}
        error={form.errors.amount}
        onChange={(amount) => form.set('amount', amount)}
      />
      {missing !== null && (
        <>
          <Khata>
            <ShortRow missing={missing} />
          </Khata>
          <AddMissing missing={missing} />
        </>
      )}
      <PayeeFields
        typed={typed}
        errors={form.errors}
        isSaved={isSavedPayee(typed, terms)}
        onChange={(name, value) => {
          form.clear(`withdrawal_details.${name}`)
          form.set(name, value)
        }}
      />
      <p className={styles.notice}>
        <Trans>A processing fee of {percentText(terms.fee_percentage)} % is deducted from the amount.</Trans>
        {quote && missing === null && (
          <>
            {' '}
            <strong>
              {t`You receive`} {quote.usdt === null ? <Money amount={quote.net} /> : formatUsdt(quote.usdt)}
            </strong>
          </>
        )}
      </p>
      {form.unanswered && <MayBeDone />}
      <Button type="submit" wide>{t`Review withdrawal`}</Button>
    </form>
  )
}
