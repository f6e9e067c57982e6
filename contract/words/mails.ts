/** Every mail and short message of the program in both languages. They are sent in the recipient's language. */
import type { AuditField } from '../audit.ts'
import { BRAND } from '../brand.ts'
import { type IdType, idTypeLabels } from '../kyc.ts'
import { momentText } from '../dates.ts'
import type { Language } from '../language.ts'
import { add, formatRupees, type Paise } from '../money.ts'
import type { Role } from '../auth.ts'
import { CONTACT_LINK_HOURS } from '../support.ts'
import { OTP_MINUTES } from '../transfers.ts'
import { CONTACT_CODE_MINUTES } from '../verification.ts'
import { quoted, quotedLines, withoutLinks } from './quoted.ts'
import { fieldNameText } from './audit.ts'
import { rolesText } from './roles.ts'
import { proposalText } from './proposals.ts'

/** Null where the address is not proven: whoever typed the name may be a stranger to whoever reads the mail. */
type Greeted = { name: string | null }

export type MailValues = {
  /** To an address that somebody registered with: its body begins with the code. */
  email_code: { code: string }
  /** To an address that is held by an account which never proved it, when somebody else registers with it. */
  email_claim: { link: string }
  /** An administrator set it, its owner changed it, or a mailed link did. */
  password_changed: Greeted & { way: 'by_admin' | 'changed' | 'reset' }
  /** By an administrator; goes to the old address and the new one alike. */
  contacts_changed: Greeted & { changed: readonly ('email' | 'phone')[] }
  /** A sign-in from a device that the account did not know; what the browser says of itself, null where it says nothing. */
  new_device: Greeted & { device: string | null; at: Date; link: string }
  password_reset_link: Greeted & { link: string }
  /** Its owner set it up or removed it, or another administrator reset it. */
  deposit_reversed: Greeted & { amount: Paise; bonus: Paise; reason: string }
  kyc_revoked: Greeted & { document: IdType; reason: string }
  second_factor: Greeted & { way: 'set_up' | 'removed' | 'reset' }
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
  money_frozen: Greeted
  money_unfrozen: Greeted
  /** A payout that the bank sent back: amount and fee are in the wallet again. */
  /** To the admin who made it: what came of it, and why it was declined or could not be done. */
  proposal_decided: {
    name: string
    act: { action: string; amount: Paise | null }
    status: 'approved' | 'declined' | 'stale'
    by: string
    reason: string | null
  }
  /** To a visitor who wrote to support: the address is not proven, so nothing that was typed stands in it. */
  contact_confirm: { link: string }
  /** An answer of the team; its words are left out where the address is not proven. */
  support_answer: { words: string | null; link: string }
  withdrawal_returned: Greeted & { amount: Paise; reason: string; link: string }
}
export type MailKind = keyof MailValues
/** A mail of whatever kind, with its values. */
export type Letter = { [K in MailKind]: { kind: K; values: MailValues[K] } }[MailKind]
export type MailText = { subject: string; body: string }

export const mailWords: Record<Language, { [K in MailKind]: (values: MailValues[K]) => MailText }> = {
  en: {
    email_code: ({ code }) => ({
      subject: `Confirm your e-mail address for ${BRAND}`,
      body: `${code} is your code to confirm this e-mail address. It works for ${CONTACT_CODE_MINUTES} minutes.

Enter it in ${BRAND}. We never ask for this code anywhere else.
If you did not open an account, do nothing: without this code the account can send no money and nobody finds it by your address.
`,
    }),
    email_claim: ({ link }) => ({
      subject: `Is this your e-mail address? (${BRAND})`,
      body: `Somebody is registering at ${BRAND} with this e-mail address. Another account already has it, but never confirmed it.

If you are registering and that other account is not yours, open this link within ${CONTACT_CODE_MINUTES} minutes. The other account then loses your address, and you can register with it:

${link}

If the other account is yours, do not open the link: sign in and confirm the address there, or reset its password.
If this tells you nothing, do nothing.
`,
    }),
    password_changed: ({ name, way }) => ({
      subject: `Your ${BRAND} password was changed`,
      body: `${hello(name)}

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
        body: `${hello(name)}

An administrator changed the ${what} of your account. From now on only what is new signs in. All devices were signed out, and withdrawals and BittPay are paused for 72 hours.

If you did not ask for this, tell our support at once, before the pause is over: open ${BRAND} and choose "Contact support" below the login.
`,
      }
    },
    new_device: ({ name, device, at, link }) => ({
      subject: `A new device signed in to your ${BRAND} account`,
      body: `${hello(name)}

Your account was signed in to from a device that it did not know.

Device: ${device ?? 'unknown'}
Time: ${momentText(at)} (India)

Was it you? Then there is nothing to do. If not, choose a new password at once; all devices are signed out then:

${link}
`,
    }),
    password_reset_link: ({ name, link }) => ({
      subject: `Reset your ${BRAND} password`,
      body: `${hello(name)}

Open this link to choose a new password. It works once, for 30 minutes.

${link}

After a reset all devices are signed out, and withdrawals and BittPay are paused for 72 hours.
If you did not ask for this, do nothing: your password stays as it is.
`,
    }),
    second_factor: ({ name, way }) => ({
      subject: `Your second factor for ${BRAND}`,
      body: `${hello(name)}

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
    deposit_reversed: ({ name, amount, bonus, reason }) => ({
      subject: `A deposit was taken back from your ${BRAND} wallet`,
      body: `Hello ${name},

A deposit that had been approved was taken back: ${formatRupees(add(amount, bonus))} left your wallet${bonus > 0n ? `, ${formatRupees(amount)} and its bonus of ${formatRupees(bonus)}` : ''}.

Reason: ${reason}

If you think this is wrong, sign in and write to us under Support.
`,
    }),
    kyc_revoked: ({ name, document, reason }) => ({
      subject: `Your identity approval at ${BRAND} was taken back`,
      body: `Hello ${name},

The approval of your ${idTypeLabels.en[document]} was taken back. Until your documents are approved again you cannot withdraw money or send it with BittPay.

Reason: ${reason}

You can submit your documents again on your profile.
`,
    }),
    method_changed: ({ isNew, by, method, changes }) => ({
      subject: `${BRAND}: a deposit method changed`,
      body: `${isNew ? `${quoted(by)} added the deposit method ${quoted(method)}.` : `${quoted(by)} changed where payments of ${quoted(method)} go.`}

${changesText('en', changes)}

The audit log keeps it too. If this surprises you, switch the method off and ask who did it.
`,
    }),
    admin_roles: ({ change, by, admin, roles }) => ({
      subject: change === 'made' ? `${BRAND}: a new administrator` : `${BRAND}: the roles of an administrator changed`,
      body: `${change === 'made' ? `${quoted(by)} made ${quoted(admin)} an administrator.` : `${quoted(by)} changed the roles of ${quoted(admin)}.`}
Roles from now on: ${rolesText('en', roles)}

If this surprises you, tell the owners at once. The audit log shows from where it was done.
`,
    }),
    transfer_code: ({ code, amount, receiver, total }) => ({
      subject: `Your ${BRAND} code to send ${formatRupees(amount)}`,
      body: [
        `${code} is your one-time code to send ${formatRupees(amount)} to ${quoted(receiver)}.`,
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
      body: `${hello(name)}

Your withdrawals and transfers are stopped. Nothing leaves your account; you can sign in as before.

Contact support. Sign in and write to us under Support.
`,
    }),
    money_unfrozen: ({ name }) => ({
      subject: `Your ${BRAND} withdrawals and transfers work again`,
      body: `${hello(name)}

You can withdraw and send money with BittPay again.
`,
    }),
    contact_confirm: ({ link }) => ({
      subject: `Confirm your message to ${BRAND}`,
      body: `Somebody wrote to the support of ${BRAND} with this e-mail address.

If it was you, open this link within ${CONTACT_LINK_HOURS} hours. Your message reaches us once you have confirmed it there, and our answers come to this address:

${link}

If it was not you, do nothing: the message is deleted and you hear no more of it.
`,
    }),
    support_answer: ({ words, link }) => ({
      subject: `${BRAND} support has answered you`,
      body: `${words === null ? 'Our support has answered what you wrote.' : `Our support has answered what you wrote:\n\n${quotedLines(words)}`}

Read the whole conversation and answer here:

${link}

We never ask for a password or a one-time code.
`,
    }),
    withdrawal_returned: ({ name, amount, reason, link }) => ({
      subject: `Your withdrawal of ${formatRupees(amount)} came back`,
      body: `${hello(name)}

The bank sent back your withdrawal of ${formatRupees(amount)}. The whole amount, the fee included, is in your wallet again.

Reason: ${reason}

Check where it should go and send it again: ${link}
`,
    }),
    proposal_decided: ({ name, act, status, by, reason }) => ({
      subject: {
        approved: `${by} approved your proposal`,
        declined: `${by} declined your proposal`,
        stale: 'Your proposal could not be carried out',
      }[status],
      body: `Hello ${name},

${proposalText('en', act)}: ${{ approved: `${by} has approved this, and it is done.`, declined: `${by} has declined this, and nothing was done.`, stale: `${by} approved this, but it is not possible any more, and nothing was done.` }[status]}
${reason === null ? '' : `\nReason: ${reason}\n`}`,
    }),
  },
  hi: {
    email_code: ({ code }) => ({
      subject: `${BRAND} के लिए अपने ई-मेल पते की पुष्टि करें`,
      body: `${code} इस ई-मेल पते की पुष्टि का आपका कोड है। यह ${CONTACT_CODE_MINUTES} मिनट तक काम करता है।

इसे ${BRAND} में डालें। हम यह कोड और कहीं नहीं माँगते।
अगर आपने खाता नहीं खोला, तो कुछ न करें: इस कोड के बिना वह खाता पैसे नहीं भेज सकता और आपके पते से उसे कोई नहीं खोज सकता।
`,
    }),
    email_claim: ({ link }) => ({
      subject: `क्या यह आपका ई-मेल पता है? (${BRAND})`,
      body: `कोई ${BRAND} में इस ई-मेल पते से रजिस्टर कर रहा है। यह पता पहले से एक दूसरे खाते में है, पर वहाँ इसकी पुष्टि कभी नहीं हुई।

अगर आप रजिस्टर कर रहे हैं और वह दूसरा खाता आपका नहीं है, तो ${CONTACT_CODE_MINUTES} मिनट के अंदर यह लिंक खोलें। तब आपका पता उस खाते से हट जाएगा और आप इससे रजिस्टर कर सकेंगे:

${link}

अगर वह खाता आपका है, तो लिंक न खोलें: साइन इन करके वहाँ पते की पुष्टि करें, या उसका पासवर्ड रीसेट करें।
अगर आपको इससे कुछ लेना-देना नहीं, तो कुछ न करें।
`,
    }),
    password_changed: ({ name, way }) => ({
      subject: `आपका ${BRAND} पासवर्ड बदल गया है`,
      body: `${namaste(name)}

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
        body: `${namaste(name)}

एडमिन ने आपके खाते का ${what} बदल दिया है। अब सिर्फ़ नए से साइन इन होगा। सभी डिवाइस साइन आउट हो गए हैं और 72 घंटे तक निकासी और BittPay रुके रहेंगे।

अगर आपने यह नहीं माँगा, तो यह समय पूरा होने से पहले तुरंत हमारी सहायता टीम को बताएँ: ${BRAND} खोलें और लॉगिन के नीचे "सहायता टीम से बात करें" चुनें।
`,
      }
    },
    new_device: ({ name, device, at, link }) => ({
      subject: `आपके ${BRAND} खाते में नए डिवाइस से साइन इन हुआ`,
      body: `${namaste(name)}

आपके खाते में ऐसे डिवाइस से साइन इन हुआ जिसे खाता पहले से नहीं जानता था।

डिवाइस: ${device ?? 'पता नहीं'}
समय: ${momentText(at)} (भारत)

क्या यह आप थे? तो कुछ करने की ज़रूरत नहीं। अगर नहीं, तो तुरंत नया पासवर्ड रखें; तब सभी डिवाइस साइन आउट हो जाएँगे:

${link}
`,
    }),
    password_reset_link: ({ name, link }) => ({
      subject: `अपना ${BRAND} पासवर्ड बदलें`,
      body: `${namaste(name)}

नया पासवर्ड रखने के लिए यह लिंक खोलें। यह एक ही बार, 30 मिनट तक काम करता है।

${link}

पासवर्ड बदलने पर सभी डिवाइस साइन आउट हो जाते हैं और 72 घंटे तक निकासी और BittPay रुके रहते हैं।
अगर आपने यह नहीं माँगा, तो कुछ न करें: आपका पासवर्ड वही रहेगा।
`,
    }),
    second_factor: ({ name, way }) => ({
      subject: `${BRAND} का आपका दूसरा सुरक्षा चरण`,
      body: `${namaste(name)}

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
    deposit_reversed: ({ name, amount, bonus, reason }) => ({
      subject: `आपके ${BRAND} वॉलेट से एक जमा वापस ली गई`,
      body: `नमस्ते ${name},

मंज़ूर हो चुकी एक जमा वापस ली गई है: ${formatRupees(add(amount, bonus))} आपके वॉलेट से निकल गए${bonus > 0n ? `, ${formatRupees(amount)} और उसका बोनस ${formatRupees(bonus)}` : ''}।

कारण: ${reason}

अगर आपको यह गलत लगता है, तो साइन इन करके सहायता पेज पर हमें लिखें।
`,
    }),
    kyc_revoked: ({ name, document, reason }) => ({
      subject: `${BRAND} पर आपकी पहचान की मंज़ूरी वापस ली गई`,
      body: `नमस्ते ${name},

आपके ${idTypeLabels.hi[document]} की मंज़ूरी वापस ले ली गई है। जब तक आपके दस्तावेज़ फिर से मंज़ूर नहीं होते, आप पैसे निकाल या BittPay से भेज नहीं सकते।

कारण: ${reason}

आप अपनी प्रोफ़ाइल पर दस्तावेज़ फिर से भेज सकते हैं।
`,
    }),
    method_changed: ({ isNew, by, method, changes }) => ({
      subject: `${BRAND}: जमा का एक तरीका बदला है`,
      body: `${isNew ? `${quoted(by)} ने जमा का तरीका ${quoted(method)} जोड़ा है।` : `${quoted(by)} ने बदला है कि ${quoted(method)} के भुगतान कहाँ जाएँगे।`}

${changesText('hi', changes)}

यह ऑडिट लॉग में भी है। अगर यह आपको अजीब लगे, तो उस तरीके को बंद कर दें और पता करें कि यह किसने किया।
`,
    }),
    admin_roles: ({ change, by, admin, roles }) => ({
      subject: change === 'made' ? `${BRAND}: नया एडमिन` : `${BRAND}: एक एडमिन की भूमिकाएँ बदली हैं`,
      body: `${change === 'made' ? `${quoted(by)} ने ${quoted(admin)} को एडमिन बनाया है।` : `${quoted(by)} ने ${quoted(admin)} की भूमिकाएँ बदली हैं।`}
अब भूमिकाएँ: ${rolesText('hi', roles)}

अगर यह आपको अजीब लगे, तो ओनर को तुरंत बताएँ। ऑडिट लॉग में दिखता है कि यह कहाँ से किया गया।
`,
    }),
    transfer_code: ({ code, amount, receiver, total }) => ({
      subject: `${formatRupees(amount)} भेजने के लिए आपका ${BRAND} कोड`,
      body: [
        `${code} आपका वन-टाइम कोड है: ${quoted(receiver)} को ${formatRupees(amount)} भेजने के लिए।`,
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
      body: `${namaste(name)}

आपकी निकासी और ट्रांसफ़र रोक दिए गए हैं। आपके खाते से कोई पैसा नहीं जाएगा; आप पहले की तरह साइन इन कर सकते हैं।

सहायता टीम से बात करें। साइन इन करके सहायता पेज पर हमें लिखें।
`,
    }),
    money_unfrozen: ({ name }) => ({
      subject: `आपकी ${BRAND} निकासी और ट्रांसफ़र फिर चालू हैं`,
      body: `${namaste(name)}

आप फिर से निकासी कर सकते हैं और BittPay से पैसे भेज सकते हैं।
`,
    }),
    contact_confirm: ({ link }) => ({
      subject: `${BRAND} को भेजे अपने संदेश की पुष्टि करें`,
      body: `किसी ने इस ई-मेल पते से ${BRAND} की सहायता टीम को लिखा है।

अगर आपने लिखा है, तो ${CONTACT_LINK_HOURS} घंटे के अंदर यह लिंक खोलें। वहाँ पुष्टि करने पर आपका संदेश हम तक पहुँचेगा, और हमारे जवाब इसी पते पर आएँगे:

${link}

अगर आपने नहीं लिखा, तो कुछ न करें: संदेश मिटा दिया जाएगा और आपको फिर कुछ नहीं भेजा जाएगा।
`,
    }),
    support_answer: ({ words, link }) => ({
      subject: `${BRAND} की सहायता टीम ने आपको जवाब दिया है`,
      body: `${words === null ? 'आपने जो लिखा था, उसका हमारी सहायता टीम ने जवाब दिया है।' : `आपने जो लिखा था, उसका हमारी सहायता टीम ने जवाब दिया है:\n\n${quotedLines(words)}`}

पूरी बातचीत यहाँ पढ़ें और जवाब दें:

${link}

हम कभी पासवर्ड या वन-टाइम कोड नहीं माँगते।
`,
    }),
    withdrawal_returned: ({ name, amount, reason, link }) => ({
      subject: `${formatRupees(amount)} की आपकी निकासी लौट आई`,
      body: `${namaste(name)}

बैंक ने ${formatRupees(amount)} की आपकी निकासी लौटा दी है। शुल्क सहित पूरी रकम फिर से आपके वॉलेट में है।

कारण: ${reason}

जाँचें कि रकम कहाँ जानी चाहिए और फिर से भेजें: ${link}
`,
    }),
    proposal_decided: ({ name, act, status, by, reason }) => ({
      subject: {
        approved: `${by} ने आपका प्रस्ताव मंज़ूर किया`,
        declined: `${by} ने आपका प्रस्ताव नामंज़ूर किया`,
        stale: 'आपका प्रस्ताव पूरा नहीं हो सका',
      }[status],
      body: `नमस्ते ${name},

${proposalText('hi', act)}: ${{ approved: `${by} ने इसे मंज़ूर कर दिया, और यह हो गया है।`, declined: `${by} ने इसे नामंज़ूर कर दिया, और कुछ नहीं बदला।`, stale: `${by} ने इसे मंज़ूर किया, पर यह अब संभव नहीं था, और कुछ नहीं बदला।` }[status]}
${reason === null ? '' : `\nकारण: ${reason}\n`}`,
    }),
  },
}

function hello(name: string | null): string {
  return name === null ? 'Hello,' : `Hello ${withoutLinks(name)},`
}

function namaste(name: string | null): string {
  return name === null ? 'नमस्ते,' : `नमस्ते ${withoutLinks(name)},`
}

export type TextValues = {
  phone_code: { code: string }
  transfer_code: { code: string; amount: Paise; receiver: string }
}
export type TextKind = keyof TextValues

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

/** A line for each field: what it was and what it is now. */
function changesText(language: Language, changes: MailValues['method_changed']['changes']): string {
  const said = (value: string | null) => value ?? '–'
  return changes
    .map(({ field, from, to }) => `${fieldNameText(language, field)}: ${said(from)} → ${said(to)}`)
    .join('\n')
}
