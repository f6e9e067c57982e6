import type { KycStatus } from '@bittkosh/contract/kyc'
import { add, type Paise, subtract, ZERO } from '@bittkosh/contract/money'

/** A request that waits, as the home page mentions it. */
export type Waiting = { kind: 'deposit' | 'withdrawal' | 'kyc'; amount: Paise | null; since: Date }

export type NextStepFacts = {
  /** Plans whose term is over, with what each pays. */
  ready: readonly { symbol: string; amount: Paise }[]
  waiting: readonly Waiting[]
  /** Spendable. */
  wallet: Paise
  invested: Paise
  /** The smallest amount that any plan takes; null while there is no plan. */
  smallestPlan: Paise | null
  /** Of the last identity record; null where none was sent. */
  kyc: KycStatus | null
}

export type NextStep =
  | { step: 'claim'; count: number; amount: Paise; symbol: string }
  | { step: 'wait'; request: Waiting; others: number }
  | { step: 'shortfall'; missing: Paise }
  | { step: 'add-money' }
  | { step: 'first-plan' }
  | { step: 'kyc' }

/** The one thing that a person would do next, or null where all is in order. Source: docs/decisions/0270-home-as-an-account.md. */
export function nextStepOf({ ready, waiting, wallet, invested, smallestPlan, kyc }: NextStepFacts): NextStep | null {
  const [first] = ready
  if (first) {
    const amount = add(ZERO, ...ready.map((plan) => plan.amount))
    return { step: 'claim', count: ready.length, amount, symbol: first.symbol }
  }
  const [oldest] = waiting.toSorted((a, b) => a.since.getTime() - b.since.getTime())
  if (oldest) return { step: 'wait', request: oldest, others: waiting.length - 1 }
  const isIdle = invested === ZERO
  if (isIdle && wallet > ZERO && smallestPlan !== null && wallet < smallestPlan)
    return { step: 'shortfall', missing: subtract(smallestPlan, wallet) }
  if (isIdle && wallet === ZERO) return { step: 'add-money' }
  if (isIdle && smallestPlan !== null) return { step: 'first-plan' }
  if (kyc !== 'approved') return { step: 'kyc' }
  return null
}
