import { createDeposit, type Deposit, listMyDeposits, paymentReference } from '@bittkosh/contract/deposits'
import { type DepositMethod, getUsdtValue, listMethods } from '@bittkosh/contract/methods'
import { decimalText } from '@bittkosh/contract/money'
import { type BalancePackage, listPackages } from '@bittkosh/contract/packages'
import { usdtCovering } from '@bittkosh/contract/usdt'
import { listTransactions } from '@bittkosh/contract/wallet'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { refresh } from '../api/refresh.ts'
import { useDraftForm } from '../api/useDraftForm.ts'
import { useFlow } from '../kit/device/useFlow.ts'
import { Khata } from '../kit/money/Khata.tsx'
import { EarlierPayee } from '../kit/money/EarlierPayee.tsx'
import { PayWays } from '../kit/money/PayWays.tsx'
import { ReferenceField } from '../kit/forms/ReferenceField.tsx'
import { Tabs } from '../kit/actions/Tabs.tsx'
import { CurrentRate, MissingRate } from '../kit/money/UsdtRate.tsx'
import { Submit } from '../kit/forms/Submit.tsx'
import { isChanged, paidSince, shownNow, shownTo, usePaymentReference, useUsdtRate } from '../methods/api.ts'
import { PackageSum } from './PackageCard.tsx'
import styles from './Packages.module.css'

type PurchaseFormProps = {
  offer: BalancePackage
  /** At least one. */
  methods: DepositMethod[]
  /** A rejected purchase to be corrected and sent again. */
  before: Deposit | undefined
}

/** What is bought, how to pay for it, and the reference of the payment. */
export function PurchaseForm({ offer, methods, before }: PurchaseFormProps) {
  const { t } = useLingui()
  const flow = useFlow()
  const reference = usePaymentReference()
  const [initial] = useState(() => ({
    method: String(before?.method.id ?? methods[0]?.id),
    transaction_id: before?.transaction_id ?? '',
    ...(before ? shownTo(before) : shownNow(methods[0])),
  }))
  const methodOf = (chosen: string) => methods.find(({ id }) => String(id) === chosen)
  const rate = useUsdtRate(methods.some(({ type }) => type === 'crypto'))
  const usdtBy = (method: DepositMethod | undefined) =>
    method?.type === 'crypto' && rate.data ? usdtCovering(offer.amount, rate.data.usdt_value) : null
  const form = useDraftForm({
    draft: `package ${offer.id}${before ? ` again ${before.id}` : ''}`,
    endpoint: createDeposit,
    initial,
    body: (typed) => {
      const by = methodOf(typed.method)
      const sent = usdtBy(by)
      return {
        balance_package_id: offer.id,
        total_amount: Number(decimalText(offer.total_amount, 2)),
        transaction_id: typed.transaction_id,
        ...(by && { payment_method: by.id, ...paidSince(by, typed) }),
        ...(sent !== null && { usdt_amount: Number(decimalText(sent, 6)) }),
      }
    },
    fallback: t`Failed to verify payment`,
    refreshes: [listMyDeposits, listTransactions, listPackages, paymentReference],
    onDone: (deposit) => flow.finish(String(deposit.id), { to: '/add-balance' }),
    onRefused: () => void refresh(getUsdtValue, listMethods, listPackages), // one of them may have changed
  })
  const method = methodOf(form.values.method)
  function choose(id: string) {
    if (id === form.values.method) return
    const shown = shownNow(methodOf(id))
    form.set('method', id)
    form.set('payee_since', shown.payee_since)
    form.set('paid_earlier', shown.paid_earlier)
  }
  const isUsdt = method?.type === 'crypto'
  const usdt = usdtBy(method)
  const missing = !method
    ? t`Choose a payment method.`
    : isUsdt && usdt === null
      ? t`It isn't known yet how many USDT to send.`
      : null

  return (
    <form {...form.props} className={styles.form} aria-label={t`Buy ${offer.name}`}>
      <Khata document level={2} title={offer.name}>
        <PackageSum amount={offer.amount} bonus={offer.bonus_percentage} />
      </Khata>
      <Tabs
        label={t`Payment method`}
        tabs={methods.map(({ id, name }) => ({ id: String(id), label: name }))}
        selected={form.values.method}
        onSelect={choose}
      >
        {method?.instructions && <p className={styles.description}>{method.instructions}</p>}
        <PayWays payee={method} amount={offer.amount} usdt={usdt} reference={reference} />
        {method && isChanged(method, form.values) && (
          <EarlierPayee isPaid={form.values.paid_earlier} onChange={(isPaid) => form.set('paid_earlier', isPaid)} />
        )}
        {isUsdt && (
          <p className={styles.note}>
            {rate.data ? (
              <CurrentRate rate={rate.data.usdt_value} since={rate.data.as_of} />
            ) : (
              <MissingRate failed={rate.isError} />
            )}
          </p>
        )}
      </Tabs>
      <ReferenceField
        type={method?.type}
        value={form.values.transaction_id}
        onChange={(id) => form.set('transaction_id', id)}
        error={form.errors.transaction_id}
      />
      <Submit form={form} money wide why={form.unanswered ? null : missing}>
        {t`Purchase Package`}
      </Submit>
      <p className={styles.note}>
        {t`We check the payment and then add the price and bonus to your wallet. Your request is under Add Balance.`}
      </p>
    </form>
  )
}
