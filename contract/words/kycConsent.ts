/**
 * What a person reads and agrees to before they submit an identity document. A changed text is a new version at the end
 * of the list; the others stay, because records name the version that was shown
 * (docs/decisions/0302-consent-is-recorded.md).
 */
import { BRAND } from '../brand.ts'
import type { Language } from '../language.ts'

export type ConsentText = {
  /** Why it is required, what is stored, who sees it, for how long. */
  purpose: readonly { title: string; text: string }[]
  /** Beside the checkbox. */
  agree: string
}

const versions: readonly Record<Language, ConsentText>[] = [
  {
    en: {
      purpose: [
        {
          title: 'Why we ask',
          text: 'The law on money laundering has us know who you are before money leaves your account. It also lets one person have one welcome bonus only.',
        },
        {
          title: 'What we keep',
          text: 'The photos, encrypted. Of an Aadhar number, only the last four digits; a PAN, encrypted. Of either, also a code that recognises the number but does not reveal it.',
        },
        { title: 'Who sees it', text: 'You, and the admins who check documents. Each time they look is logged.' },
        {
          title: 'How long',
          text: 'While your account is open, and locked for five years after it is closed. Then it is erased; only that code stays.',
        },
      ],
      agree: `I agree that ${BRAND} keeps and checks this document for these purposes.`,
    },
    hi: {
      purpose: [
        {
          title: 'हम क्यों माँगते हैं',
          text: 'मनी लॉन्ड्रिंग का कानून कहता है कि आपके खाते से पैसा निकलने से पहले हम जानें कि आप कौन हैं। इसी से एक व्यक्ति को एक ही वेलकम बोनस मिलता है।',
        },
        {
          title: 'हम क्या रखते हैं',
          text: 'फ़ोटो, एन्क्रिप्ट करके। आधार नंबर के सिर्फ़ आख़िरी चार अंक; PAN, एन्क्रिप्ट करके। दोनों का एक कोड भी, जिससे नंबर पहचाना जा सकता है, पर पढ़ा नहीं जा सकता।',
        },
        { title: 'कौन देखता है', text: 'आप, और दस्तावेज़ जाँचने वाले एडमिन। वे जब भी देखते हैं, दर्ज होता है।' },
        {
          title: 'कितने समय तक',
          text: 'जब तक आपका खाता खुला है, और बंद होने के बाद पाँच साल ताले में। फिर सब मिटा दिया जाता है; सिर्फ़ वह कोड रहता है।',
        },
      ],
      agree: `मैं सहमत हूँ कि ${BRAND} इन कामों के लिए यह दस्तावेज़ रखे और जाँचे।`,
    },
  },
]

export function consentText(version: number, language: Language): ConsentText {
  const text = versions[version - 1]
  if (!text) throw new Error(`consentText: there is no version ${version}`)
  return text[language]
}
