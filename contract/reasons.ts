/**
 * The usual reasons for a rejection. A record stores the code that the admin chose, so that the user reads it in their
 * own language (words/reasons.ts). A code that was ever used stays, because old records contain it.
 */

/** At most nine each, because the digits 1 to 9 select them. */
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

/** A rejection as it is stored: a usual reason, the admin's own words, or both. */
export type Rejection = { preset: Reason | null; note: string | null }

/** The rejection that an admin chose or typed: a usual reason if the text equals one exactly, otherwise their own words. */
export function rejectionOf<R extends Reason>(
  typed: string,
  { reasons, words }: { reasons: readonly R[]; words: Readonly<Record<R, string>> },
): { preset: R | null; note: string | null } {
  const preset = reasons.find((reason) => words[reason] === typed.trim()) ?? null
  return { preset, note: preset === null ? typed : null }
}
