import { getPortfolio, getPortfolioPayouts } from '@bittkosh/contract/portfolio'
import { getProfile } from '@bittkosh/contract/profile'
import { isWaiting } from '@bittkosh/contract/requests'
import { dayOf } from '@bittkosh/contract/time'
import { listTransactions } from '@bittkosh/contract/wallet'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { reading } from '../api/queries.ts'
import { ButtonLink } from '../kit/actions/Button.tsx'
import { Money } from '../kit/money/Money.tsx'
import { Card } from '../kit/page/Card.tsx'
import { useNow } from '../kit/page/useNow.ts'
import { usePlans } from '../plans/api.ts'
import { Waited } from '../kit/page/When.tsx'
import styles from './NextStep.module.css'
import { type NextStep as Step, nextStepOf, type Waiting } from './nextStep.ts'

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

/** Undefined until all of its facts are there; null where nothing is left to do, and where a fact could not be had. */
export function useNextStep(): Step | null | undefined {
  const facts = [
    useQuery(reading(getPortfolioPayouts, { query: { days: 1 } })),
    useQuery(reading(getPortfolio)),
    useQuery(reading(listTransactions, { query: { only: 'pending' } })),
    useQuery(reading(getProfile)),
    usePlans(),
  ] as const
  const [{ data: payouts }, { data: portfolio }, { data: pending }, { data: profile }, { data: plans }] = facts
  const today = dayOf(useNow(60_000))
  if (!payouts || !portfolio || !pending || !profile || !plans)
    return facts.some(({ isError }) => isError) ? null : undefined
  const identity = profile.govt_ids.at(-1)
  const minima = plans.map((plan) => plan.minimum_deposit).toSorted((a, b) => (a < b ? -1 : 1))
  return nextStepOf({
    ready: payouts.data.filter(({ date }) => date <= today),
    waiting: [
      ...pending.transactions.flatMap(({ type, amount, created_at: since }): Waiting[] =>
        type === 'deposit' || type === 'withdrawal' ? [{ kind: type, amount, since }] : [],
      ),
      ...(identity && isWaiting(identity.status)
        ? [{ kind: 'kyc' as const, amount: null, since: identity.submitted_at }]
        : []),
    ],
    wallet: portfolio.summary.wallet_balance,
    invested: portfolio.summary.total_invested,
    smallestPlan: minima[0] ?? null,
    kyc: identity?.status ?? null,
  })
}

function Sentence({ step }: { step: Step }) {
  switch (step.step) {
    case 'claim':
      return (
        <Trans>
          <Money amount={step.amount} hideable /> is ready from{' '}
          <Plural value={step.count} one="# plan" other="# plans" />.
        </Trans>
      )
    case 'wait':
      return <BeingChecked request={step.request} others={step.others} />
    case 'shortfall':
      return (
        <Trans>
          <Money amount={step.missing} hideable /> more and the wallet reaches the smallest plan.
        </Trans>
      )
    case 'add-money':
      return <Trans>Add money to begin. It is in your wallet once the payment has been checked.</Trans>
    case 'first-plan':
      return <Trans>Your wallet is enough for a first plan. Its profit is fixed before you invest.</Trans>
    case 'kyc':
      return <Trans>Withdrawals need your identity checked once.</Trans>
    default:
      return step satisfies never
  }
}

function BeingChecked({ request: { kind, amount, since }, others }: { request: Waiting; others: number }) {
  const { t } = useLingui()
  const name = { deposit: t`Your deposit`, withdrawal: t`Your withdrawal`, kyc: t`Your identity` }[kind]
  return (
    <>
      {name} {amount !== null && <Money amount={amount} hideable />} ·{' '}
      <Trans>
        being checked for <Waited since={since} />
      </Trans>
      {others > 0 && (
        <>
          {' · '}
          <Plural value={others} one="# more waits" other="# more wait" />
        </>
      )}
    </>
  )
}

function Way({ step }: { step: Step }) {
  const { t } = useLingui()
  switch (step.step) {
    case 'claim':
      return <ButtonLink to="/invest/$symbol" params={{ symbol: step.symbol }}>{t`Claim`}</ButtonLink>
    case 'wait':
      return step.request.kind === 'kyc' ? (
        <ButtonLink variant="secondary" to="/profile">{t`See it`}</ButtonLink>
      ) : (
        <ButtonLink variant="secondary" to="/wallet" search={{ show: 'pending' }}>{t`See it`}</ButtonLink>
      )
    case 'shortfall':
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
