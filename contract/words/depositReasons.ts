import type { Language } from '../language.ts'
import type { DepositReason } from '../reasons.ts'

export const depositReasonWords: Record<Language, Record<DepositReason, string>> = {
  en: {
    payment_not_found: 'We found no payment with this transaction ID. Please check it and send the request again.',
    payer_differs: 'The payment came from an account that is not yours. It will be returned to the sender.',
    amount_differs: 'The amount we received differs from your request. Please contact support.',
    credited_already: 'This payment has already been credited.',
    payment_failed: 'The payment failed or was returned by your bank.',
    wrong_network: 'The USDT came over a network other than TRC20. Please contact support.',
  },
  hi: {
    payment_not_found: 'इस ट्रांज़ैक्शन ID से कोई भुगतान नहीं मिला। कृपया जाँचकर फिर से अनुरोध करें।',
    payer_differs: 'भुगतान किसी और के खाते से आया है। यह भेजने वाले को लौटाया जाएगा।',
    amount_differs: 'जो रकम आई वह माँगी गई रकम नहीं है। कृपया सहायता से संपर्क करें।',
    credited_already: 'यह भुगतान पहले ही जोड़ा जा चुका है।',
    payment_failed: 'भुगतान असफल रहा या आपके बैंक ने लौटा दिया।',
    wrong_network: 'USDT, TRC20 के बजाय किसी और नेटवर्क से आया। कृपया सहायता से संपर्क करें।',
  },
}
