import { aboveRequested, type AdminDeposit } from '@bittkosh/contract/deposits'
import { add, decimalText, type Paise, ZERO } from '@bittkosh/contract/money'
import { quotePackage } from '@bittkosh/contract/packages'
import type { Refused } from '@bittkosh/contract/refusals'
import { forgetDraft, keepDraft, readDraft } from '../api/draft.ts'
import { readAmount } from '../kit/forms/amountText.ts'

/** What an admin has typed about one deposit; kept on the device until it is approved, also while they open others. */
export type ApprovalDraft = { amount: string; note: string }

const nameOf = ({ id }: AdminDeposit) => `amount of deposit ${id}`

export function readTyped(deposit: AdminDeposit): ApprovalDraft {
  const fresh = freshDraft(deposit)
  return { ...fresh, ...readDraft(nameOf(deposit), fresh).values }
}

export function keepTyped(deposit: AdminDeposit, draft: ApprovalDraft): void {
  keepDraft(nameOf(deposit), { pristine: freshDraft(deposit), values: draft })
}

export function forgetTyped(deposit: AdminDeposit): void {
  forgetDraft(nameOf(deposit))
}

export function freshDraft(deposit: AdminDeposit): ApprovalDraft {
  return { amount: decimalText(deposit.requested_amount, 2), note: '' }
}

export type Approval = {
  amount: Paise
  /** The bonus of the package that was bought, for this amount; 0 for a plain deposit. */
  bonus: Paise
  balanceAfter: Paise
}

/** What approving would do, or null while no amount is typed. */
export function approvalOf(deposit: AdminDeposit, draft: ApprovalDraft): Approval | null {
  const amount = readAmount(draft.amount)
  if (amount === null || amount <= 0n) return null
  const bonus = deposit.package ? quotePackage({ amount, bonus: deposit.package.bonus_percentage }).bonus : ZERO
  return { amount, bonus, balanceAfter: add(deposit.user.wallet_balance, amount, bonus) }
}

/** The first reason why the confirm dialog can't open, as the server would refuse it. */
export function approvalProblem(
  deposit: AdminDeposit,
  draft: ApprovalDraft,
  /** The most that may be approved; null while unknown, which leaves the check to the server. */
  largest: Paise | null,
): { field: keyof ApprovalDraft; refused: Refused } | null {
  const approval = approvalOf(deposit, draft)
  if (approval === null) return { field: 'amount', refused: { code: 'amount_required' } }
  if (largest !== null && approval.amount > largest) return { field: 'amount', refused: aboveRequested(largest) }
  if (approval.amount !== deposit.requested_amount && draft.note.trim() === '')
    return { field: 'note', refused: { code: 'differing_amount_note_required' } }
  return null
}
