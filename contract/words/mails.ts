/** Every mail and short message of the program in both languages. They are sent in the recipient's language. */
import type { AuditField } from '../audit.ts'
import { BRAND } from '../brand.ts'
import { momentText } from '../dates.ts'
import type { Language } from '../language.ts'
import { formatRupees, type Paise } from '../money.ts'
import type { Role } from '../auth.ts'
import { OTP_MINUTES } from '../transfers.ts'
import { fieldNameText } from './audit.ts'
import { rolesText } from './roles.ts'

export type MailValues = {
  /** An administrator set it, its owner changed it, or a mailed link did. */
  password_changed: { name: string; way: 'by_admin' | 'changed' | 'reset' }
  /** By an administrator; goes to the old address and the new one alike. */
  contacts_changed: { name: string; changed: readonly ('email' | 'phone')[] }
  /** A sign-in from a device that the account did not know; what the browser says of itself, null where it says nothing. */
  new_device: { name: string; device: string | null; at: Date; link: string }
  password_reset_link: { name: string; link: string }
  /** Its owner set it up or removed it, or another administrator reset it. */
  second_factor: { name: string; way: 'set_up' | 'removed' | 'reset' }
  /** To every admin: a swapped payee is the costliest fraud there is. */
  method_changed: {
    isNew: boolean
    by: string
    method: string
    changes: readonly { field: AuditField; from: string | null; to: string | null }[]
  }
  /** To the owners, and to the admin whose roles they are. */
  admin_roles: { change: 'made' | 'changed'; by: string; admin: string; roles: readonly Role[] }
  /** Its body begins with the code, so that a notification shows it. */
  transfer_code: { code: string; amount: Paise; receiver: string; total: Paise }
  bittpay_paused: Record<never, never>
  /** By an administrator; why is not said. */
  money_frozen: { name: string }
  money_unfrozen: { name: string }
  /** A payout that the bank sent back: amount and fee are in the wallet again. */
  withdrawal_returned: { name: string; amount: Paise; reason: string; link: string }
}
export type MailKind = keyof MailValues
export type MailText = { subject: string; body: string }

export const mailWords: Record<Language, { [K in MailKind]: (values: MailValues[K]) => MailText }> = {
  en: {
    password_changed: ({ name, way }) => ({
      subject: `Your ${BRAND} password was changed`,
      body: `Hello ${name},

${
  {
    by_admin:
      'An administrator set a new password for your account. You will choose your own when you next sign in. Withdrawals and BittPay are paused for 72 hours.',
    changed: 'Your password was changed. Other devices were signed out.',
    reset:
      'Your password was reset with a link from your mail. All devices were signed out, and withdrawals and BittPay are paused for 72 hours.',
  }[way]
}

If this was not you, open ${BRAND}, choose "Forgot your password?" and set a new one at once.
`,
    }),
    contacts_changed: ({ name, changed }) => {
      const what = changed.map((contact) => ({ email: 'e-mail address', phone: 'phone number' })[contact]).join(' and ')
      return {
        subject: `The ${what} of your ${BRAND} account ${changed.length > 1 ? 'were' : 'was'} changed`,
        body: `Hello ${name},

An administrator changed the ${what} of your account. From now on only what is new signs in. All devices were signed out, and withdrawals and BittPay are paused for 72 hours.

If you did not ask for this, tell our support at once, before the pause is over.
`,
      }
    },
    new_device: ({ name, device, at, link }) => ({
      subject: `A new device signed in to your ${BRAND} account`,
      body: `Hello ${name},

Your account was signed in to from a device that it did not know.

Device: ${device ?? 'unknown'}
Time: ${momentText(at)} (India)

Was it you? Then there is nothing to do. If not, choose a new password at once; all devices are signed out then:

${link}
`,
    }),
    password_reset_link: ({ name, link }) => ({
      subject: `Reset your ${BRAND} password`,
      body: `Hello ${name},

Open this link to choose a new password. It works once, for 30 minutes.

${link}

After a reset all devices are signed out, and withdrawals and BittPay are paused for 72 hours.
If you did not ask for this, do nothing: your password stays as it is.
`,
    }),
    second_factor: ({ name, way }) => ({
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
    method_changed: ({ isNew, by, method, changes }) => ({
      subject: `${BRAND}: a deposit method changed`,
      body: `${isNew ? `${by} added the deposit method '${method}'.` : `${by} changed where payments of '${method}' go.`}

${changesText('en', changes)}

The audit log keeps it too. If this surprises you, switch the method off and ask who did it.
`,
    }),
    admin_roles: ({ change, by, admin, roles }) => ({
      subject: change === 'made' ? `${BRAND}: a new administrator` : `${BRAND}: the roles of an administrator changed`,
      body: `${change === 'made' ? `${by} made ${admin} an administrator.` : `${by} changed the roles of ${admin}.`}
Roles from now on: ${rolesText('en', roles)}

If this surprises you, tell the other owners at once. The audit log shows from where it was done.
`,
    }),
    transfer_code: ({ code, amount, receiver, total }) => ({
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
    bittpay_paused: () => ({
      subject: 'BittPay is paused for 24 hours',
      body: [
        'Too many wrong one-time codes were entered for your transfers, so BittPay is paused for 24 hours. No money has left your wallet.',
        '',
        'If that was not you, someone may be using your account: change your password now.',
      ].join('\n'),
    }),
    money_frozen: ({ name }) => ({
      subject: `Your ${BRAND} withdrawals and transfers are stopped`,
      body: `Hello ${name},

Your withdrawals and transfers are stopped. Nothing leaves your account; you can sign in as before.

Contact support.
`,
    }),
    money_unfrozen: ({ name }) => ({
      subject: `Your ${BRAND} withdrawals and transfers work again`,
      body: `Hello ${name},

You can withdraw and send money with BittPay again.
`,
    }),
    withdrawal_returned: ({ name, amount, reason, link }) => ({
      subject: `Your withdrawal of ${formatRupees(amount)} came back`,
      body: `Hello ${name},

The bank sent back your withdrawal of ${formatRupees(amount)}. The whole amount, the fee included, is in your wallet again.

Reason: ${reason}

Check where it should go and send it again: ${link}
`,
    }),
  },
  hi: {
    password_changed: ({ name, way }) => ({
      subject: `आपका ${BRAND} पासवर्ड बदल गया है`,
      body: `नमस्ते ${name},

${
  {
    by_admin:
      'एडमिन ने आपके खाते का नया पासवर्ड रखा है। अगली बार साइन इन करते समय आप अपना पासवर्ड खुद चुनेंगे। 72 घंटे तक निकासी और BittPay रुके रहेंगे।',
    changed: 'आपका पासवर्ड बदल दिया गया है। बाकी डिवाइस साइन आउट हो गए हैं।',
    reset:
      'मेल में आए लिंक से आपका पासवर्ड बदल दिया गया है। सभी डिवाइस साइन आउट हो गए हैं और 72 घंटे तक निकासी और BittPay रुके रहेंगे।',
  }[way]
}

अगर यह आपने नहीं किया, तो ${BRAND} खोलें, "पासवर्ड भूल गए?" चुनें और तुरंत नया पासवर्ड रखें।
`,
    }),
    contacts_changed: ({ name, changed }) => {
      const what = changed.map((contact) => ({ email: 'ई-मेल पता', phone: 'फ़ोन नंबर' })[contact]).join(' और ')
      return {
        subject: `आपके ${BRAND} खाते का ${what} बदल गया है`,
        body: `नमस्ते ${name},

एडमिन ने आपके खाते का ${what} बदल दिया है। अब सिर्फ़ नए से साइन इन होगा। सभी डिवाइस साइन आउट हो गए हैं और 72 घंटे तक निकासी और BittPay रुके रहेंगे।

अगर आपने यह नहीं माँगा, तो यह समय पूरा होने से पहले तुरंत हमारी सहायता टीम को बताएँ।
`,
      }
    },
    new_device: ({ name, device, at, link }) => ({
      subject: `आपके ${BRAND} खाते में नए डिवाइस से साइन इन हुआ`,
      body: `नमस्ते ${name},

आपके खाते में ऐसे डिवाइस से साइन इन हुआ जिसे खाता पहले से नहीं जानता था।

डिवाइस: ${device ?? 'पता नहीं'}
समय: ${momentText(at)} (भारत)

क्या यह आप थे? तो कुछ करने की ज़रूरत नहीं। अगर नहीं, तो तुरंत नया पासवर्ड रखें; तब सभी डिवाइस साइन आउट हो जाएँगे:

${link}
`,
    }),
    password_reset_link: ({ name, link }) => ({
      subject: `अपना ${BRAND} पासवर्ड बदलें`,
      body: `नमस्ते ${name},

नया पासवर्ड रखने के लिए यह लिंक खोलें। यह एक ही बार, 30 मिनट तक काम करता है।

${link}

पासवर्ड बदलने पर सभी डिवाइस साइन आउट हो जाते हैं और 72 घंटे तक निकासी और BittPay रुके रहते हैं।
अगर आपने यह नहीं माँगा, तो कुछ न करें: आपका पासवर्ड वही रहेगा।
`,
    }),
    second_factor: ({ name, way }) => ({
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
    method_changed: ({ isNew, by, method, changes }) => ({
      subject: `${BRAND}: जमा का एक तरीका बदला है`,
      body: `${isNew ? `${by} ने जमा का तरीका '${method}' जोड़ा है।` : `${by} ने बदला है कि '${method}' के भुगतान कहाँ जाएँगे।`}

${changesText('hi', changes)}

यह ऑडिट लॉग में भी है। अगर यह आपको अजीब लगे, तो उस तरीके को बंद कर दें और पता करें कि यह किसने किया।
`,
    }),
    admin_roles: ({ change, by, admin, roles }) => ({
      subject: change === 'made' ? `${BRAND}: नया एडमिन` : `${BRAND}: एक एडमिन की भूमिकाएँ बदली हैं`,
      body: `${change === 'made' ? `${by} ने ${admin} को एडमिन बनाया है।` : `${by} ने ${admin} की भूमिकाएँ बदली हैं।`}
अब भूमिकाएँ: ${rolesText('hi', roles)}

अगर यह आपको अजीब लगे, तो बाकी ओनर को तुरंत बताएँ। ऑडिट लॉग में दिखता है कि यह कहाँ से किया गया।
`,
    }),
    transfer_code: ({ code, amount, receiver, total }) => ({
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
    bittpay_paused: () => ({
      subject: 'BittPay 24 घंटे के लिए रुका है',
      body: [
        'आपके ट्रांसफ़र के लिए बहुत बार गलत वन-टाइम कोड डाले गए, इसलिए BittPay 24 घंटे के लिए रोक दिया गया है। आपके वॉलेट से कोई पैसा नहीं गया।',
        '',
        'अगर यह आपने नहीं किया, तो हो सकता है कोई और आपका खाता इस्तेमाल कर रहा हो: अभी अपना पासवर्ड बदलें।',
      ].join('\n'),
    }),
    money_frozen: ({ name }) => ({
      subject: `आपकी ${BRAND} निकासी और ट्रांसफ़र रोक दिए गए हैं`,
      body: `नमस्ते ${name},

आपकी निकासी और ट्रांसफ़र रोक दिए गए हैं। आपके खाते से कोई पैसा नहीं जाएगा; आप पहले की तरह साइन इन कर सकते हैं।

सहायता टीम से बात करें।
`,
    }),
    money_unfrozen: ({ name }) => ({
      subject: `आपकी ${BRAND} निकासी और ट्रांसफ़र फिर चालू हैं`,
      body: `नमस्ते ${name},

आप फिर से निकासी कर सकते हैं और BittPay से पैसे भेज सकते हैं।
`,
    }),
    withdrawal_returned: ({ name, amount, reason, link }) => ({
      subject: `${formatRupees(amount)} की आपकी निकासी लौट आई`,
      body: `नमस्ते ${name},

बैंक ने ${formatRupees(amount)} की आपकी निकासी लौटा दी है। शुल्क सहित पूरी रकम फिर से आपके वॉलेट में है।

कारण: ${reason}

जाँचें कि रकम कहाँ जानी चाहिए और फिर से भेजें: ${link}
`,
    }),
  },
}

export type TextValues = {
  transfer_code: { code: string; amount: Paise; receiver: string }
}
export type TextKind = keyof TextValues

export const textWords: Record<Language, { [K in TextKind]: (values: TextValues[K]) => string }> = {
  en: {
    transfer_code: ({ code, amount, receiver }) =>
      `${code} is your ${BRAND} code to send ${formatRupees(amount)} to ${receiver}. Valid for ${OTP_MINUTES} minutes. We never ask for it.`,
  },
  hi: {
    transfer_code: ({ code, amount, receiver }) =>
      `${code} आपका ${BRAND} कोड है: ${receiver} को ${formatRupees(amount)} भेजने के लिए। ${OTP_MINUTES} मिनट तक मान्य। हम इसे कभी नहीं माँगते।`,
  },
}

/** A line for each field: what it was and what it is now. */
function changesText(language: Language, changes: MailValues['method_changed']['changes']): string {
  const said = (value: string | null) => value ?? '–'
  return changes
    .map(({ field, from, to }) => `${fieldNameText(language, field)}: ${said(from)} → ${said(to)}`)
    .join('\n')
}
