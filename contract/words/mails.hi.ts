/** The mails in Hindi. */
import { alertText } from './alerts.ts'
import { BRAND } from '../brand.ts'
import { idTypeLabels } from '../kyc.ts'
import { momentText } from '../dates.ts'
import { add, formatRupees } from '../money.ts'
import { CONTACT_LINK_HOURS } from '../support.ts'
import { OTP_MINUTES } from '../transfers.ts'
import { CONTACT_CODE_MINUTES } from '../verification.ts'
import { quoted, quotedLines, withoutLinks } from './quoted.ts'
import { rolesText } from './roles.ts'
import { proposalText } from './proposals.ts'
import type { MailWords } from '../mails.ts'
import { changesText } from './audit.ts'

export const mailsInHindi: MailWords = {
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
    body: `${namaste(name)}

मंज़ूर हो चुकी एक जमा वापस ली गई है: ${formatRupees(add(amount, bonus))} आपके वॉलेट से निकल गए${bonus > 0n ? `, ${formatRupees(amount)} और उसका बोनस ${formatRupees(bonus)}` : ''}।

कारण: ${reason}

अगर आपको यह गलत लगता है, तो साइन इन करके सहायता पेज पर हमें लिखें।
`,
  }),
  kyc_revoked: ({ name, document, reason }) => ({
    subject: `${BRAND} पर आपकी पहचान की मंज़ूरी वापस ली गई`,
    body: `${namaste(name)}

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
  commits_lost: ({ count, first }) => ({
    subject: `${BRAND}: डेटाबेस से पक्की हो चुकी एंट्रियाँ गायब हैं`,
    body: `${count} एंट्रियाँ, जिनकी पुष्टि प्रोग्राम कर चुका था, डेटाबेस में नहीं हैं। पहली: ${first}.

डेटाबेस की पुरानी कॉपी वापस रखी गई है, या ऐसे सर्वर ने काम सँभाला है जिसमें वे नहीं थीं। जब तक कोई ऑपरेटर जाँच करके "npm run confirm-loss" नहीं चलाता, प्रोग्राम खुद को तैयार नहीं बताता।
क्या करना है, यह docs/operations.md में लिखा है।
`,
  }),
  alert: ({ kind, record, more, link }) => ({
    subject: `${BRAND}: ${alertText('hi', kind)}`,
    body: `${alertText('hi', kind)}${record === null ? '' : ` (#${record})`}.
${more === 0 ? '' : `ऐसे ${more} और।\n`}
${link}

कौन से अलर्ट मेल से आते हैं, यह बुनियादी सेटिंग में तय होता है। हर तरह का मेल घंटे में ज़्यादा से ज़्यादा एक आता है।
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
    body: `${namaste(name)}

${proposalText('hi', act)}: ${{ approved: `${by} ने इसे मंज़ूर कर दिया, और यह हो गया है।`, declined: `${by} ने इसे नामंज़ूर कर दिया, और कुछ नहीं बदला।`, stale: `${by} ने इसे मंज़ूर किया, पर यह अब संभव नहीं था, और कुछ नहीं बदला।` }[status]}
${reason === null ? '' : `\nकारण: ${reason}\n`}`,
  }),
}

function namaste(name: string | null): string {
  return name === null ? 'नमस्ते,' : `नमस्ते ${withoutLinks(name)},`
}
