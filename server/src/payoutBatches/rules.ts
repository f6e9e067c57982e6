/** Which withdrawals may be put in a batch, and which of those belong in its file. Pure. */
import { BATCH_AMOUNT_MAX, type Hindrance, type PayoutState } from '@bittkosh/contract/payoutBatches'
import { add, type Paise } from '@bittkosh/contract/money'
import type { Refused } from '@bittkosh/contract/refusals'
import type { WithdrawalType } from '@bittkosh/contract/payees'

/**
 * The sum of a new batch. Refuses `unknown_withdrawal` and `not_by_bank` at the withdrawal that does not exist or is
 * not paid by bank, and `batch_too_large`.
 */
export function judgeBatch(
  ids: readonly number[],
  found: ReadonlyMap<number, { type: WithdrawalType; amount: Paise }>,
):
  | { payouts: { id: number; amount: Paise }[]; amount: Paise }
  | { refused: Refused<'unknown_withdrawal' | 'not_by_bank' | 'batch_too_large'> } {
  const payouts: { id: number; amount: Paise }[] = []
  for (const [index, id] of ids.entries()) {
    const withdrawal = found.get(id)
    if (!withdrawal) return { refused: { code: 'unknown_withdrawal', field: fieldOf(index) } }
    if (withdrawal.type !== 'bank') return { refused: { code: 'not_by_bank', field: fieldOf(index) } }
    payouts.push({ id, amount: withdrawal.amount })
  }
  const amount = add(...payouts.map((payout) => payout.amount))
  if (amount > BATCH_AMOUNT_MAX) return { refused: { code: 'batch_too_large', params: { limit: BATCH_AMOUNT_MAX } } }
  return { payouts, amount }
}

/** The form field of the withdrawal that is refused. */
export function fieldOf(index: number): string {
  return `withdrawal_ids.${index}`
}

export type CandidateFacts = {
  admin: number
  claimedBy: number | null
  isOwn: boolean
  isFrozen: boolean
  kycApproved: boolean
  inBatch: boolean
  isProposed: boolean
}

/** Why a pending withdrawal cannot be put in a batch, as the claim would refuse it; null if it can. */
export function hindranceOf(facts: CandidateFacts): Hindrance | null {
  if (facts.isOwn) return 'own_request'
  if (facts.inBatch) return 'in_batch'
  if (facts.isProposed) return 'proposed'
  if (facts.claimedBy !== null && facts.claimedBy !== facts.admin) return 'claimed_by_other'
  if (facts.isFrozen) return 'frozen'
  return facts.kycApproved ? null : 'kyc_missing'
}

/**
 * Whether a payout is handed over with its batch: it waits, and the named admin pays it. A proposed payment stays with
 * its proposer, because its later approval is still their act.
 */
export function isHandedOver(
  { state, claimedBy }: { state: PayoutState; claimedBy: number | null },
  { from, to }: { from: number; to: number },
): boolean {
  return (state === 'waiting' || state === 'unknown') && claimedBy === from && from !== to
}

/**
 * Whether a payout belongs in the file that an admin downloads: it waits, they pay it, and its owner's money may leave.
 * Payouts that the bank has not settled are left out, so that no second file pays them again.
 */
export function isForFile(
  { state, claimedBy, isStopped }: { state: PayoutState; claimedBy: number | null; isStopped: boolean },
  admin: number,
): boolean {
  return state === 'waiting' && claimedBy === admin && !isStopped
}
