import { createDeposit, listMyDeposits } from '@bittkosh/contract/deposits'
import { type DepositMethod, getUsdtValue } from '@bittkosh/contract/methods'
import { decimalText } from '@bittkosh/contract/money'
import { type BalancePackage, listPackages } from '@bittkosh/contract/packages'
import { usdtCovering } from '@bittkosh/contract/usdt'
import { listTransactions } from '@bittkosh/contract/wallet'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { refresh } from '../api/refresh.ts'
import { useForm } from '../api/useForm.ts'
import { ButtonLink } from '../kit/actions/Button.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { Khata } from '../kit/money/Khata.tsx'
import { newPaymentReference } from '../kit/forms/paymentReference.ts'
import { PayWays } from '../kit/money/PayWays.tsx'
import { ReferenceField } from '../kit/forms/ReferenceField.tsx'
import { Tabs } from '../kit/actions/Tabs.tsx'
import { toast } from '../kit/overlays/toast.ts'
import { UsdtRate } from '../kit/money/UsdtRate.tsx'
import { When } from '../kit/page/When.tsx'
import { Submit } from '../kit/forms/Submit.tsx'
import { useUsdtRate } from '../methods/api.ts'
import { PackageSum } from './PackageCard.tsx'
import styles from './Packages.module.css'

type PurchaseFormProps = { offer: BalancePackage; methods: DepositMethod[]; onDone: () => void }

/** What is bought, how to pay for it, and the reference of the payment. */
export function PurchaseForm({ offer, methods, onDone }: PurchaseFormProps) {
  const { t } = useLingui()
  const [reference] = useState(newPaymentReference)
  const [methodId, setMethodId] = useState(String(methods[0]?.id))
  const method = methods.find(({ id }) => String(id) === methodId) ?? methods[0]
  const rate = useUsdtRate(method?.type === 'crypto').data
  const usdt = method?.type === 'crypto' && rate ? usdtCovering(offer.amount, rate.usdt_value) : null
  const form = useForm({
    endpoint: createDeposit,
    initial: { transaction_id: '' },
    body: (typed) => ({
      balance_package_id: offer.id,
      transaction_id: typed.transaction_id,
      ...(method && { payment_method: method.id }),
      ...(usdt !== null && { usdt_amount: Number(decimalText(usdt, 6)) }),
    }),
    fallback: t`Failed to verify payment`,
    refreshes: [listMyDeposits, listTransactions, listPackages],
    onDone: () => {
      toast(t`Package purchase request sent successfully!`)
      onDone()
    },
    onRefused: () => void refresh(getUsdtValue), // it may have been about a rate that has moved
  })

  return (
    <form {...form.props} className={styles.form} aria-label={t`Buy ${offer.name}`}>
      <Khata document level={2} title={offer.name}>
        <PackageSum amount={offer.amount} bonus={offer.bonus_percentage} />
      </Khata>
      {method ? (
        <>
          <Tabs
            label={t`Payment method`}
            tabs={methods.map(({ id, name }) => ({ id: String(id), label: name }))}
            selected={String(method.id)}
            onSelect={setMethodId}
          >
            {method.instructions && <p className={styles.description}>{method.instructions}</p>}
            <PayWays payee={method} amount={offer.amount} usdt={usdt} reference={reference} />
            {usdt !== null && rate && (
              <p className={styles.note}>
                <UsdtRate rate={rate.usdt_value} />, <When at={rate.as_of} look="time" />
                {rate.is_fallback && <> · {t`standard rate, as no current one is set`}</>}
              </p>
            )}
          </Tabs>
          <ReferenceField
            type={method.type}
            value={form.values.transaction_id}
            onChange={(id) => form.set('transaction_id', id)}
            error={form.errors.transaction_id}
          />
          <Submit form={form} money wide>{t`Purchase Package`}</Submit>
          <p className={styles.note}>
            {t`We check the payment and then add price and bonus to your wallet. Your request stands under Add Balance.`}
          </p>
        </>
      ) : (
        <EmptyState
          title={t`No payment method is open right now`}
          action={<ButtonLink to="/support" variant="secondary">{t`Contact support`}</ButtonLink>}
        >
          {t`Please come back a little later, or ask support.`}
        </EmptyState>
      )}
    </form>
  )
}
