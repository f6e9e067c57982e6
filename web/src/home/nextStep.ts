import type { KycStatus } from '@bittkosh/contract/kyc'
import { add, type Paise, subtract, ZERO } from '@bittkosh/contract/money'
import type { Tried } from '../plans/api.ts'

export type NextStepFacts = {
  /** Plans whose term is over, with the payout of each. */
  ready: readonly { name: string; amount: Paise }[]
  /** A deposit or a withdrawal is being checked; the home page lists it under money on its way. */
  moneyWaits: boolean
  /** Since when the identity is being checked; null if it is not. */
  kycWaits: Date | null
  /** Spendable. */
  wallet: Paise
  invested: Paise
  /** In Earn, without a locked welcome bonus. */
  inEarn: Paise
  /** The most expensive investment that was typed and not sent. */
  tried: Tried | null
  /** The smallest amount that any plan accepts; null if there is no plan. */
  smallestPlan: Paise | null
  /** The state of the last identity record; null if none was sent. */
  kyc: KycStatus | null
}

export type NextStep =
  | { step: 'claim'; amount: Paise; name: string; others: number }
  | { step: 'kyc-wait'; since: Date }
  | ({ step: 'tried'; missing: Paise } & Tried)
  | { step: 'shortfall'; missing: Paise }
  | { step: 'add-money' }
  | { step: 'first-plan' }
  | { step: 'kyc' }

/**
 * The one next step for a person, or null if everything is in order or money on its way is awaited. Source:
 * docs/decisions/0270-home-as-an-account.md.
 */
export function nextStepOf(facts: NextStepFacts): NextStep | null {
  const { ready, moneyWaits, kycWaits, wallet, invested, inEarn, tried, smallestPlan, kyc } = facts
  const [first] = ready
  if (first) {
    const amount = add(ZERO, ...ready.map((plan) => plan.amount))
    return { step: 'claim', amount, name: first.name, others: ready.length - 1 }
  }
  if (kycWaits) return { step: 'kyc-wait', since: kycWaits }
  if (moneyWaits) return null
  if (tried && tried.amount > wallet) return { step: 'tried', missing: subtract(tried.amount, wallet), ...tried }
  const isIdle = invested === ZERO
  if (isIdle && wallet > ZERO && smallestPlan !== null && wallet < smallestPlan)
    return { step: 'shortfall', missing: subtract(smallestPlan, wallet) }
  if (isIdle && wallet === ZERO && inEarn === ZERO) return { step: 'add-money' }
  if (isIdle && wallet > ZERO && smallestPlan !== null) return { step: 'first-plan' }
  if (kyc !== 'approved') return { step: 'kyc' }
  return null
}
