/**
 * The usual reasons of a rejection. A record keeps the code that the admin chose, so that the user reads it in their own
 * language. A code that was ever used stays: old records name it.
 */
import type { Language } from '../language.ts'

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

export const reasonWords: Record<Language, Record<Reason, string>> = {
  en: {
    payment_not_found: 'We found no payment with this transaction ID. Please check it and ask again.',
    payer_differs: 'The payment came from an account that is not yours. It will be returned to the sender.',
    amount_differs: 'The amount that arrived is not the one you asked for. Please contact support.',
    credited_already: 'This payment was credited already.',
    payment_failed: 'The payment failed or was returned by your bank.',
    wrong_network: 'The USDT came over another network than TRC20. Please contact support.',
    not_own_account: 'The account is not in your own name. Please use an account of yours.',
    details_refused: 'The bank refused these account details. Please check them and ask again.',
    upi_id_unknown: 'This UPI ID does not exist. Please check it and ask again.',
    not_on_trc20: 'The address is not on the TRC20 (TRON) network.',
    activity_to_check: 'We need to check recent activity first. Please contact support.',
    made_twice: 'This request was made twice.',
    photo_unclear: 'The photo is blurred or too dark. Please take it again in daylight.',
    card_cut_off: 'Part of the card is cut off. All four corners must be visible.',
    number_differs: 'The number typed does not match the card.',
    name_differs: 'The name on the card does not match your account.',
    other_document: 'This is not the document that was chosen.',
    not_the_card_itself: 'The photo shows a screen or a copy. Please photograph the card itself.',
  },
  hi: {
    payment_not_found: 'इस ट्रांज़ैक्शन ID से कोई भुगतान नहीं मिला। कृपया जाँचकर फिर से अनुरोध करें।',
    payer_differs: 'भुगतान किसी और के खाते से आया है। यह भेजने वाले को लौटाया जाएगा।',
    amount_differs: 'जो रकम आई वह माँगी गई रकम नहीं है। कृपया सहायता से संपर्क करें।',
    credited_already: 'यह भुगतान पहले ही जोड़ा जा चुका है।',
    payment_failed: 'भुगतान असफल रहा या आपके बैंक ने लौटा दिया।',
    wrong_network: 'USDT, TRC20 के बजाय किसी और नेटवर्क से आया। कृपया सहायता से संपर्क करें।',
    not_own_account: 'यह खाता आपके नाम पर नहीं है। कृपया अपना खाता दें।',
    details_refused: 'बैंक ने यह जानकारी नहीं मानी। कृपया जाँचकर फिर से अनुरोध करें।',
    upi_id_unknown: 'यह UPI ID मौजूद नहीं है। कृपया जाँचकर फिर से अनुरोध करें।',
    not_on_trc20: 'यह पता TRC20 (TRON) नेटवर्क का नहीं है।',
    activity_to_check: 'हमें पहले हाल की गतिविधि जाँचनी है। कृपया सहायता से संपर्क करें।',
    made_twice: 'यह अनुरोध दो बार किया गया था।',
    photo_unclear: 'फ़ोटो धुँधली या बहुत अँधेरी है। कृपया दिन की रोशनी में फिर से लें।',
    card_cut_off: 'कार्ड का एक हिस्सा कटा है। चारों कोने दिखने चाहिए।',
    number_differs: 'लिखा गया नंबर कार्ड से मेल नहीं खाता।',
    name_differs: 'कार्ड पर नाम आपके खाते से मेल नहीं खाता।',
    other_document: 'यह वह दस्तावेज़ नहीं है जो चुना गया था।',
    not_the_card_itself: 'फ़ोटो में स्क्रीन या फ़ोटोकॉपी है। कृपया असली कार्ड की फ़ोटो लें।',
  },
}

export function isReason(code: unknown): code is Reason {
  return typeof code === 'string' && Object.hasOwn(reasonWords.en, code)
}

/** A rejection as it is kept: a usual reason, the admin's own words, or both. */
export type Rejection = { preset: Reason | null; note: string | null }

/** What the reader is told: the usual reason in their language, then what the admin wrote, as it was typed. */
export function reasonText(language: Language, { preset, note }: Rejection): string | null {
  return [preset && reasonWords[language][preset], note].filter(Boolean).join(' ') || null
}

/** What an admin chose or typed: one of the usual reasons where it reads exactly like one, else their own words. */
export function rejectionOf<R extends Reason>(
  language: Language,
  reasons: readonly R[],
  typed: string,
): { preset: R | null; note: string | null } {
  const preset = reasons.find((reason) => reasonWords[language][reason] === typed.trim()) ?? null
  return { preset, note: preset === null ? typed : null }
}
