/** What accounts' owners are told by mail, in their language. */
import { BRAND } from '@bittkosh/contract/brand'
import type { Language } from '@bittkosh/contract/language'
import type { Tx } from '../platform/database.ts'
import { queueMail } from '../platform/outbox.ts'

type Owner = { email: string; name: string; language: Language }
/** An administrator set it, its owner changed it, or a mailed link did. */
type Way = 'by_admin' | 'changed' | 'reset'

/** Tells an account's owner that its password is another now. */
export async function tellOfPassword(tx: Tx, at: Date, { email, name, language, way }: Owner & { way: Way }) {
  await queueMail(tx, at, { to: email, ...passwordMails[language](name, way) })
}

const passwordMails: Record<Language, (name: string, way: Way) => { subject: string; body: string }> = {
  en: (name, way) => ({
    subject: `Your ${BRAND} password was changed`,
    body: `Hello ${name},

${
  {
    by_admin: 'An administrator set a new password for your account. You will choose your own when you next sign in.',
    changed: 'Your password was changed. Other devices were signed out.',
    reset:
      'Your password was reset with a link from your mail. All devices were signed out, and withdrawals are paused for 72 hours.',
  }[way]
}

If this was not you, open ${BRAND}, choose "Forgot your password?" and set a new one at once.
`,
  }),
  hi: (name, way) => ({
    subject: `आपका ${BRAND} पासवर्ड बदल गया है`,
    body: `नमस्ते ${name},

${
  {
    by_admin: 'एडमिन ने आपके खाते का नया पासवर्ड रखा है। अगली बार साइन इन करते समय आप अपना पासवर्ड खुद चुनेंगे।',
    changed: 'आपका पासवर्ड बदल दिया गया है। बाकी डिवाइस साइन आउट हो गए हैं।',
    reset: 'मेल में आए लिंक से आपका पासवर्ड बदल दिया गया है। सभी डिवाइस साइन आउट हो गए हैं और 72 घंटे तक पैसे नहीं निकाले जा सकते।',
  }[way]
}

अगर यह आपने नहीं किया, तो ${BRAND} खोलें, "पासवर्ड भूल गए?" चुनें और तुरंत नया पासवर्ड रखें।
`,
  }),
}

/** The link that sets a new password, until it dies. */
export async function mailResetLink(
  tx: Tx,
  at: Date,
  { email, name, language, link, uselessAfter }: Owner & { link: string; uselessAfter: Date },
) {
  await queueMail(tx, at, { to: email, ...resetMails[language](name, link), uselessAfter })
}

const resetMails: Record<Language, (name: string, link: string) => { subject: string; body: string }> = {
  en: (name, link) => ({
    subject: `Reset your ${BRAND} password`,
    body: `Hello ${name},

Open this link to choose a new password. It works once, for 30 minutes.

${link}

After a reset all devices are signed out and withdrawals are paused for 72 hours.
If you did not ask for this, do nothing: your password stays as it is.
`,
  }),
  hi: (name, link) => ({
    subject: `अपना ${BRAND} पासवर्ड बदलें`,
    body: `नमस्ते ${name},

नया पासवर्ड रखने के लिए यह लिंक खोलें। यह एक ही बार, 30 मिनट तक काम करता है।

${link}

पासवर्ड बदलने पर सभी डिवाइस साइन आउट हो जाते हैं और 72 घंटे तक पैसे नहीं निकाले जा सकते।
अगर आपने यह नहीं माँगा, तो कुछ न करें: आपका पासवर्ड वही रहेगा।
`,
  }),
}

/** Its owner set it up or removed it, or another administrator reset it. */
type FactorWay = 'set_up' | 'removed' | 'reset'

/** Tells an admin that their second factor is another, or none, now. */
export async function tellOfSecondFactor(
  tx: Tx,
  at: Date,
  { email, name, language, way }: Owner & { way: FactorWay },
): Promise<void> {
  await queueMail(tx, at, { to: email, ...factorMails[language](name, way) })
}

const factorMails: Record<Language, (name: string, way: FactorWay) => { subject: string; body: string }> = {
  en: (name, way) => ({
    subject: `Your second factor for ${BRAND}`,
    body: `Hello ${name},

${
  {
    set_up: 'A second factor was set up for your administrator account. Other devices were signed out.',
    removed: 'The second factor of your administrator account was removed.',
    reset: 'Another administrator reset your second factor. Sign in with your password and set up a new one.',
  }[way]
}

If this was not you, tell the other administrators at once. The audit log shows from where it was done.
`,
  }),
  hi: (name, way) => ({
    subject: `${BRAND} का आपका दूसरा सुरक्षा चरण`,
    body: `नमस्ते ${name},

${
  {
    set_up: 'आपके एडमिन खाते के लिए दूसरा सुरक्षा चरण लगाया गया है। बाकी डिवाइस साइन आउट हो गए हैं।',
    removed: 'आपके एडमिन खाते का दूसरा सुरक्षा चरण हटा दिया गया है।',
    reset: 'किसी दूसरे एडमिन ने आपका दूसरा सुरक्षा चरण रीसेट किया है। पासवर्ड से साइन इन करें और नया लगाएँ।',
  }[way]
}

अगर यह आपने नहीं किया, तो बाकी एडमिन को तुरंत बताएँ। ऑडिट लॉग में दिखता है कि यह कहाँ से किया गया।
`,
  }),
}
