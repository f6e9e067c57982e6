import { type EarnState, fromPrincipal, moved, settle } from '@bittkosh/contract/flexible'
import { add, larger, negate, type Paise, type Ppm, subtract, ZERO } from '@bittkosh/contract/money'
import type { Refused } from '@bittkosh/contract/refusals'
import { addDays } from '@bittkosh/contract/time'

export type EarnAccount = EarnState & { principal: Paise; profitTotal: Paise }

/** A deposit must lie between the two limits of the settings. Refuses `below_minimum` and `above_maximum`. */
export function judgeDeposit({
  amount,
  minimum,
  maximum,
}: {
  amount: Paise
  minimum: Paise
  maximum: Paise
}): { amount: Paise } | { refused: Refused<'above_maximum' | 'below_minimum'> } {
  if (amount < minimum)
    return { refused: { code: 'below_minimum', field: 'amount', params: { of: 'deposit', minimum } } }
  if (amount > maximum)
    return { refused: { code: 'above_maximum', field: 'amount', params: { of: 'deposit', maximum } } }
  return { amount }
}

/**
 * Everything except a locked welcome bonus and its interest may leave at any time. Refuses `insufficient_balance`,
 * `bonus_locked`, and `bonus_had_before` if the bonus stays locked for ever.
 */
export function judgeWithdrawal({
  amount,
  balance,
  locked,
  hadBefore,
}: {
  amount: Paise
  balance: Paise
  locked: Paise
  hadBefore: boolean
}): { amount: Paise } | { refused: Refused<'bonus_had_before' | 'bonus_locked' | 'insufficient_balance'> } {
  if (amount > balance) return { refused: { code: 'insufficient_balance', field: 'amount' } }
  if (amount > subtract(balance, locked))
    return { refused: { code: hadBefore ? 'bonus_had_before' : 'bonus_locked', field: 'amount' } }
  return { amount }
}

type Rates = (day: string) => Ppm

/** A welcome bonus of which nothing has left yet, and the facts that decide whether it may. */
export type BonusFacts = {
  bonus: Paise
  /** The business day on which it was credited. */
  day: string
  kycApproved: boolean
  depositApproved: boolean
  /** Whether the welcome bonus of the user's ID number belongs to another account, open or closed. */
  welcomedElsewhere: boolean
}

/** Whether the welcome bonus is locked: until KYC and a deposit are approved, or for ever if its person had one before. */
export function bonusIsLocked(facts: BonusFacts): boolean {
  return !facts.kycApproved || !facts.depositApproved || facts.welcomedElsewhere
}

/** The part of a balance that is the bonus and its interest, and the locked part of that: all or nothing. */
export function bonusIn(
  { balance, settledThrough }: Pick<EarnAccount, 'balance' | 'settledThrough'>,
  facts: BonusFacts | undefined,
  rateOn: Rates,
): { bonus: Paise; locked: Paise } {
  if (!facts) return { bonus: ZERO, locked: ZERO }
  const grown = bonusAlone(facts, settledThrough, rateOn).state.balance
  const bonus = grown < balance ? grown : balance
  return { bonus, locked: bonusIsLocked(facts) ? bonus : ZERO }
}

/**
 * The part of a day's interest that the user's own money earned: interest on a locked bonus is nobody's yet, so no
 * referrer has a share in it. `ofBonus` comes from `interestOfBonuses`.
 */
export function ownInterest(
  { day, posted }: { day: string; posted: Paise },
  facts: BonusFacts | undefined,
  ofBonus: (facts: BonusFacts, day: string) => Paise,
): Paise {
  if (!facts || !bonusIsLocked(facts)) return posted
  const part = ofBonus(facts, day)
  return larger(subtract(posted, part), ZERO)
}

/** What welcome bonuses alone earn on each day up to `through`; bonuses of the same day and amount are calculated once. */
export function interestOfBonuses(rateOn: Rates, through: string): (facts: BonusFacts, day: string) => Paise {
  const known = new Map<string, Map<string, Paise>>()
  return (facts, day) => {
    const key = `${facts.bonus} ${facts.day}`
    const days = known.get(key) ?? new Map(bonusAlone(facts, through, rateOn).days.map((one) => [one.day, one.posted]))
    known.set(key, days)
    return days.get(day) ?? ZERO
  }
}

/** The days of a bonus up to `through`, as if nothing else had ever been in the account. */
function bonusAlone({ bonus, day }: BonusFacts, through: string, rateOn: Rates) {
  const credited = { balance: bonus, carried: 0n, settledThrough: addDays(day, -1), lowDay: day, low: ZERO }
  return settle(credited, through, rateOn)
}

/** An account, settled to `day`, after a deposit. */
export function afterDeposit(account: EarnAccount, day: string, amount: Paise): EarnAccount {
  return { ...account, ...moved(account, day, amount), principal: add(account.principal, amount) }
}

/** An account, settled to `day`, after a withdrawal, which takes principal first. */
export function afterWithdrawal(account: EarnAccount, day: string, amount: Paise): EarnAccount {
  const principal = subtract(account.principal, fromPrincipal({ amount, principal: account.principal }))
  return { ...account, ...moved(account, day, negate(amount)), principal }
}
