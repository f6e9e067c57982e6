import type { Language } from '../language.ts'
import type { KycReason } from '../reasons.ts'

export const kycReasonWords: Record<Language, Record<KycReason, string>> = {
  en: {
    photo_unclear: 'The photo is blurred or too dark. Please take it again in daylight.',
    card_cut_off: 'Part of the card is cut off. All four corners must be visible.',
    number_differs: 'The number you typed does not match the card.',
    name_differs: 'The name on the card does not match your account.',
    other_document: 'This is not the document you chose.',
    not_the_card_itself: 'The photo shows a screen or a copy. Please photograph the card itself.',
  },
  hi: {
    photo_unclear: 'फ़ोटो धुँधली या बहुत अँधेरी है। कृपया दिन की रोशनी में फिर से लें।',
    card_cut_off: 'कार्ड का एक हिस्सा कटा है। चारों कोने दिखने चाहिए।',
    number_differs: 'लिखा गया नंबर कार्ड से मेल नहीं खाता।',
    name_differs: 'कार्ड पर नाम आपके खाते से मेल नहीं खाता।',
    other_document: 'यह वह दस्तावेज़ नहीं है जो चुना गया था।',
    not_the_card_itself: 'फ़ोटो में स्क्रीन या फ़ोटोकॉपी है। कृपया असली कार्ड की फ़ोटो लें।',
  },
}
