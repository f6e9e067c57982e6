import { quoteInvestment } from '@bittkosh/contract/investmentQuote'
import { invest, type Investment } from '@bittkosh/contract/investments'
import {
  add,
  decimalText,
  formatRupees,
  type Paise,
  paise,
  percentText,
  trimmedRupees,
  subtract,
} from '@bittkosh/contract/money'
import { listPlans, type Plan } from '@bittkosh/contract/plans'
import { getProfile } from '@bittkosh/contract/profile'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { isUnanswered } from '../api/failure.ts'
import { reading } from '../api/queries.ts'
import { refresh } from '../api/refresh.ts'
import { Lock } from 'lucide-react'
import { useDraftForm } from '../api/useDraftForm.ts'
import { AmountInput } from '../kit/forms/AmountInput.tsx'
import { readAmount, wireNumber } from '../kit/forms/amountText.ts'
import { Field } from '../kit/forms/Field.tsx'
import { Khata, KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { Money } from '../kit/money/Money.tsx'
import { Banner } from '../kit/page/Banner.tsx'
import { LimitRow, ShortRow } from '../kit/money/TooLittle.tsx'
import { AddMissing } from '../methods/api.ts'
import { When } from '../kit/page/When.tsx'
import { Submit } from '../kit/forms/Submit.tsx'
import { draftName, nothingTyped } from '../plans/api.ts'
import { afterInvesting } from './standing.ts'
import styles from './InvestForm.module.css'

const STEP = paise(5_000_00n)

type InvestFormProps = {
  plan: Plan
  /** The plan permits one investment at a time, and the person has it. */
  isTaken: boolean
  onDone: (investment: Investment) => void
}

/** The amount, with the outcome calculated while typing. */
export function InvestForm({ plan, isTaken, onDone }: InvestFormProps) {
  const { t } = useLingui()
  const balance = useQuery(reading(getProfile)).data?.balance ?? null
  const form = useDraftForm({
    draft: draftName(plan),
    endpoint: invest,
    initial: nothingTyped,
    body: (typed) => {
      const put = readAmount(typed.amount)
      return {
        cryptocurrency_id: plan.id,
        amount: wireNumber(typed.amount),
        ...(put !== null && { profit: wireNumber(plain(quoteOf(plan, put).profit)) }),
        investment_duration_days: plan.investment_duration_days,
        matures_on: plan.matures_on,
      }
    },
    fallback: t`Failed to process investment`,
    refreshes: afterInvesting,
    onDone,
    onRefused: (error) => {
      // The refusal may be due to changed terms, so they are read again; an unanswered attempt is repeated with the same terms.
      if (!isUnanswered(error)) void refresh(listPlans)
    },
  })
  // An unanswered attempt may have made the investment: then the wallet no longer holds its amount, and the plan is taken by it.
  const wallet = form.unanswered ? null : balance
  const amount = readAmount(form.values.amount)
  const missing = wallet !== null && amount !== null && amount > wallet ? subtract(amount, wallet) : null
  const { minimum_deposit: minimum, maximum_deposit: maximum } = plan
  const most = wallet !== null && wallet >= minimum && wallet < maximum ? wallet : maximum
  const raised = add(amount ?? paise(0n), STEP)

  function whyNot() {
    if (amount === null) return null
    if (amount < minimum) return t`The minimum is ${formatRupees(minimum)}.`
    if (amount > maximum) return t`The maximum is ${formatRupees(maximum)}.`
    return missing === null ? null : t`Your wallet doesn't have this much.`
  }

  if (isTaken && !form.sent)
    return (
      <Banner>{t`You already have an active investment in this plan. You can invest again once it is claimed.`}</Banner>
    )
  return (
    <form {...form.props} className={styles.form} aria-label={t`Invest`}>
      <Field
        label={t`Amount`}
        error={form.errors['amount']}
        hint={t`From ${trimmedRupees(minimum)} to ${trimmedRupees(maximum)}`}
      >
        <AmountInput
          {...form.bind('amount')}
          chips={[
            { label: t`Minimum`, value: plain(minimum) },
            { label: '+5,000', value: plain(raised < maximum ? raised : maximum) },
            { label: t`Maximum`, value: plain(most) },
          ]}
        />
      </Field>
      <Quote plan={plan} amount={amount} wallet={wallet} />
      <p className={styles.locked}>
        <Lock size={16} aria-hidden />
        <span>
          <Trans>
            Locked until <When at={plan.matures_on} look="date" />, no early exit.
          </Trans>
        </span>
      </p>
      <Submit form={form} wide money why={!form.unanswered && whyNot()}>
        {amount === null ? t`Invest` : t`Invest ${formatRupees(amount)}`}
      </Submit>
      {missing !== null && <AddMissing missing={missing} />}
    </form>
  )
}

type QuoteProps = { plan: Plan; amount: Paise | null; wallet: Paise | null }

/** What the server will charge and pay, by the same function; for the minimum amount while nothing is typed. */
function Quote({ plan, amount, wallet }: QuoteProps) {
  const { t } = useLingui()
  const put = amount ?? plan.minimum_deposit
  const quote = quoteOf(plan, put)
  return (
    <Khata document level={2} title={amount === null ? t`For example, with the minimum` : t`What it comes to`}>
      <KhataRow label={t`You put in`}>
        <Money amount={put} />
      </KhataRow>
      {put < plan.minimum_deposit || put > plan.maximum_deposit ? (
        <LimitRow least={plan.minimum_deposit} most={plan.maximum_deposit} />
      ) : wallet !== null && put > wallet && amount !== null ? (
        <ShortRow missing={subtract(put, wallet)} />
      ) : (
        <>
          <KhataRow label={t`Profit (${percentText(plan.profit_percentage)} %)`}>
            <Money amount={quote.profit} change />
          </KhataRow>
          <KhataTotal
            label={
              <Trans>
                You get on <When at={plan.matures_on} look="date" />
              </Trans>
            }
          >
            <Money amount={quote.payout} />
          </KhataTotal>
          {wallet !== null && amount !== null && (
            <KhataRow label={t`Wallet after`}>
              <Money amount={subtract(wallet, put)} hideable />
            </KhataRow>
          )}
        </>
      )}
    </Khata>
  )
}

function quoteOf(plan: Plan, amount: Paise) {
  return quoteInvestment({ amount, rate: plan.profit_percentage })
}

function plain(amount: Paise): string {
  return decimalText(amount, 2)
}
