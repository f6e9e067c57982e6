import { expect, test } from 'vitest'
import { complaints } from './complaints.ts'
import { paise } from './money.ts'
import { hindiSentence } from './refusals.hi.ts'
import { type Refused, refusals, refusalSentence, wireParams } from './refusals.ts'

const at = new Date('2026-11-21T05:12:00Z')
const nextDay = new Date('2026-11-22T05:12:00Z')
const limited = { limit: paise(2_000_00n), left: paise(1_500_00n) }

/** Refusals with figures: their form on the wire, and their sentences. */
type Sample = [refused: Refused, wire: unknown, english: string, hindi: string]
const samples: Sample[] = [
  [
    { code: 'too_many_conversations', params: { open: 5 } },
    { open: 5 },
    'You already have 5 open conversations. Please write in one of them.',
    '5 बातचीत पहले से खुली हैं। कृपया उन्हीं में से किसी में लिखें।',
  ],
  [
    { code: 'day_out_of_order', params: { day: '2026-11-20' } },
    { day: '2026-11-20' },
    '20 Nov 2026 must be closed first.',
    'पहले 20 नव॰ 2026 को बंद करना होगा।',
  ],
  [
    { code: 'answered_meanwhile', params: { by: 'Meera', at, now: at } },
    { by: 'Meera', at: at.toISOString(), now: at.toISOString() },
    'Meera has answered in the meantime, 10:42. Please read it first.',
    'इस बीच Meera ने जवाब दे दिया है, 10:42। कृपया पहले उसे पढ़ें।',
  ],
  [
    { code: 'answered_meanwhile', params: { by: null, at, now: at } },
    { by: null, at: at.toISOString(), now: at.toISOString() },
    'There is a newer message, 10:42. Please read it first.',
    'इस बीच नया संदेश आया है, 10:42। कृपया पहले उसे पढ़ें।',
  ],
  [
    { code: 'too_many_rows', params: { max: 10_000 } },
    { max: 10_000 },
    'A spreadsheet can hold at most 10,000 rows. Narrow the list, or download it as CSV.',
    'स्प्रेडशीट में ज़्यादा से ज़्यादा 10,000 पंक्तियाँ आती हैं। सूची छोटी करें, या CSV लें।',
  ],
  [
    { code: 'batch_too_large', params: { limit: paise(1_00_00_000_00n) } },
    { limit: 10_000_000 },
    'This is too much for one batch: at most ₹1,00,00,000.00.',
    'एक बैच के लिए यह रकम ज़्यादा है: ज़्यादा से ज़्यादा ₹1,00,00,000.00।',
  ],
  [
    { code: 'payout_file_downloaded', params: { batch: 7 } },
    { batch: 7 },
    'The file of batch #7 was downloaded. If the bank has no file that contains this withdrawal, take it out of the batch.',
    'बैच #7 की फ़ाइल डाउनलोड हो चुकी है। अगर बैंक के पास ऐसी कोई फ़ाइल नहीं जिसमें यह निकासी हो, तो इसे बैच से निकालें।',
  ],
  [
    { code: 'payment_reported', params: { utr: '730000000139', batch: 7 } },
    { utr: '730000000139', batch: 7 },
    'The bank reported this withdrawal as paid with UTR 730000000139 (batch #7). Mark it as paid, or dismiss that report in its record.',
    'बैंक ने बताया है कि इस निकासी का भुगतान हो चुका है (UTR 730000000139, बैच #7)। इसे भुगतान किया हुआ दर्ज करें, या इसके रिकॉर्ड में वह सूचना ख़ारिज करें।',
  ],
  [
    { code: 'payment_reported', params: { utr: '', batch: 7 } },
    { utr: '', batch: 7 },
    'The bank reported this withdrawal as paid without a UTR (batch #7). Mark it as paid, or dismiss that report in its record.',
    'बैंक ने बताया है कि इस निकासी का भुगतान हो चुका है (बिना UTR, बैच #7)। इसे भुगतान किया हुआ दर्ज करें, या इसके रिकॉर्ड में वह सूचना ख़ारिज करें।',
  ],
  [
    { code: 'contact_code_wrong', params: { left: 3 } },
    { left: 3 },
    'This code is wrong. 3 tries are left.',
    'यह कोड सही नहीं है। 3 कोशिशें बाकी हैं।',
  ],
  [
    { code: 'contact_code_wrong', params: { left: 1 } },
    { left: 1 },
    'This code is wrong. One try is left.',
    'यह कोड सही नहीं है। एक कोशिश बाकी है।',
  ],
  [
    { code: 'contact_code_wrong', params: { left: 0 } },
    { left: 0 },
    'This code is wrong and no longer works. Please request a new one.',
    'यह कोड सही नहीं है। अब यह काम नहीं करेगा: कृपया नया कोड मँगाएँ।',
  ],
  [
    { code: 'below_minimum', params: { of: 'deposit', minimum: paise(1_000_00n) } },
    { of: 'deposit', minimum: 1000 },
    'The smallest deposit is ₹1,000.00.',
    'सबसे छोटी जमा ₹1,000.00 है।',
  ],
  [
    { code: 'below_minimum', params: { of: 'withdrawal', minimum: paise(500_00n) } },
    { of: 'withdrawal', minimum: 500 },
    'The smallest withdrawal is ₹500.00.',
    'सबसे छोटी निकासी ₹500.00 है।',
  ],
  [
    { code: 'below_minimum', params: { of: 'investment', minimum: paise(500_50n) } },
    { of: 'investment', minimum: 500.5 },
    'The minimum is ₹500.50.',
    'न्यूनतम रकम ₹500.50 है।',
  ],
  [
    { code: 'above_maximum', params: { of: 'deposit', maximum: paise(1_00_000_00n) } },
    { of: 'deposit', maximum: 100_000 },
    'The largest deposit is ₹1,00,000.00.',
    'सबसे बड़ी जमा ₹1,00,000.00 है।',
  ],
  [
    { code: 'above_maximum', params: { of: 'investment', maximum: paise(1_00_000_00n) } },
    { of: 'investment', maximum: 100_000 },
    'The maximum is ₹1,00,000.00.',
    'अधिकतम रकम ₹1,00,000.00 है।',
  ],
  [
    { code: 'payee_unconfirmed', params: { ifsc: 'SAMP0000001' } },
    { ifsc: 'SAMP0000001' },
    "IFSC SAMP0000001 is not in the list of banks. Check it against the bank's documents and confirm that it is correct.",
    'IFSC SAMP0000001 बैंकों की सूची में नहीं है। इसे बैंक के कागज़ों से मिला लें और पुष्टि करें कि यह सही है।',
  ],
  [
    { code: 'rate_moved', params: { rate: paise(91_25n) } },
    { rate: 91.25 },
    'The USDT rate is now ₹91.25 per USDT. Please check the amount again.',
    'USDT का रेट अब ₹91.25 प्रति USDT है। कृपया रकम फिर से जाँचें।',
  ],
  [
    { code: 'withdrawals_paused', params: { until: at } },
    { until: '2026-11-21T05:12:00.000Z' },
    'Withdrawals are paused until 21 Nov 2026, 10:42 because the password, e-mail address or phone number was changed.',
    'पासवर्ड, ई-मेल पता या फ़ोन नंबर बदलने के कारण निकासी 21 नव॰ 2026, 10:42 तक रुकी है।',
  ],
  [
    { code: 'bittpay_paused', params: { until: at } },
    { until: '2026-11-21T05:12:00.000Z' },
    'BittPay is paused until 21 Nov 2026, 10:42 because the password, e-mail address or phone number was changed.',
    'पासवर्ड, ई-मेल पता या फ़ोन नंबर बदलने के कारण BittPay 21 नव॰ 2026, 10:42 तक रुका है।',
  ],
  [
    { code: 'above_requested', params: { largest: paise(11_000_00n) } },
    { largest: 11_000 },
    'At most ₹11,000.00 can be approved for this request. Anyone who paid more files another one.',
    'इस अनुरोध में अधिकतम ₹11,000.00 मंज़ूर किए जा सकते हैं। जिसने ज़्यादा भेजा है, वह नया अनुरोध करे।',
  ],
  [
    { code: 'loss_unconfirmed', params: { gain: paise(220_00n) } },
    { gain: 220 },
    'Anyone who buys this package and withdraws everything the same day gains ₹220.00. Please confirm this loss.',
    'जो यह पैकेज खरीदकर उसी दिन सब निकाल ले, उसे ₹220.00 का फ़ायदा होता है। कृपया इस नुकसान की पुष्टि करें।',
  ],
  [
    {
      code: 'loss_unconfirmed',
      params: {
        packages: [
          { name: 'Starter', gain: paise(0n) },
          { name: 'Treasury', gain: paise(290_00n) },
        ],
      },
    },
    {
      packages: [
        { name: 'Starter', gain: 0 },
        { name: 'Treasury', gain: 290 },
      ],
    },
    'At this fee, anyone who buys one of these packages and withdraws everything the same day gains: Starter ₹0.00, Treasury ₹290.00. Please confirm this loss.',
    'इस शुल्क पर जो इनमें से कोई पैकेज खरीदकर उसी दिन सब निकाल ले, उसे इतना फ़ायदा होता है: Starter ₹0.00, Treasury ₹290.00। कृपया इस नुकसान की पुष्टि करें।',
  ],
  [
    { code: 'not_matured', params: { matures_on: '2026-12-21' } },
    { matures_on: '2026-12-21' },
    'This investment matures on 21 Dec 2026 at 00:00 (India time).',
    'यह निवेश 21 दिस॰ 2026 को 00:00 बजे (भारतीय समय) पूरा होगा।',
  ],
  [
    { code: 'already_claimed', params: { claimed_on: '2027-01-05' } },
    { claimed_on: '2027-01-05' },
    'This investment was already claimed on 5 Jan 2027.',
    'इस निवेश की रकम 5 जन॰ 2027 को पहले ही ली जा चुकी है।',
  ],
  [
    { code: 'already_decided', params: { status: 'approved', side: 'admin', by: 'Meera', at, now: at } },
    { status: 'approved', side: 'admin', by: 'Meera', at: at.toISOString(), now: at.toISOString() },
    'Already approved by Meera, 10:42',
    'Meera ने पहले ही मंज़ूर कर दिया, 10:42',
  ],
  [
    { code: 'already_decided', params: { status: 'rejected', side: 'admin', by: null, at, now: nextDay } },
    { status: 'rejected', side: 'admin', by: null, at: at.toISOString(), now: nextDay.toISOString() },
    'Already rejected, 21 Nov 2026, 10:42',
    'पहले ही नामंज़ूर हो चुका है, 21 नव॰ 2026, 10:42',
  ],
  [
    { code: 'already_decided', params: { status: 'cancelled', side: 'reader', by: null, at, now: at } },
    { status: 'cancelled', side: 'reader', by: null, at: at.toISOString(), now: at.toISOString() },
    'Already cancelled by you, 10:42',
    'आपने पहले ही रद्द कर दिया, 10:42',
  ],
  [
    { code: 'already_decided', params: { status: 'cancelled', side: 'user', by: null, at, now: at } },
    { status: 'cancelled', side: 'user', by: null, at: at.toISOString(), now: at.toISOString() },
    'Already cancelled by the user, 10:42',
    'यूज़र ने पहले ही रद्द कर दिया, 10:42',
  ],
  [
    { code: 'already_decided', params: { status: 'returned', side: 'admin', by: 'Meera', at, now: at } },
    { status: 'returned', side: 'admin', by: 'Meera', at: at.toISOString(), now: at.toISOString() },
    'Already returned by Meera, 10:42',
    'Meera ने पहले ही लौटा हुआ दर्ज कर दिया, 10:42',
  ],
  [
    { code: 'claimed_by_other', params: { by: 'Meera', at, now: nextDay } },
    { by: 'Meera', at: at.toISOString(), now: nextDay.toISOString() },
    'Meera is paying this (since 21 Nov 2026, 10:42). Take it over before you decide.',
    'Meera 21 नव॰ 2026, 10:42 से इसका भुगतान कर रहे हैं। फ़ैसला करने से पहले इसे अपने हाथ में लें।',
  ],
  [
    { code: 'wallet_holds_less', params: { holds: paise(1_500_00n), missing: paise(500_50n) } },
    { holds: 1500, missing: 500.5 },
    'The wallet holds ₹1,500.00, ₹500.50 less than this reversal needs.',
    'वॉलेट में ₹1,500.00 हैं: इसे वापस लेने के लिए ₹500.50 कम हैं।',
  ],
  [
    { code: 'already_proposed', params: { by: 'Meera', at, now: at } },
    { by: 'Meera', at: at.toISOString(), now: at.toISOString() },
    'Meera has already proposed something for this, 10:42. It must be decided first.',
    'Meera इसके लिए पहले ही एक प्रस्ताव रख चुके हैं, 10:42। पहले उस पर फ़ैसला होना चाहिए।',
  ],
  [
    { code: 'proposal_closed', params: { status: 'approved', by: 'Ravi', at, now: at } },
    { status: 'approved', by: 'Ravi', at: at.toISOString(), now: at.toISOString() },
    'Already approved by Ravi, 10:42',
    'Ravi ने पहले ही मंज़ूर कर दिया, 10:42',
  ],
  [
    { code: 'act_refused', params: { code: 'insufficient_balance', message: 'Insufficient balance' } },
    { code: 'insufficient_balance', message: 'Insufficient balance' },
    'Nothing was done, and the proposal is closed: Insufficient balance',
    'कुछ नहीं बदला, और प्रस्ताव बंद हो गया: बैलेंस काफ़ी नहीं है',
  ],
  ...(
    [
      [60, 'wait a moment and try again', 'थोड़ा रुककर'],
      [61, 'try again in 2 minutes', '2 मिनट बाद'],
      [871, 'try again in 15 minutes', '15 मिनट बाद'],
      [90 * 60, 'try again in 90 minutes', '90 मिनट बाद'],
      [90 * 60 + 1, 'try again in 2 hours', '2 घंटे बाद'],
      [86_400, 'try again in 24 hours', '24 घंटे बाद'],
    ] as const
  ).map(([seconds, english, hindi]): Sample => [
    { code: 'too_many_requests', params: { seconds } },
    { seconds },
    `Too many attempts. Please ${english}.`,
    `बहुत बार कोशिश हुई। कृपया ${hindi} फिर कोशिश करें।`,
  ]),
  [
    { code: 'changed_meanwhile', params: { by: 'Meera', at, now: at } },
    { by: 'Meera', at: at.toISOString(), now: at.toISOString() },
    'Changed by Meera in the meantime, 10:42',
    'इस बीच Meera ने बदल दिया, 10:42',
  ],
  [
    { code: 'changed_meanwhile', params: { by: null, at, now: at } },
    { by: null, at: at.toISOString(), now: at.toISOString() },
    'Changed in the meantime, 10:42',
    'इस बीच बदल गया, 10:42',
  ],
  [
    { code: 'new_payee_limit', params: limited },
    { limit: 2000, left: 1500 },
    'You can withdraw at most ₹2,000.00 to new accounts within 24 hours; ₹1,500.00 is left.',
    'नए खातों में आप 24 घंटे में ज़्यादा से ज़्यादा ₹2,000.00 निकाल सकते हैं; ₹1,500.00 बाकी हैं।',
  ],
  [
    { code: 'new_recipient_limit', params: limited },
    { limit: 2000, left: 1500 },
    'You can send at most ₹2,000.00 to new recipients within 24 hours; ₹1,500.00 is left.',
    'नए लोगों को आप 24 घंटे में ज़्यादा से ज़्यादा ₹2,000.00 भेज सकते हैं; ₹1,500.00 बाकी हैं।',
  ],
  [
    { code: 'transfer_limit', params: limited },
    { limit: 2000, left: 1500 },
    'You can send ₹1,500.00 more today. The limit is ₹2,000.00 a day.',
    'आप आज ₹1,500.00 और भेज सकते हैं। एक दिन की सीमा ₹2,000.00 है।',
  ],
]

test.each(samples.map((sample) => [sample[2], sample] as const))('%s', (_english, [refused, wire, english, hindi]) => {
  expect(refusalSentence(refused)).toBe(english)
  const params = wireParams(refused)
  expect(params).toEqual(wire)
  expect(hindiSentence(refused.code, JSON.parse(JSON.stringify(params)))).toBe(hindi)
})

// What Hindi also writes in Latin letters: names, brands and abbreviations.
const latin = /\b(BittPay|KYC|UPI|USDT|TRC20|OTP|PAN|ID|CSV|XLSX|JSON|JPEG|PNG|WebP|MB|Idempotency-Key)\b/g

test.each(Object.keys(refusals))('%s has a sentence in both languages', (code) => {
  const { message } = refusals[code as keyof typeof refusals]
  if (typeof message !== 'string') return expect(samples.map(([refused]) => refused.code)).toContain(code)
  expect(message).toMatch(/^[A-Z][^{}]+$/)
  const hindi = hindiSentence(code, undefined) ?? ''
  expect(hindi.replace(latin, '')).toMatch(/^[^A-Za-z{}]*[\u0900-\u097f][^A-Za-z{}]*$/)
})

test('a change without a known author has a sentence too', () => {
  expect(refusalSentence({ code: 'changed_meanwhile' })).toBe(
    'This was changed in the meantime. Please look at it again.',
  )
  expect(wireParams({ code: 'changed_meanwhile' })).toBeUndefined()
  expect(hindiSentence('changed_meanwhile', undefined)).toBe('इस बीच यह बदल गया। कृपया फिर से देखें।')
})

test('the first invalid field gives the sentence of the whole refusal', () => {
  const refused: Refused = { code: 'invalid', complaints: { name: { code: 'too_long', params: { max: 100 } } } }
  expect(refusalSentence(refused)).toBe('Use at most 100 characters')
})

test.each([
  ['a code of another version', 'from_tomorrow', {}],
  ['figures that are not those of the code', 'below_minimum', { of: 'deposit', minimum: 'much' }],
  ['no figures where there are some', 'rate_moved', undefined],
])('%s has no Hindi sentence, so the English one is shown', (_case, code, params) => {
  expect(hindiSentence(code, params)).toBeNull()
})

test('a field carries a complaint or a refusal, and no code is both', () => {
  expect(Object.keys(complaints).filter((code) => code in refusals)).toEqual([])
})

const sentencesOf = (text: string) => text.split(/[.।?!]\s/).length
const plain = Object.entries({ ...refusals, ...complaints }).flatMap(([code, entry]) => {
  const english = typeof entry === 'object' ? entry.message : entry
  return typeof english === 'string' ? [[code, english] as const] : []
})

test.each([
  ...plain.map(([code, english]) => [english, hindiSentence(code, undefined)] as const),
  ...samples.map(([, , english, hindi]) => [english, hindi] as const),
])('%s has as many sentences in Hindi', (english, hindi) => {
  expect(sentencesOf(hindi ?? '')).toBeGreaterThanOrEqual(sentencesOf(english))
})
