/**
 * The usual reasons of a rejection. A record keeps the code that the admin chose, so that the user reads it in their own
 * language (words/reasons.ts). A code that was ever used stays: old records name it.
 */

/** At most nine each: the digits 1 to 9 choose one. */
export const depositReasons = [
  'payment_not_found',
  'payer_differs',
  'amount_differs',
  'credited_already',
  'payment_failed',
  'wrong_network',
] as const
export const withdrawalReasons = [
  'not_own_account',
  'details_refused',
  'upi_id_unknown',
  'not_on_trc20',
  'activity_to_check',
  'made_twice',
] as const
export const kycReasons = [
  'photo_unclear',
  'card_cut_off',
  'number_differs',
  'name_differs',
  'other_document',
  'not_the_card_itself',
] as const
export type DepositReason = (typeof depositReasons)[number]
export type WithdrawalReason = (typeof withdrawalReasons)[number]
export type KycReason = (typeof kycReasons)[number]
export type Reason = DepositReason | WithdrawalReason | KycReason

/** A rejection as it is kept: a usual reason, the admin's own words, or both. */
export type Rejection = { preset: Reason | null; note: string | null }

/** What an admin chose or typed: one of the usual reasons where it reads exactly like one, else their own words. */
export function rejectionOf<R extends Reason>(
  typed: string,
  { reasons, words }: { reasons: readonly R[]; words: Readonly<Record<R, string>> },
): { preset: R | null; note: string | null } {
  const preset = reasons.find((reason) => words[reason] === typed.trim()) ?? null
  return { preset, note: preset === null ? typed : null }
}
