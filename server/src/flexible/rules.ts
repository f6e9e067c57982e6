import { type Paise, subtract, ZERO } from '@bittkosh/contract/money'
import type { Refused } from '@bittkosh/contract/refusals'

/** One deposit lies between the two limits of the settings. Refuses `below_minimum` and `above_maximum`. */
export function checkDeposit({
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
 * Everything but a locked welcome bonus may leave at any time; interest that the bonus earned is the user's.
 * Refuses `insufficient_balance` and `bonus_locked`.
 */
export function checkWithdrawal({
  amount,
  balance,
  lockedBonus,
}: {
  amount: Paise
  balance: Paise
  lockedBonus: Paise
}): { amount: Paise } | { refused: Refused<'bonus_locked' | 'insufficient_balance'> } {
  if (amount > balance) return { refused: { code: 'insufficient_balance', field: 'amount' } }
  if (amount > subtract(balance, lockedBonus)) return { refused: { code: 'bonus_locked', field: 'amount' } }
  return { amount }
}

/** The part of the welcome bonus that may not leave: all of it until KYC and a deposit are approved. */
export function lockedBonus({
  bonus,
  balance,
  kycApproved,
  depositApproved,
}: {
  bonus: Paise
  balance: Paise
  kycApproved: boolean
  depositApproved: boolean
}): Paise {
  if (kycApproved && depositApproved) return ZERO
  return bonus < balance ? bonus : balance
}
