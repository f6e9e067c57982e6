import {
  depositFlexible,
  type FlexibleBalance,
  type FlexibleDetails,
  type FlexibleTransaction,
  fromPrincipal,
  getFlexibleBalance,
  getFlexibleDays,
  interestOfDay,
  listFlexibleTransactions,
  rateFromTomorrow,
  withdrawFlexible,
} from '@bittkosh/contract/flexible'
import { add, decimalText, larger, type Paise, trimmedRupees, subtract, ZERO } from '@bittkosh/contract/money'
import { getPortfolio } from '@bittkosh/contract/portfolio'
import { addDays, dayOf } from '@bittkosh/contract/time'
import { listTransactions } from '@bittkosh/contract/wallet'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { readDraft } from '../api/draft.ts'
import { useDraftForm } from '../api/useDraftForm.ts'
import { AmountInput, Available } from '../kit/forms/AmountInput.tsx'
import { readAmount, wireNumber } from '../kit/forms/amountText.ts'
import { Card } from '../kit/page/Card.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { Khata, KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { Money, moneyText } from '../kit/money/Money.tsx'
import { LimitRow, ShortRow } from '../kit/money/TooLittle.tsx'
import { AddMissing } from '../methods/api.ts'
import { Segmented } from '../kit/actions/Segmented.tsx'
import { useNow } from '../kit/page/useNow.ts'
import { When } from '../kit/page/When.tsx'
import { Submit } from '../kit/forms/Submit.tsx'
import styles from './Flexible.module.css'

type Account = { balance: FlexibleBalance; details: FlexibleDetails }
type FormProps = Account & { onDone: (made: FlexibleTransaction) => void }
const WITHDRAW = 'earn withdraw'
const empty = { amount: '' }
const refreshes = [getFlexibleBalance, getFlexibleDays, listFlexibleTransactions, listTransactions, getPortfolio]

/** Deposit or withdraw, with the outcome calculated below while typing; opens on the side that has a draft. */
export function MoveForm(account: FormProps) {
  const { t } = useLingui()
  const [direction, setDirection] = useState<'deposit' | 'withdraw'>(() =>
    readDraft(WITHDRAW, empty).values.amount ? 'withdraw' : 'deposit',
  )
  return (
    <Card>
      <div className={styles.form}>
        <Segmented
          label={t`Deposit or withdraw`}
          options={[
            { value: 'deposit', label: t({ message: 'Deposit', context: 'verb' }) },
            { value: 'withdraw', label: t`Withdraw` },
          ]}
          value={direction}
          onChange={setDirection}
        />
        {direction === 'deposit' ? <DepositForm {...account} /> : <WithdrawForm {...account} />}
      </div>
    </Card>
  )
}

function DepositForm({ balance, details, onDone }: FormProps) {
  const { t } = useLingui()
  const form = useDraftForm({
    draft: 'earn deposit',
    endpoint: depositFlexible,
    initial: empty,
    body: ({ amount }) => ({ amount: wireNumber(amount) }),
    fallback: t`Failed to deposit funds, first make deposit`,
    refreshes,
    onDone,
  })
  const amount = readAmount(form.values.amount)
  const { wallet_balance: wallet } = balance
  const most = wallet < details.maximum_deposit ? wallet : details.maximum_deposit
  const maximum = trimmedRupees(details.maximum_deposit)
  const minimum = trimmedRupees(details.minimum_deposit)
  return (
    <form {...form.props} className={styles.form}>
      <Available label={t`In your wallet`} amount={wallet} />
      <Field label={t`Amount`} error={form.errors.amount} hint={t`From ${minimum} to ${maximum} at a time`}>
        <AmountInput
          {...form.bind('amount')}
          chips={chipsFor(
            [
              [t`Minimum`, details.minimum_deposit],
              [t`Everything`, most],
            ],
            most,
          )}
        />
      </Field>
      {amount !== null && amount > 0n && !form.unanswered && (
        <DepositKhata amount={amount} balance={balance} details={details} />
      )}
      {wallet < details.minimum_deposit && !form.unanswered ? (
        <>
          <p className={styles.quiet}>{t`Your wallet doesn't have enough for a deposit yet.`}</p>
          <AddMissing missing={subtract(larger(amount ?? ZERO, details.minimum_deposit), wallet)} />
        </>
      ) : (
        <>
          <Submit form={form} money wide>
            {t({ message: 'Deposit', context: 'verb' })}
          </Submit>
          {amount !== null && amount > wallet && !form.unanswered && <AddMissing missing={subtract(amount, wallet)} />}
        </>
      )}
    </form>
  )
}

function DepositKhata({ amount, balance, details }: Account & { amount: Paise }) {
  const { t } = useLingui()
  const tomorrow = addDays(dayOf(useNow(60_000)), 1)
  const daily = interestOfDay({ eligible: amount, rate: rateFromTomorrow(details), carried: 0n }).posted
  if (amount > balance.wallet_balance)
    return (
      <Khata>
        <ShortRow missing={subtract(amount, balance.wallet_balance)} />
      </Khata>
    )
  if (amount < details.minimum_deposit || amount > details.maximum_deposit)
    return (
      <Khata>
        <LimitRow least={details.minimum_deposit} most={details.maximum_deposit} />
      </Khata>
    )
  return (
    <Khata>
      <KhataRow label={t`Wallet after`}>
        <Money amount={subtract(balance.wallet_balance, amount)} hideable />
      </KhataRow>
      <KhataRow label={t`Earns from`} note={t`about ${moneyText(daily)} a day`}>
        <When at={tomorrow} look="date" />
      </KhataRow>
      <KhataTotal label={t`In Earn after`}>
        <Money amount={add(balance.current_balance, amount)} hideable />
      </KhataTotal>
    </Khata>
  )
}

function WithdrawForm({ balance, onDone }: FormProps) {
  const { t } = useLingui()
  const form = useDraftForm({
    draft: WITHDRAW,
    endpoint: withdrawFlexible,
    initial: empty,
    body: ({ amount }) => ({ amount: wireNumber(amount) }),
    fallback: t`Failed to withdraw funds, first make deposit`,
    refreshes,
    onDone,
  })
  const amount = readAmount(form.values.amount)
  const free = subtract(balance.current_balance, balance.locked_bonus)
  return (
    <form {...form.props} className={styles.form}>
      <Available label={t`You can withdraw`} amount={free} />
      <Field
        label={t`Amount`}
        error={form.errors.amount}
        hint={t`In your wallet at once, with no fee. Today's interest is on what's left.`}
      >
        <AmountInput {...form.bind('amount')} chips={chipsFor([[t`Everything`, free]], free)} />
      </Field>
      {amount !== null && amount > 0n && !form.unanswered && (
        <WithdrawKhata amount={amount} free={free} balance={balance} />
      )}
      <Submit
        form={form}
        money
        wide
        why={balance.current_balance === 0n && !form.unanswered && t`There is nothing in Earn yet.`}
      >{t`Withdraw`}</Submit>
    </form>
  )
}

/** `free`: what may leave Earn now. */
function WithdrawKhata({ amount, free, balance }: { amount: Paise; free: Paise; balance: FlexibleBalance }) {
  const { t } = useLingui()
  if (amount > free)
    return (
      <Khata>
        <KhataRow label={t`More than you can withdraw`}>
          <Money amount={subtract(amount, free)} hideable />
        </KhataRow>
      </Khata>
    )
  const principal = fromPrincipal({ amount, principal: balance.total_invested })
  return (
    <Khata>
      <KhataRow label={t`From what you invested`}>
        <Money amount={principal} hideable />
      </KhataRow>
      {amount > principal && (
        <KhataRow label={t`From your interest`}>
          <Money amount={subtract(amount, principal)} hideable />
        </KhataRow>
      )}
      <KhataRow label={t`Left in Earn`}>
        <Money amount={subtract(balance.current_balance, amount)} hideable />
      </KhataRow>
      <KhataTotal label={t`Wallet after`}>
        <Money amount={add(balance.wallet_balance, amount)} hideable />
      </KhataTotal>
    </Khata>
  )
}

/** Suggested amounts: those that are possible, each once. */
function chipsFor(choices: [label: string, amount: Paise][], most: Paise) {
  return choices
    .filter(([, amount], index) => amount > 0n && amount <= most && choices.findIndex((c) => c[1] === amount) === index)
    .map(([label, amount]) => ({ label, value: decimalText(amount, 2) }))
}
