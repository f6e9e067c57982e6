/** The texts of the audit log: acts, kinds of record and fields are stored in English; their Hindi is here. */
import type { AuditAction, AuditedKind, AuditField } from '../audit.ts'
import type { LineState } from '../bankStatements.ts'
import type { Language } from '../language.ts'
import { payoutFormats, payoutWays } from '../payoutBatches.ts'
import type { RequestState } from '../requestStates.ts'
import type { SettingKey } from '../settings.ts'
import { reasonWords } from './reasons.ts'

const hindiActs: Record<AuditAction, string> = {
  'deposit approved': 'जमा मंज़ूर',
  'deposit rejected': 'जमा नामंज़ूर',
  'deposit reversed': 'जमा वापस ली',
  'withdrawal batched': 'निकासी बैच में डाली',
  'withdrawal taken from batch': 'निकासी बैच से निकाली',
  'withdrawal refused by bank': 'बैंक ने निकासी का भुगतान नहीं किया',
  'payment report dismissed': 'बैंक की भुगतान की सूचना ख़ारिज की',
  'payout batch made': 'भुगतान का बैच बनाया',
  'payout batch taken over': 'भुगतान का बैच अपने हाथ में लिया',
  'payout result taken': 'भुगतान का नतीजा लिया',
  'payout file downloaded': 'भुगतान की फ़ाइल निकाली',
  'bank statement imported': 'बैंक स्टेटमेंट जोड़ा',
  'statement line matched': 'स्टेटमेंट की पंक्ति मिलाई',
  'statement line ignored': 'स्टेटमेंट की पंक्ति अलग रखी',
  'statement line reopened': 'स्टेटमेंट की पंक्ति फिर खोली',
  'day signed': 'दिन पर हस्ताक्षर किए',
  'day closed': 'दिन बंद किया',
  'date confirmed': 'आज की तारीख की पुष्टि की',
  'withdrawal claimed': 'निकासी का भुगतान अपने हाथ में लिया',
  'withdrawal released': 'निकासी का भुगतान छोड़ा',
  'withdrawal approved': 'निकासी मंज़ूर',
  'withdrawal rejected': 'निकासी नामंज़ूर',
  'withdrawal returned': 'निकासी की रकम लौटी',
  'kyc approved': 'KYC मंज़ूर',
  'kyc rejected': 'KYC नामंज़ूर',
  'kyc revoked': 'KYC की मंज़ूरी वापस ली',
  'kyc resubmitted': 'KYC फिर से जमा',
  'kyc lock opened': 'बंद खाते का KYC देखा',
  'kyc erased': 'KYC मिटाया',
  'kyc number revealed': 'KYC नंबर पूरा देखा',
  'picture viewed': 'फ़ोटो देखी',
  'payee picture uploaded': 'भुगतान के तरीके की फ़ोटो डाली',
  'user edited': 'यूज़र की जानकारी बदली',
  'user activated': 'यूज़र को सक्रिय किया',
  'user deactivated': 'यूज़र को निष्क्रिय किया',
  'earn moved to wallet': 'Earn का पैसा वॉलेट में डाला',
  'user frozen': 'यूज़र का पैसा रोका',
  'user unfrozen': 'यूज़र के पैसे से रोक हटाई',
  'user closed': 'यूज़र का खाता बंद किया',
  'user removed': 'यूज़र हटाया',
  'audit erased': 'ऑडिट लॉग से निजी जानकारी मिटाई',
  'user lost email': 'यूज़र का ई-मेल पता दूसरे का साबित हुआ',
  'user lost phone': 'यूज़र का फ़ोन नंबर दूसरे ने रजिस्टर किया',
  'admin created': 'एडमिन जोड़ा',
  'admin roles changed': 'एडमिन की भूमिकाएँ बदलीं',
  'own password changed': 'अपना पासवर्ड बदला',
  'second factor set up': 'दूसरा सुरक्षा चरण लगाया',
  'second factor removed': 'दूसरा सुरक्षा चरण हटाया',
  'second factor reset': 'दूसरा सुरक्षा चरण रीसेट किया',
  'recovery codes renewed': 'रिकवरी कोड नए किए',
  'plan created': 'प्लान जोड़ा',
  'plan changed': 'प्लान बदला',
  'plan archived': 'प्लान संग्रह में रखा',
  'plan deleted': 'प्लान हटाया',
  'category created': 'श्रेणी जोड़ी',
  'category changed': 'श्रेणी बदली',
  'package created': 'पैकेज जोड़ा',
  'package changed': 'पैकेज बदला',
  'package activated': 'पैकेज चालू किया',
  'package deactivated': 'पैकेज बंद किया',
  'package archived': 'पैकेज संग्रह में रखा',
  'package deleted': 'पैकेज हटाया',
  'deposit method created': 'जमा का तरीका जोड़ा',
  'deposit method changed': 'जमा का तरीका बदला',
  'deposit method activated': 'जमा का तरीका चालू किया',
  'deposit method deactivated': 'जमा का तरीका बंद किया',
  'upcoming added': 'आने वाली चीज़ जोड़ी',
  'upcoming changed': 'आने वाली चीज़ बदली',
  'upcoming deleted': 'आने वाली चीज़ हटाई',
  'notification sent': 'सूचना भेजी',
  'global notification sent': 'सबको सूचना भेजी',
  'global notification recalled': 'सबको भेजी सूचना वापस ली',
  'setting changed': 'सेटिंग बदली',
  'note added': 'नोट जोड़ा',
  'flag set': 'निशान लगाया',
  'flag removed': 'निशान हटाया',
  'assignment changed': 'ज़िम्मेदारी बदली',
  'conversation answered': 'बातचीत में जवाब दिया',
  'conversation assigned': 'बातचीत की ज़िम्मेदारी बदली',
  'conversation closed': 'बातचीत बंद की',
  'conversation reopened': 'बातचीत फिर खोली',
  'canned answer created': 'तैयार जवाब जोड़ा',
  'canned answer changed': 'तैयार जवाब बदला',
  'canned answer deleted': 'तैयार जवाब हटाया',
  'proposal made': 'प्रस्ताव रखा',
  'proposal declined': 'प्रस्ताव नामंज़ूर',
  'proposal withdrawn': 'प्रस्ताव वापस लिया',
  'proposal stale': 'प्रस्ताव अब संभव नहीं',
  'exported person': 'एक व्यक्ति की पूरी जानकारी निकाली',
  'exported users': 'यूज़र की CSV निकाली',
  'exported deposits': 'जमा की CSV निकाली',
  'exported withdrawals': 'निकासी की CSV निकाली',
  'exported kyc': 'KYC की CSV निकाली',
  'exported transfers': 'ट्रांसफ़र की CSV निकाली',
  'statement exported': 'यूज़र का खाता विवरण निकाला',
  'exported plans': 'प्लान की CSV निकाली',
  'exported categories': 'श्रेणियों की CSV निकाली',
  'exported packages': 'पैकेज की CSV निकाली',
  'exported methods': 'जमा के तरीकों की CSV निकाली',
  'exported upcomings': 'आने वाली चीज़ों की CSV निकाली',
  'exported settings': 'सेटिंग की CSV निकाली',
  'exported audit': 'ऑडिट लॉग की CSV निकाली',
  'exported reports': 'रिपोर्ट की फ़ाइल निकाली',
}

const hindiKinds: Record<Exclude<AuditedKind, SettingKey>, string> = {
  deposit: 'जमा',
  withdrawal: 'निकासी',
  'payout batch': 'भुगतान का बैच',
  'bank statement': 'बैंक स्टेटमेंट',
  'statement line': 'स्टेटमेंट की पंक्ति',
  'business day': 'कारोबारी दिन',
  kyc: 'KYC',
  user: 'यूज़र',
  plan: 'प्लान',
  category: 'श्रेणी',
  package: 'पैकेज',
  'deposit method': 'जमा का तरीका',
  notification: 'सूचना',
  upcoming: 'आने वाली चीज़',
  transfer: 'ट्रांसफ़र',
  proposal: 'प्रस्ताव',
  conversation: 'बातचीत',
  'canned answer': 'तैयार जवाब',
  settings: 'सेटिंग',
  audit: 'ऑडिट लॉग',
  reports: 'रिपोर्ट',
}

const hindiFields: Record<AuditField, string> = {
  status: 'स्थिति',
  state: 'स्थिति',
  account: 'खाता',
  deposit: 'जमा',
  withdrawal: 'निकासी',
  batch: 'बैच',
  requested_amount: 'माँगी गई रकम',
  approved_amount: 'मंज़ूर रकम',
  difference: 'अंतर',
  open_reasons: 'बिना कारण वाले अंतर',
  bonus: 'बोनस',
  transaction_id: 'ट्रांज़ैक्शन ID',
  rejection_preset: 'नामंज़ूर करने का आम कारण',
  rejection_reason: 'नामंज़ूर करने का कारण',
  reference_freed: 'ट्रांज़ैक्शन ID फिर खुली',
  reason_kind: 'कारण का प्रकार',
  user: 'यूज़र',
  user_id: 'यूज़र',
  amount: 'रकम',
  fee: 'शुल्क',
  index: 'क्रम',
  type: 'प्रकार',
  id_number: 'ID नंबर',
  kyc: 'KYC',
  submitted_at: 'भेजने का समय',
  closing_asked_at: 'खाता बंद करने को कहा',
  decided_at: 'फ़ैसले का समय',
  decided_by: 'फ़ैसला किसने किया',
  claimed_by: 'भुगतान किसके हाथ में',
  paid_before_stop: 'पैसा रुकने से पहले भुगतान',
  usdt_rate: 'USDT का रेट',
  name: 'नाम',
  email: 'ई-मेल',
  phone: 'फ़ोन',
  balance: 'बैलेंस',
  is_active: 'सक्रिय',
  is_frozen: 'पैसा रुका',
  referral_code: 'रेफ़रल कोड',
  password: 'पासवर्ड',
  role: 'भूमिका',
  roles: 'भूमिकाएँ',
  file: 'फ़ाइल',
  symbol: 'चिह्न',
  icon_url: 'आइकन का लिंक',
  description: 'विवरण',
  category: 'श्रेणी',
  category_id: 'श्रेणी',
  duration_days: 'अवधि (दिन)',
  minimum_deposit: 'न्यूनतम रकम',
  maximum_deposit: 'अधिकतम रकम',
  profit_ppm: 'मुनाफ़ा',
  wallet_address: 'वॉलेट का पता',
  lower_fluctuation: 'निचला दाम',
  higher_fluctuation: 'ऊपरी दाम',
  bottom_flow_ppm: 'निचला बहाव',
  upper_flow_ppm: 'ऊपरी बहाव',
  multiple_allowed: 'कई निवेश संभव',
  bonus_percentage: 'बोनस',
  same_day_gain: 'उसी दिन निकालने पर फ़ायदा',
  sort_order: 'क्रम',
  instructions: 'निर्देश',
  details: 'जानकारी',
  upi_id: 'UPI ID',
  merchant_name: 'मर्चेंट का नाम',
  qr_code_url: 'QR कोड का लिंक',
  bank_name: 'बैंक',
  account_name: 'खाताधारक',
  account_number: 'खाता नंबर',
  ifsc_code: 'IFSC',
  ifsc_not_in_list: 'IFSC सूची में नहीं',
  branch: 'शाखा',
  network: 'नेटवर्क',
  address: 'पता',
  title: 'शीर्षक',
  message: 'संदेश',
  expires_at: 'कब तक',
  link: 'लिंक',
  value: 'मान',
  flag: 'निशान',
  assigned_to: 'किसके ज़िम्मे',
  name_hi: 'हिन्दी में नाम',
  description_hi: 'हिन्दी में विवरण',
  instructions_hi: 'हिन्दी में निर्देश',
  title_hi: 'हिन्दी में शीर्षक',
  message_hi: 'हिन्दी में संदेश',
  text_en: 'अंग्रेज़ी में',
  text_hi: 'हिन्दी में',
  search: 'खोज',
  flagged: 'निशान वाले',
  sort: 'क्रम',
  from: 'किस दिन से',
  to: 'किस दिन तक',
  least: 'कम से कम रकम',
  most: 'ज़्यादा से ज़्यादा रकम',
  late: 'बहुत देर से रुकी',
  subject: 'रिकॉर्ड',
  subjectId: 'रिकॉर्ड का नंबर',
  admin: 'एडमिन',
  action: 'क्या किया',
  digests: 'बाकी जानकारी के प्रमाण',
  rows: 'पंक्तियाँ',
  report: 'रिपोर्ट',
  format: 'फ़ाइल का प्रकार',
}

const hindiStates: Record<RequestState | LineState, string> = {
  pending: 'लंबित',
  approved: 'मंज़ूर',
  rejected: 'नामंज़ूर',
  cancelled: 'रद्द',
  returned: 'लौटी',
  reversed: 'वापस ली गई',
  suggested: 'सुझाव',
  unmatched: 'बिना मेल',
  mismatched: 'रकम अलग',
  matched: 'मिलाई गई',
  ignored: 'अलग रखी गई',
}

/** Way and format of a file for the bank. */
const bankFiles = Object.fromEntries(
  payoutWays.flatMap((way) =>
    payoutFormats.map((format) => [`${way} ${format}`, `${way}, ${format}`.toUpperCase()] as const),
  ),
)

/** States and other words that a field may hold, but nothing that people wrote. */
const valueWords: Record<Language, ReadonlyMap<string, string>> = {
  en: mapOf({ true: 'yes', false: 'no', ignored: 'set aside', ...bankFiles, ...reasonWords.en }),
  hi: mapOf({
    true: 'हाँ',
    false: 'नहीं',
    open: 'खुली',
    waiting: 'जवाब दिया गया',
    closed: 'बंद',
    ...hindiStates,
    error: 'गलती',
    goodwill: 'सद्भावना',
    fraud: 'धोखाधड़ी',
    other: 'अन्य',
    changed: 'बदला गया',
    admin: 'एडमिन',
    ...bankFiles,
    ...reasonWords.hi,
  }),
}

const acts = mapOf(hindiActs)
const kinds = mapOf(hindiKinds)
const fields = mapOf(hindiFields)

/** A stored act in the reader's language; an unknown one from an older version is returned as it is. */
export function actText(language: Language, action: string): string {
  return (language === 'hi' && acts.get(action)) || action.replace(/\bkyc\b/, 'KYC')
}

/** A kind of record; the key of a setting stays as it is. */
export function kindText(language: Language, kind: string): string {
  return (language === 'hi' && kinds.get(kind)) || (kind === 'kyc' ? 'KYC' : kind)
}

/** A field by its name or path: 'details.upi_id' is 'details.upi id'. */
export function fieldNameText(language: Language, path: string): string {
  const english = (name: string) => name.replace(/_hi$/, ' in Hindi').replaceAll('_', ' ')
  const names = path.split('.').map((name) => (language === 'hi' && fields.get(name)) || english(name))
  return names.join('.')
}

/** A state, a yes or no, or a usual reason in the reader's language; undefined for anything else. */
export function fieldValueText(language: Language, value: unknown): string | undefined {
  return valueWords[language].get(String(value))
}

/** A table that is safe to look up with text from outside. */
function mapOf(words: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(words))
}

/** A line for each field: what it was and what it is now. */
export function changesText(
  language: Language,
  changes: readonly { field: AuditField; from: string | null; to: string | null }[],
): string {
  const said = (value: string | null) => value ?? '–'
  return changes
    .map(({ field, from, to }) => `${fieldNameText(language, field)}: ${said(from)} → ${said(to)}`)
    .join('\n')
}
