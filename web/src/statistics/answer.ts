import { add, negate, type Paise, subtract, ZERO } from '@bittkosh/contract/money'

export type Answer = { sort: 'missing'; amount: Paise } | { sort: 'short'; amount: Paise } | { sort: 'covered' }

/** The horizon of the answer, one of the steps of the coverage's ladder. */
const ANSWER_DAYS = 30

/**
 * Whether the money in hand covers what falls due soon: plans, and pending withdrawals. Missing: it does not even cover all that is
 * owed to users.
 */
export function answerOf({ inHand, owed, due }: { inHand: Paise; owed: Paise; due: Paise }): Answer {
  if (inHand < due) return { sort: 'short', amount: subtract(due, inHand) }
  const over = subtract(inHand, owed)
  return over < ZERO ? { sort: 'missing', amount: negate(over) } : { sort: 'covered' }
}

/**
 * An amount in readable form: in crore from one crore, in lakh from one lakh, with two decimals; below that in rupees, with paise
 * if it is less than a rupee: a shortfall must not read as ₹0.
 */
export function spoken(amount: Paise): { unit: 'crore' | 'lakh' | null; figure: string } {
  const rupees = amount / 100n
  const in2 = (one: bigint) => {
    const hundredths = (rupees * 100n) / one
    return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`
  }
  if (rupees >= 1_00_00_000n) return { unit: 'crore', figure: in2(1_00_00_000n) }
  if (rupees >= 1_00_000n) return { unit: 'lakh', figure: in2(1_00_000n) }
  if (rupees === 0n && amount > 0n) return { unit: null, figure: `0.${String(amount).padStart(2, '0')}` }
  return { unit: null, figure: rupees.toLocaleString('en-IN') }
}

/** What falls due within the horizon: plans with their profit, and what is held for withdrawals. */
export function dueOf(plans: { days: number; principal: Paise; profit: Paise }[], held: Paise): Paise {
  const step = plans.find(({ days }) => days === ANSWER_DAYS)
  return step ? add(add(step.principal, step.profit), held) : held
}
