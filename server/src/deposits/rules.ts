import { aboveRequested, largestApproval } from '@bittkosh/contract/deposits'
import { add, type Paise, type Ppm, subtract, ZERO } from '@bittkosh/contract/money'
import { quotePackage } from '@bittkosh/contract/packages'
import type { Refused } from '@bittkosh/contract/refusals'
import type { Verdict } from '@bittkosh/contract/requestStates'
import { rupeesOf, usdtCovering, usdtOf } from '@bittkosh/contract/usdt'

export const PENDING_MAX = 5

export type RequestFacts = {
  amount: Paise
  /** A package has its own price; the minimum applies only to deposits. */
  isPackage: boolean
  minimum: Paise
  methodActive: boolean
  pending: number
  /** Null if the number is not limited. */
  pendingMax: number | null
  /** The current rate for a crypto method, otherwise null. */
  usdtRate: Paise | null
  /** The millionths that the user claims to have sent; undefined if the client did not send any. */
  usdtAmount: bigint | undefined
}

/**
 * Whether a request can be accepted. Refuses `method_unavailable`, `below_minimum`, `too_many_pending`, and `rate_moved`
 * if the USDT that the user was asked to send do not match the amount any more. Source: docs/rules.md#deposits.
 */
export function judgeRequest(
  facts: RequestFacts,
): { fine: true } | { refused: Refused<'below_minimum' | 'method_unavailable' | 'rate_moved' | 'too_many_pending'> } {
  if (!facts.methodActive) return { refused: { code: 'method_unavailable', field: 'payment_method' } }
  if (!facts.isPackage && facts.amount < facts.minimum) {
    return { refused: { code: 'below_minimum', field: 'amount', params: { of: 'deposit', minimum: facts.minimum } } }
  }
  if (facts.usdtRate !== null && facts.usdtAmount !== undefined) {
    const sent = usdtOf(facts.usdtAmount)
    // A price in rupees is rarely a whole number of cents, so the buyer is shown enough cents to cover it.
    const covers = facts.isPackage && sent === usdtCovering(facts.amount, facts.usdtRate)
    if (!covers && rupeesOf(sent, facts.usdtRate) !== facts.amount) {
      return { refused: { code: 'rate_moved', field: 'usdt_amount', params: { rate: facts.usdtRate } } }
    }
  }
  if (facts.pendingMax !== null && facts.pending >= facts.pendingMax) return { refused: { code: 'too_many_pending' } }
  return { fine: true }
}

export type DecisionFacts = {
  status: Verdict
  approvedAmount: Paise | null | undefined
  /** A usual reason for a rejection, which needs no note. */
  preset: string | null
  note: string | null
  requested: Paise
  /** How far above the requested amount an approval may be. */
  excess: Ppm
  /** The bonus rate of the package, null for a plain deposit. */
  bonus: Ppm | null
}

/**
 * What a decision credits. Refuses `amount_required`, a zero amount, `above_requested` with the most that is permitted,
 * `rejection_note_required`, and `differing_amount_note_required` if the amount differs and no note explains it.
 */
export function judgeDecision({ status, approvedAmount, preset, note, requested, excess, bonus }: DecisionFacts):
  | { amount: Paise | null; bonus: Paise }
  | {
      refused: Refused<
        'amount_required' | 'above_requested' | 'differing_amount_note_required' | 'rejection_note_required'
      >
    } {
  if (status === 'rejected') {
    if (!note && !preset) return { refused: { code: 'rejection_note_required', field: 'admin_note' } }
    return { amount: null, bonus: ZERO }
  }
  if (approvedAmount === null || approvedAmount === undefined || approvedAmount === ZERO) {
    return { refused: { code: 'amount_required', field: 'approved_amount' } }
  }
  const largest = largestApproval(requested, excess)
  if (approvedAmount > largest) return { refused: aboveRequested(largest) }
  if (approvedAmount !== requested && !note) {
    return { refused: { code: 'differing_amount_note_required', field: 'admin_note' } }
  }
  return {
    amount: approvedAmount,
    bonus: bonus === null ? ZERO : quotePackage({ amount: approvedAmount, bonus }).bonus,
  }
}

/** A reversal takes amount and bonus out of the wallet. Refuses `wallet_holds_less` with the missing sum. */
export function judgeReversal({
  amount,
  bonus,
  wallet,
}: {
  amount: Paise
  bonus: Paise
  wallet: Paise
}): { fine: true } | { refused: Refused<'wallet_holds_less'> } {
  const taken = add(amount, bonus)
  if (wallet >= taken) return { fine: true }
  return { refused: { code: 'wallet_holds_less', params: { holds: wallet, missing: subtract(taken, wallet) } } }
}
