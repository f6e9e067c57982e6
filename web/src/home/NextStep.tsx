import { getFlexibleBalance } from '@bittkosh/contract/flexible'
import { decimalText, subtract } from '@bittkosh/contract/money'
import { getPortfolio, type Payout } from '@bittkosh/contract/portfolio'
import { getProfile } from '@bittkosh/contract/profile'
import { isWaiting } from '@bittkosh/contract/requestStates'
import type { TransactionItem } from '@bittkosh/contract/wallet'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { reading } from '../api/queries.ts'
import { ButtonLink } from '../kit/actions/Button.tsx'
import { Money } from '../kit/money/Money.tsx'
import { Card } from '../kit/page/Card.tsx'
import { dearestTried, usePlans } from '../plans/api.ts'
import { Waited } from '../kit/page/When.tsx'
import styles from './NextStep.module.css'
import { type NextStep as Step, nextStepOf } from './nextStep.ts'

/** The one next step. */
export function NextStep({ step }: { step: Step }) {
  return (
    <Card>
      <div className={styles.step}>
        <p>
          <Sentence step={step} />
        </p>
        <Way step={step} />
      </div>
    </Card>
  )
}

type NextStepReplies = {
  /** The server's business day. */
  today: string | undefined
  payouts: readonly Payout[] | undefined
  /** The first page of the wallet's pending entries. */
  waiting: readonly TransactionItem[] | undefined
  hasFailed: boolean
}

/** Undefined while its facts are loading; null if nothing is left to do, or if a fact could not be loaded. */
export function useNextStep({ today, payouts, waiting, hasFailed }: NextStepReplies): Step | null | undefined {
  const facts = [
    useQuery(reading(getPortfolio)),
    useQuery(reading(getFlexibleBalance)),
    useQuery(reading(getProfile)),
    usePlans(),
  ] as const
  const [{ data: portfolio }, { data: earn }, { data: profile }, { data: plans }] = facts
  if (!today || !payouts || !waiting || !portfolio || !earn || !profile || !plans)
    return hasFailed || facts.some(({ isError }) => isError) ? null : undefined
  const waitingId = profile.govt_ids.find(({ status }) => isWaiting(status))
  const [firstId] = profile.govt_ids // the one on which withdrawals depend
  const minima = plans.map((plan) => plan.minimum_deposit).toSorted((a, b) => (a < b ? -1 : 1))
  return nextStepOf({
    ready: payouts.filter(({ date }) => date <= today),
    moneyWaits: waiting.some(({ type }) => type === 'deposit' || type === 'withdrawal'),
    kycWaits: waitingId?.submitted_at ?? null,
    wallet: portfolio.summary.wallet_balance,
    invested: portfolio.summary.total_invested,
    inEarn: subtract(earn.current_balance, earn.locked_bonus),
    tried: dearestTried(plans),
    smallestPlan: minima[0] ?? null,
    kyc: firstId?.status ?? null,
  })
}

function Sentence({ step }: { step: Step }) {
  const { t } = useLingui()
  switch (step.step) {
    case 'claim':
      return step.others === 0 ? (
        <Trans>
          <Money amount={step.amount} hideable /> is ready from {step.name}.
        </Trans>
      ) : (
        <Trans>
          <Money amount={step.amount} hideable /> is ready from {step.name} and{' '}
          <Plural value={step.others} one="# more plan" other="# more plans" />.
        </Trans>
      )
    case 'kyc-wait':
      return (
        <>
          {t`Your identity`} ·{' '}
          <Trans>
            being checked for <Waited since={step.since} />
          </Trans>
        </>
      )
    case 'tried':
      return (
        <Trans>
          Add <Money amount={step.missing} hideable /> more and you can put <Money amount={step.amount} hideable /> into{' '}
          {step.name}.
        </Trans>
      )
    case 'shortfall':
      return (
        <Trans>
          Add <Money amount={step.missing} hideable /> more to reach the smallest plan.
        </Trans>
      )
    case 'add-money':
      return <Trans>Add money to get started. It reaches your wallet once the payment has been checked.</Trans>
    case 'first-plan':
      return <Trans>Your wallet has enough for a plan. Its profit is fixed before you invest.</Trans>
    case 'kyc':
      return <Trans>Withdrawals require a one-time identity check.</Trans>
    default:
      return step satisfies never
  }
}

function Way({ step }: { step: Step }) {
  const { t } = useLingui()
  switch (step.step) {
    case 'claim':
      return <ButtonLink to="/portfolio">{t`Claim`}</ButtonLink>
    case 'kyc-wait':
      return <ButtonLink variant="secondary" to="/profile">{t`See your KYC`}</ButtonLink>
    case 'tried':
    case 'shortfall': {
      const back = step.step === 'tried' ? `/invest/${step.symbol}` : '/dashboard'
      return (
        <ButtonLink
          to="/add-balance"
          search={{ amount: decimalText(step.missing, 2), back }}
        >{t`Add balance`}</ButtonLink>
      )
    }
    case 'add-money':
      return <ButtonLink to="/add-balance">{t`Add balance`}</ButtonLink>
    case 'first-plan':
      return <ButtonLink to="/dashboard" hash="plans">{t`See the plans`}</ButtonLink>
    case 'kyc':
      return <ButtonLink variant="secondary" to="/profile">{t`Complete KYC`}</ButtonLink>
    default:
      return step satisfies never
  }
}
