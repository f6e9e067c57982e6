import type { Language } from '../language.ts'
import type { WithdrawalReason } from '../reasons.ts'

export const withdrawalReasonWords: Record<Language, Record<WithdrawalReason, string>> = {
  en: {
    not_own_account: 'The account is not in your own name. Please use one of your own accounts.',
    details_refused: 'The bank refused these account details. Please check them and send the request again.',
    upi_id_unknown: 'This UPI ID does not exist. Please check it and send the request again.',
    not_on_trc20: 'The address is not on the TRC20 (TRON) network.',
    activity_to_check: 'We need to check recent activity first. Please contact support.',
    made_twice: 'This request was made twice.',
  },
  hi: {
    not_own_account: 'यह खाता आपके नाम पर नहीं है। कृपया अपना खाता दें।',
    details_refused: 'बैंक ने यह जानकारी नहीं मानी। कृपया जाँचकर फिर से अनुरोध करें।',
    upi_id_unknown: 'यह UPI ID मौजूद नहीं है। कृपया जाँचकर फिर से अनुरोध करें।',
    not_on_trc20: 'यह पता TRC20 (TRON) नेटवर्क का नहीं है।',
    activity_to_check: 'हमें पहले हाल की गतिविधि जाँचनी है। कृपया सहायता से संपर्क करें।',
    made_twice: 'यह अनुरोध दो बार किया गया था।',
  },
}
