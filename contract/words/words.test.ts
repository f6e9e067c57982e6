/** Every sentence that the program writes to people, rendered in both languages. */
import { describe, expect, test } from 'vitest'
import { alertKindNames } from '../alerts.ts'
import { auditActions, auditFields, auditSubjects } from '../audit.ts'
import { languages } from '../language.ts'
import { negate, paise, ZERO } from '../money.ts'
import { linkOf, type NoticeKind, notices, type NoticeValues } from '../notices.ts'
import { lineStates } from '../bankStatements.ts'
import { requestStates } from '../requestStates.ts'
import { actText, fieldNameText, fieldValueText, kindText } from './audit.ts'
import { deviceText } from './devices.ts'
import { mailWords, textWords } from './mails.ts'
import { type MailKind, type MailValues } from '../mails.ts'
import { noticeWords } from './notices.ts'
import { depositReasons, kycReasons, rejectionOf, withdrawalReasons } from '../reasons.ts'
import { keysOf } from '../tables.ts'
import { reasonText, reasonWords } from './reasons.ts'
import { withdrawalReasonWords } from './withdrawalReasons.ts'

const amount = paise(1_250_50n)
const DEVANAGARI = /[\u0900-\u097f]/
const ENGLISH_MONTH =
  /\b(Jan(uary)?|Feb(ruary)?|Mar(ch)?|Apr(il)?|May|June?|July?|Aug(ust)?|Sept?(ember)?|Oct(ober)?|Nov(ember)?|Dec(ember)?)\b/

/** Values of each kind, with and without the optional ones. */
const noticeSamples: { [K in NoticeKind]: NoticeValues[K][] } = {
  deposit_approved: [
    { amount, bonus: ZERO, package: null, note: null },
    { amount, bonus: paise(25_00n), package: 'Gold', note: 'Thanks' },
  ],
  deposit_rejected: [
    { amount, package: null, preset: 'payment_not_found', note: null },
    { amount, package: 'Gold', preset: null, note: 'Not found' },
  ],
  deposit_reversed: [
    { amount, bonus: ZERO, package: null, reason: 'Paid by somebody else' },
    { amount, bonus: paise(25_00n), package: 'Gold', reason: 'Booked twice' },
  ],
  withdrawal_approved: [
    { amount, reference: '4321' },
    { amount, net: amount, reference: '4321' },
  ],
  withdrawal_rejected: [
    { amount, preset: 'made_twice', note: 'See 12' },
    { amount, preset: null, note: 'Name differs' },
  ],
  withdrawal_returned: [{ amount, reason: 'Account closed' }],
  kyc_approved: [{ document: 'aadhar' }, { document: 'pan' }],
  kyc_rejected: [
    { document: 'pan', preset: 'photo_unclear', note: null },
    { document: 'aadhar', preset: null, note: 'Glare.' },
  ],
  kyc_revoked: [{ document: 'pan', reason: 'The card is another person’s.' }],
  transfer_received: [
    { sender: 'Asha', amount, note: null },
    { sender: 'Asha', amount, note: 'Rent' },
  ],
  plan_matured: [{ plan: 'BTC Saver', amount, profit: amount }],
  plan_claimed: [{ plan: 'BTC Saver', amount, profit: amount }],
  referral_reward: [{ amount }],
  referral_income: [{ amount }, { amount, month: '2026-11-01' }],
  contact_lost: [{ contact: 'email' }, { contact: 'phone' }],
  closing_lapsed: [{ because: 'money' }, { because: 'requests' }],
  money_frozen: [{}],
  money_unfrozen: [{}],
  support_answered: [{}],
  balance_adjusted: [
    { reason: null },
    { change: amount, reason: null },
    { change: negate(amount), reason: 'Paid twice' },
  ],
}

const mailSamples: { [K in MailKind]: MailValues[K][] } = {
  email_code: [{ code: '123456' }],
  email_claim: [{ link: 'https://example.in/claim-email' }],
  password_changed: (['by_admin', 'changed', 'reset'] as const).flatMap((way) =>
    ['Asha', null].map((name) => ({ name, way })),
  ),
  contacts_changed: [
    { name: null, changed: ['email'] },
    { name: 'Asha', changed: ['email', 'phone'] },
  ],
  new_device: [
    { browser: 'Chrome', system: 'Android' },
    { browser: null, system: null },
  ].map((device) => ({
    name: 'Asha',
    device,
    at: new Date('2026-11-21T05:12:00Z'),
    link: 'https://example.in/change-password',
  })),
  password_reset_link: ['Asha', null].map((name) => ({ name, link: 'https://example.in/reset' })),
  second_factor: (['set_up', 'removed', 'reset'] as const).map((way) => ({ name: 'Asha', way })),
  method_changed: [true, false].map((isNew) => ({
    isNew,
    by: 'Meera',
    method: 'UPI',
    changes: [{ field: 'upi_id' as const, from: isNew ? null : 'old@bank', to: 'new@bank' }],
  })),
  admin_roles: (['made', 'changed'] as const).map((change) => ({
    change,
    by: 'Meera',
    admin: 'Ravi',
    roles: ['finance', 'support'] as const,
  })),
  commits_lost: [{ count: 3, first: 'transfer 35 (user 7 welcomed)' }],
  deposit_reversed: [
    { name: 'Asha', amount, bonus: ZERO, reason: 'Booked twice' },
    { name: null, amount, bonus: paise(25_00n), reason: 'Booked twice' },
  ],
  kyc_revoked: ['Asha', null].map((name) => ({ name, document: 'aadhar' as const, reason: 'Another person’s card' })),
  alert: alertKindNames.flatMap((kind) =>
    [0, 2].map((more) => ({ kind, record: more === 0 ? null : 12, more, link: 'https://example.in/admin/alerts' })),
  ),
  transfer_code: [{ code: '123456', amount, receiver: 'Asha', total: amount }],
  bittpay_paused: [{}],
  closing_asked: ['Asha', null].map((name) => ({ name, day: '2026-12-11', link: 'https://example.in/profile' })),
  closing_lapsed: (['money', 'requests'] as const).map((because) => ({ name: 'Asha', because })),
  money_frozen: [{ name: 'Asha' }, { name: null }],
  money_unfrozen: [{ name: 'Asha' }, { name: null }],
  withdrawal_returned: ['Asha', null].map((name) => ({
    name,
    amount,
    reason: 'Account closed',
    link: 'https://example.in/wallet',
  })),
  contact_confirm: [{ link: 'https://example.in/contact' }],
  support_answer: ['We have found it.', null].map((words) => ({ words, link: 'https://example.in/support' })),
  proposal_decided: (['approved', 'declined', 'stale'] as const).map((status) => ({
    name: 'Meera',
    act: { action: 'deposit approved', amount },
    status,
    by: 'Ravi',
    reason: status === 'approved' ? null : 'Asha called',
  })),
}

describe.each(languages)('in %s', (language) => {
  function check(text: string) {
    expect(text).not.toMatch(/undefined|null|NaN|[{}]|\[object|[.।]{2}/)
    expect(DEVANAGARI.test(text)).toBe(language === 'hi')
    if (language === 'hi') expect(text).not.toMatch(ENGLISH_MONTH)
  }

  test.each(keysOf(notices))('the notice %s', (kind) => {
    checkNotice(kind)
  })
  function checkNotice<K extends NoticeKind>(kind: K) {
    for (const values of noticeSamples[kind]) {
      const { title, message } = noticeWords[language][kind](values)
      check(title)
      check(message)
    }
  }

  test.each(keysOf(mailSamples))('the mail %s', (kind) => {
    checkMail(kind)
  })
  function checkMail<K extends MailKind>(kind: K) {
    for (const values of mailSamples[kind]) {
      const { subject, body } = mailWords[language][kind](values)
      check(subject)
      check(body)
    }
  }

  test.each([
    textWords[language].phone_code({ code: '123456' }),
    textWords[language].transfer_code({ code: '123456', amount, receiver: 'Asha' }),
  ])('a short message begins with its code: %s', (text) => {
    check(text)
    expect(text).toMatch(/^123456 /)
  })

  test.each(Object.entries(reasonWords[language]))('the reason %s', (_code, words) => check(words))
})

test.each([
  ['en', { browser: 'Chrome', system: 'Android' }, 'Chrome on Android'],
  ['hi', { browser: 'Chrome', system: 'Android' }, 'Android पर Chrome'],
  ['hi', { browser: 'Firefox', system: null }, 'Firefox'],
  ['hi', { browser: null, system: 'iPhone' }, 'iPhone'],
  ['hi', { browser: null, system: null }, null],
] as const)('in %s, the device %j is %s', (language, device, text) => expect(deviceText(language, device)).toBe(text))

// Names that are the same in both languages: abbreviations that people read in Latin letters.
const sameInBoth = ['kyc', 'upi_id', 'ifsc_code']

test.each([
  ...auditActions.map((action) => [action, actText('hi', action)] as const),
  ...auditSubjects.map((subject) => [subject, kindText('hi', subject)] as const),
  ...auditFields.map((field) => [field, fieldNameText('hi', field)] as const),
])('the log says %s in Hindi', (name, words) => {
  expect(sameInBoth.includes(name) || DEVANAGARI.test(words)).toBe(true)
})

test.each([...lineStates, ...Object.keys(requestStates)])('the log says the state %s in Hindi', (state) => {
  expect(fieldValueText('hi', state)).toMatch(DEVANAGARI)
})

test('an English entry is shown as stored, except that KYC is in capitals, and an unknown act of an older version in every language', () => {
  expect(actText('en', 'deposit approved')).toBe('deposit approved')
  expect([actText('en', 'kyc approved'), kindText('en', 'kyc')]).toEqual(['KYC approved', 'KYC'])
  expect(fieldNameText('en', 'details.upi_id')).toBe('details.upi id')
  expect(actText('hi', 'comet observed')).toBe('comet observed')
  expect(kindText('hi', 'min_deposit_limit')).toBe('min_deposit_limit')
  expect(fieldValueText('hi', 'constructor')).toBeUndefined()
})

test.each([
  [{ preset: 'made_twice', note: null } as const, 'This request was made twice.'],
  [{ preset: 'made_twice', note: 'See 12' } as const, 'This request was made twice. See 12'],
  [{ preset: null, note: 'Name differs' }, 'Name differs'],
  [{ preset: null, note: null }, null],
])('the reason of %j', (rejection, text) => expect(reasonText('en', rejection)).toBe(text))

test.each([
  ['a usual reason', ' This request was made twice. ', { preset: 'made_twice', note: null }],
  ['one with a word changed', 'This request was made thrice.', { preset: null, note: 'This request was made thrice.' }],
  ['one of another room', reasonWords.en.card_cut_off, { preset: null, note: reasonWords.en.card_cut_off }],
])('%s is distinguished from free text', (_case, typed, rejection) => {
  expect(rejectionOf(typed, { reasons: withdrawalReasons, words: withdrawalReasonWords.en })).toEqual(rejection)
})

test.each([[depositReasons], [withdrawalReasons], [kycReasons]])('digits can select each of %j', (reasons) => {
  expect(reasons.length).toBeLessThanOrEqual(9)
})

test.each([
  ['deposit', 12, '/wallet?id=deposit-12'],
  ['transfer', 7, '/wallet?id=balance_transfer_received-7'],
  ['claim', 3, '/wallet?id=crypto_investment_claim-3'],
  ['referrals', null, '/wallet?kind=referrals'],
  ['kyc', 4, '/profile#kyc'],
  ['account', null, '/profile'],
  ['freeze', null, '/withdraw'],
  ['conversation', 5, '/support?id=5'],
] as const)('%s %s opens %s', (subject, id, link) => expect(linkOf(subject, id)).toBe(link))
