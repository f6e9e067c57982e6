import { paise } from '@bittkosh/contract/money'
import { settingsFrom } from '@bittkosh/contract/settings'
import { describe, expect, test } from 'vitest'
import {
  FROZEN_MS,
  judgeTransfer,
  type InitiateFacts,
  judgeCode,
  leftOf,
  type Limits,
  limitsOf,
  OTP_LIFE_MS,
  overLimit,
  receivedNotice,
  triesLeft,
  type Used,
  type VerifyFacts,
  WRONG_CODES_WITHIN_MS,
} from './rules.ts'

const now = new Date('2026-03-31T10:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)

const rupees = (amount: number) => paise(BigInt(amount) * 100n)
const limits: Limits = { day: rupees(2_000), newRecipients: rupees(1_000), received: rupees(5_000), all: rupees(9_000) }
const nothing = paise(0n)
const used: Used = {
  sentToday: nothing,
  sentToNew: nothing,
  recipientIsNew: false,
  receivedToday: nothing,
  allToday: nothing,
}

describe('the limits of a day', () => {
  test.each<[string, number, Partial<Used>, string | null]>([
    ['all that is left of the day may be sent', 1_500, { sentToday: rupees(500) }, null],
    ['a rupee more may not', 1_501, { sentToday: rupees(500) }, 'transfer_limit'],
    ['the limit was lowered below what was sent', 1, { sentToday: rupees(3_000) }, 'transfer_limit'],
    ['a new recipient gets what is left for new ones', 600, { recipientIsNew: true, sentToNew: rupees(400) }, null],
    ['and no more', 601, { recipientIsNew: true, sentToNew: rupees(400) }, 'new_recipient_limit'],
    ['a known recipient is not limited by it', 601, { sentToNew: rupees(400) }, null],
    ['one person gets all that they may', 1_000, { receivedToday: rupees(4_000) }, null],
    ['many send to one person', 1_000, { receivedToday: rupees(4_001) }, 'receiver_limit'],
    ['all together send all that they may', 1_000, { allToday: rupees(8_000) }, null],
    ['all together have sent much', 1_000, { allToday: rupees(8_001) }, 'transfers_full'],
  ])('%s', (_case, amount, change, code) => {
    const refused = overLimit(rupees(amount), { used: { ...used, ...change }, limits })
    expect(refused?.code ?? null).toBe(code)
  })

  test('state what is left', () => {
    expect(overLimit(rupees(1_501), { used: { ...used, sentToday: rupees(500) }, limits })).toEqual({
      code: 'transfer_limit',
      params: { left: rupees(1_500), limit: rupees(2_000) },
    })
    const sentToNew = { ...used, recipientIsNew: true, sentToNew: rupees(400) }
    expect(overLimit(rupees(601), { used: sentToNew, limits })).toEqual({
      code: 'new_recipient_limit',
      params: { left: rupees(600), limit: rupees(1_000) },
    })
    expect(leftOf(rupees(5), rupees(9))).toBe(0n)
  })

  test('each have a setting', () => {
    const stored = ['daily_limit', 'new_recipient_limit', 'daily_received_limit', 'daily_limit_of_all']
    const settings = settingsFrom(new Map(stored.map((name, index) => [`transfer_${name}`, `${index + 1}`])))
    expect(limitsOf(settings)).toEqual({
      day: rupees(1),
      newRecipients: rupees(2),
      received: rupees(3),
      all: rupees(4),
    })
  })
})

test('a code is valid for five minutes; wrong ones count for a day and block BittPay for a day', () => {
  expect([OTP_LIFE_MS, WRONG_CODES_WITHIN_MS, FROZEN_MS]).toEqual([300_000, 86_400_000, 86_400_000])
})

test('the receiver is notified who sent how much', () => {
  const values = { sender: 'Asha', amount: rupees(5), note: null }
  expect(receivedNotice({ id: 9, ...values })).toEqual({ kind: 'transfer_received', about: 9, values })
})

test.each([
  ['nobody has guessed', 0, 0, 5],
  ['some for this transfer', 3, 3, 2],
  ['four each for two earlier transfers', 0, 8, 2],
  ['and one for this', 1, 9, 1],
])('%s: the tries that are left', (_case, wrongCodes, wrongCodesToday, left) => {
  expect(triesLeft({ wrongCodes, wrongCodesToday })).toBe(left)
})

describe('beginning a transfer', () => {
  const facts: InitiateFacts = {
    now,
    emailVerified: true,
    frozenUntil: null,
    isFrozen: false,
    pausedUntil: null,
    kycRevoked: false,
    sender: 1,
    receiver: 2,
    balance: paise(515_00n),
    quote: { amount: paise(500_00n), fee: paise(15_00n), total: paise(515_00n) },
    used,
    limits,
  }
  test.each<[string, Partial<InitiateFacts>, object]>([
    ['the wallet holds exactly amount and fee', {}, { receiver: 2 }],
    ['a paisa is missing', { balance: paise(514_99n) }, { code: 'insufficient_balance', field: 'amount' }],
    [
      'the sender has not proven their e-mail address',
      { emailVerified: false, receiver: null },
      { code: 'email_unverified' },
    ],
    [
      'nobody without money learns who exists',
      { balance: paise(0n), receiver: null },
      { code: 'insufficient_balance', field: 'amount' },
    ],
    [
      'the recipient is unknown, inactive, unproven or an admin',
      { receiver: null },
      { code: 'recipient_unknown', field: 'recipient' },
    ],
    ['the recipient is the sender', { receiver: 1 }, { code: 'recipient_self', field: 'recipient' }],
    [
      'the day is full',
      { used: { ...used, sentToday: rupees(1_600) } },
      { code: 'transfer_limit', field: 'amount', params: { limit: rupees(2_000), left: rupees(400) } },
    ],
    ['BittPay is blocked', { frozenUntil: later(1) }, { code: 'bittpay_frozen' }],
    ['the block is over', { frozenUntil: now }, { receiver: 2 }],
    [
      'the password or e-mail was changed',
      { pausedUntil: later(1) },
      { code: 'bittpay_paused', params: { until: later(1) } },
    ],
    ['the identity was revoked', { kycRevoked: true }, { code: 'kyc_revoked' }],
    [
      'an admin has frozen the sender, whatever else',
      { isFrozen: true, frozenUntil: later(1) },
      { code: 'money_frozen' },
    ],
  ])('%s', (_case, change, expected) => {
    const decision = judgeTransfer({ ...facts, ...change })
    expect('refused' in decision ? decision.refused : decision).toEqual(expected)
  })
})

describe('a code', () => {
  const facts: VerifyFacts = {
    now,
    emailVerified: true,
    frozenUntil: null,
    isFrozen: false,
    pausedUntil: null,
    kycRevoked: false,
    status: 'pending',
    expiresAt: later(1),
    codeMatches: true,
    wrongCodes: 0,
    wrongCodesToday: 0,
    receiverActive: true,
    balance: paise(515_00n),
    total: paise(515_00n),
    overLimit: null,
  }
  const wrong = { code: 'otp_wrong', field: 'otp' }
  const failed = { verdict: 'ended', status: 'failed' }
  test.each<[string, Partial<VerifyFacts>, object]>([
    ['that matches completes', {}, { verdict: 'complete' }],
    ['comes a millisecond late', { expiresAt: now }, { verdict: 'ended', status: 'expired', refused: wrong }],
    ['comes to a completed transfer', { status: 'completed' }, { verdict: 'refused', refused: wrong }],
    ['is wrong', { codeMatches: false }, { verdict: 'wrong', ends: false, freezes: false, refused: wrong }],
    [
      'is wrong the fifth time',
      { codeMatches: false, wrongCodes: 4 },
      { verdict: 'wrong', ends: true, freezes: false, refused: wrong },
    ],
    [
      'is the tenth wrong one within a day',
      { codeMatches: false, wrongCodesToday: 9 },
      { verdict: 'wrong', ends: true, freezes: true, refused: wrong },
    ],
    [
      'is right while BittPay is paused',
      { pausedUntil: now },
      { verdict: 'refused', refused: { code: 'bittpay_paused', params: { until: now } } },
    ],
    [
      'is right, but the e-mail address is no longer proven',
      { emailVerified: false },
      { verdict: 'refused', refused: { code: 'email_unverified' } },
    ],
    [
      'is right, but the identity was revoked',
      { kycRevoked: true },
      { verdict: 'refused', refused: { code: 'kyc_revoked' } },
    ],
    [
      'is right while its sender is frozen',
      { isFrozen: true },
      { verdict: 'refused', refused: { code: 'money_frozen' } },
    ],
    [
      'is right while BittPay is blocked',
      { frozenUntil: later(1) },
      { verdict: 'refused', refused: { code: 'bittpay_frozen' } },
    ],
    [
      'finds the receiver gone',
      { receiverActive: false },
      { ...failed, failure: 'recipient_inactive', refused: { code: 'recipient_unknown' } },
    ],
    [
      'would pass a limit',
      { overLimit: { code: 'receiver_limit' } },
      { ...failed, failure: 'over_limit', refused: { code: 'receiver_limit' } },
    ],
    [
      'finds too little money',
      { balance: paise(514_99n) },
      { ...failed, failure: 'insufficient_balance', refused: { code: 'insufficient_balance' } },
    ],
  ])('%s', (_case, change, verdict) => {
    expect(judgeCode({ ...facts, ...change })).toEqual(verdict)
  })
})
