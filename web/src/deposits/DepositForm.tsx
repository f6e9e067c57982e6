import { createDeposit, type Deposit, listMyDeposits, paymentReference } from '@bittkosh/contract/deposits'
import { type DepositMethod, getUsdtValue, listMethods, type MethodType } from '@bittkosh/contract/methods'
import type { Paise } from '@bittkosh/contract/money'
import { listTransactions } from '@bittkosh/contract/wallet'
import { useLingui } from '@lingui/react/macro'
import { type FormEvent, lazy, type ReactNode, Suspense } from 'react'
import { refresh } from '../api/refresh.ts'
import { useDraftForm } from '../api/useDraftForm.ts'
import { Tabs } from '../kit/actions/Tabs.tsx'
import { noteFirstDeposit } from '../kit/device/installOffer.ts'
import { ReferenceField } from '../kit/forms/ReferenceField.tsx'
import { Submit } from '../kit/forms/Submit.tsx'
import { moneyText } from '../kit/money/Money.tsx'
import { EarlierPayee } from '../kit/money/EarlierPayee.tsx'
import { PayWays } from '../kit/money/PayWays.tsx'
import { isChanged, shownNow, usePaymentReference, useUsdtRate } from '../methods/api.ts'
import { DepositAmount } from './DepositAmount.tsx'
import styles from './DepositForm.module.css'
import { convertedAmount, depositBody, payable, readDraft, type Typed } from './depositDraft.ts'

// What a package would add, shown after the form itself.
const PackageHint = lazy(() => import('./PackageHint.tsx').catch(() => ({ default: () => null })))

type DepositFormProps = {
  methods: DepositMethod[]
  minimum: Paise | undefined
  /** The initial values, and the name under which the draft is stored. */
  draft: { name: string; typed: Typed }
  onDone: (deposit: Deposit) => void
}

/** Amount, payment, reference: three steps on one page, because people go back and forth to their UPI app. */
export function DepositForm({ methods, minimum, draft, onDone }: DepositFormProps) {
  const { t } = useLingui()
  const reference = usePaymentReference()
  const chosen = (id: string) => methods.find((method) => String(method.id) === id)
  const form = useDraftForm({
    draft: draft.name,
    endpoint: createDeposit,
    initial: draft.typed,
    body: (typed) => {
      const method = chosen(typed.method)
      return method ? depositBody(typed, method, rate.data?.usdt_value) : {}
    },
    refuses: (): Record<string, string> => (tooLittle && methodType !== 'crypto' ? { amount: tooLittle } : {}),
    fallback: t`Failed to verify payment`,
    refreshes: [listMyDeposits, listTransactions, paymentReference],
    onDone: (deposit) => {
      noteFirstDeposit()
      onDone(deposit)
    },
  })
  const rate = useUsdtRate(form.values.type === 'crypto' || methods.some(({ type }) => type === 'crypto'))
  // If the method is no longer offered, the person chooses another: what was paid to it isn't claimed for one that got nothing.
  const method = chosen(form.values.method)
  const methodType = method?.type ?? form.values.type
  const amountIn = (to: MethodType) =>
    convertedAmount(form.values.amount, { from: form.values.type, to, rate: rate.data?.usdt_value })
  const amount = amountIn(methodType)
  const read = readDraft(amount, methodType, rate.data?.usdt_value)
  const toPay = payable(read, minimum)
  const tooLittle =
    amount.trim() !== '' && minimum !== undefined && (read.rupees === null || read.rupees < minimum)
      ? t`The smallest deposit is ${moneyText(minimum)}.`
      : null

  function choose(id: string) {
    const to = chosen(id)
    if (!to || id === form.values.method) return
    const converted = amountIn(to.type)
    // Without a rate nothing is converted yet: what was typed stays in its own currency.
    if (converted !== '' || form.values.amount === '') type(converted, to.type)
    form.set('method', id)
    const shown = shownNow(to)
    form.set('payee_since', shown.payee_since)
    form.set('paid_earlier', shown.paid_earlier)
  }

  function type(typed: string, inMoneyOf: MethodType) {
    form.set('amount', typed)
    form.set('type', inMoneyOf)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    await form.submit(event)
    void refresh(getUsdtValue, listMethods) // the rate or the method may have changed
  }

  return (
    <form {...form.props} onSubmit={(event) => void submit(event)} className={styles.form}>
      <Step number={1} title={t`Amount`}>
        <DepositAmount
          isUsdt={methodType === 'crypto'}
          typed={amount}
          onChange={(typed) => type(typed, methodType)}
          rupees={read.rupees}
          minimum={minimum}
          rate={rate.data}
          rateFailed={rate.isError && !rate.data}
          error={form.errors.amount ?? form.errors.usdt_amount}
        />
        <Suspense>
          <PackageHint amount={read.rupees} />
        </Suspense>
      </Step>
      <Step number={2} title={t`Pay`}>
        <Tabs
          label={t`Payment method`}
          tabs={methods.map(({ id, name }) => ({ id: String(id), label: name }))}
          selected={form.values.method}
          onSelect={choose}
        >
          {method?.instructions && <p className={styles.instructions}>{method.instructions}</p>}
          <PayWays payee={method} amount={toPay.rupees} usdt={toPay.usdt} reference={reference} why={tooLittle} />
          {method && isChanged(method, form.values) && (
            <EarlierPayee isPaid={form.values.paid_earlier} onChange={(isPaid) => form.set('paid_earlier', isPaid)} />
          )}
        </Tabs>
      </Step>
      <Step number={3} title={t`Reference`}>
        <ReferenceField
          type={method?.type}
          value={form.values.transaction_id}
          onChange={(id) => form.set('transaction_id', id)}
          error={form.errors.transaction_id}
        />
        <Submit form={form} money wide why={!method && !form.unanswered && t`Choose a payment method.`}>
          {t`Verify Payment`}
        </Submit>
        <p
          className={styles.after}
        >{t`We check the payment and then add it to your wallet. We'll let you know either way.`}</p>
      </Step>
    </form>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className={styles.step}>
      <h2 className={styles.head}>
        <span className={styles.number}>{number}</span> {title}
      </h2>
      {children}
    </section>
  )
}
