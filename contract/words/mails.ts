/** Every mail and short message of the program in both languages. They are sent in the recipient's language. */
import { BRAND } from '../brand.ts'
import type { Language } from '../language.ts'
import type { MailWords, TextKind, TextValues } from '../mails.ts'
import { formatRupees } from '../money.ts'
import { OTP_MINUTES } from '../transfers.ts'
import { CONTACT_CODE_MINUTES } from '../verification.ts'
import { quoted } from './quoted.ts'
import { mailsInEnglish } from './mails.en.ts'
import { mailsInHindi } from './mails.hi.ts'

export const mailWords: Record<Language, MailWords> = { en: mailsInEnglish, hi: mailsInHindi }

export const textWords: Record<Language, { [K in TextKind]: (values: TextValues[K]) => string }> = {
  en: {
    phone_code: ({ code }) =>
      `${code} is your code to confirm this phone number at ${BRAND}. Valid for ${CONTACT_CODE_MINUTES} minutes. We never ask for it.`,
    transfer_code: ({ code, amount, receiver }) =>
      `${code} is your ${BRAND} code to send ${formatRupees(amount)} to ${quoted(receiver)}. Valid for ${OTP_MINUTES} minutes. We never ask for it.`,
  },
  hi: {
    phone_code: ({ code }) =>
      `${code} ${BRAND} पर इस फ़ोन नंबर की पुष्टि का आपका कोड है। ${CONTACT_CODE_MINUTES} मिनट तक मान्य। हम इसे कभी नहीं माँगते।`,
    transfer_code: ({ code, amount, receiver }) =>
      `${code} आपका ${BRAND} कोड है: ${quoted(receiver)} को ${formatRupees(amount)} भेजने के लिए। ${OTP_MINUTES} मिनट तक मान्य। हम इसे कभी नहीं माँगते।`,
  },
}
