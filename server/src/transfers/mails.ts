/** What a sender is told by mail, in their language. Both begin with the code, so that a notification shows it. */
import { BRAND } from '@bittkosh/contract/brand'
import type { Language } from '@bittkosh/contract/language'
import { formatRupees } from '@bittkosh/contract/money'
import { OTP_MINUTES, type OpenTransfer } from '@bittkosh/contract/transfers'

type Words = { subject: string; body: string }

export const codeMail: Record<Language, (code: string, opened: OpenTransfer) => Words> = {
  en: (code, { amount, receiver_name: receiver, total_deducted: total }) => ({
    subject: `Your ${BRAND} code to send ${formatRupees(amount)}`,
    body: [
      `${code} is your one-time code to send ${formatRupees(amount)} to ${receiver}.`,
      '',
      `Leaving your wallet: ${formatRupees(total)}, fee included.`,
      `The code works once, for ${OTP_MINUTES} minutes.`,
      '',
      'We never ask for this code. Do not share it with anyone. If you did not start this transfer, change your password.',
    ].join('\n'),
  }),
  hi: (code, { amount, receiver_name: receiver, total_deducted: total }) => ({
    subject: `${formatRupees(amount)} भेजने के लिए आपका ${BRAND} कोड`,
    body: [
      `${code} आपका वन-टाइम कोड है: ${receiver} को ${formatRupees(amount)} भेजने के लिए।`,
      '',
      `आपके वॉलेट से जाएगा: ${formatRupees(total)}, शुल्क सहित।`,
      `कोड एक ही बार, ${OTP_MINUTES} मिनट तक काम करता है।`,
      '',
      'हम यह कोड कभी नहीं माँगते। इसे किसी को न बताएँ। अगर यह ट्रांसफ़र आपने शुरू नहीं किया, तो अपना पासवर्ड बदलें।',
    ].join('\n'),
  }),
}

export const pausedMail: Record<Language, Words> = {
  en: {
    subject: 'BittPay is paused for 24 hours',
    body: [
      'Too many wrong one-time codes were entered for your transfers, so BittPay is paused for 24 hours. No money has left your wallet.',
      '',
      'If that was not you, someone may be using your account: change your password now.',
    ].join('\n'),
  },
  hi: {
    subject: 'BittPay 24 घंटे के लिए रुका है',
    body: [
      'आपके ट्रांसफ़र के लिए बहुत बार गलत वन-टाइम कोड डाले गए, इसलिए BittPay 24 घंटे के लिए रोक दिया गया है। आपके वॉलेट से कोई पैसा नहीं गया।',
      '',
      'अगर यह आपने नहीं किया, तो हो सकता है कोई और आपका खाता इस्तेमाल कर रहा हो: अभी अपना पासवर्ड बदलें।',
    ].join('\n'),
  },
}
