import { paise } from '@bittkosh/contract/money'
import { describe, expect, test } from 'vitest'
import {
  judgeTransfer,
  type InitiateFacts,
  judgeCode,
  leftOf,
  type Limits,
  overLimit,
  type Used,
  type VerifyFacts,
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
    ['someone new gets what is left for new ones', 600, { recipientIsNew: true, sentToNew: rupees(400) }, null],
    ['and not more', 601, { recipientIsNew: true, sentToNew: rupees(400) }, 'new_recipient_limit'],
    ['someone known is not held to it', 601, { sentToNew: rupees(400) }, null],
    ['many send to one person', 1_000, { receivedToday: rupees(4_001) }, 'receiver_limit'],
    ['all together have sent much', 1_000, { allToday: rupees(8_001) }, 'transfers_full'],
  ])('%s', (_case, amount, change, code) => {
    const refused = overLimit(rupees(amount), { used: { ...used, ...change }, limits })
    expect(refused?.code ?? null).toBe(code)
  })

  test('what is left is said', () => {
    expect(overLimit(rupees(1_501), { used: { ...used, sentToday: rupees(500) }, limits })).toEqual({
      code: 'transfer_limit',
      params: { left: rupees(1_500), limit: rupees(2_000) },
    })
    expect(leftOf(rupees(5), rupees(9))).toBe(0n)
  })
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
  test.each<[string, Partial<InitiateFacts>, string | null]>([
    ['the wallet holds exactly amount and fee', {}, null],
    ['a paisa is missing', { balance: paise(514_99n) }, 'insufficient_balance'],
    ['the sender has not proven their e-mail address', { emailVerified: false, receiver: null }, 'email_unverified'],
    ['nobody without money learns who exists', { balance: paise(0n), receiver: null }, 'insufficient_balance'],
    ['the recipient is unknown, inactive, unproven or an admin', { receiver: null }, 'recipient_unknown'],
    ['the recipient is the sender', { receiver: 1 }, 'recipient_self'],
    ['the day is full', { used: { ...used, sentToday: rupees(1_600) } }, 'transfer_limit'],
    ['BittPay rests', { frozenUntil: later(1) }, 'bittpay_frozen'],
    ['the rest is over', { frozenUntil: now }, null],
    ['the password or e-mail was changed', { pausedUntil: later(1) }, 'bittpay_paused'],
    ['the identity was revoked', { kycRevoked: true }, 'kyc_revoked'],
    ['an admin has frozen the sender, whatever else', { isFrozen: true, frozenUntil: later(1) }, 'money_frozen'],
  ])('%s', (_case, change, code) => {
    const decision = judgeTransfer({ ...facts, ...change })
    expect('refused' in decision ? decision.refused.code : null).toBe(code)
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
  test.each<[string, Partial<VerifyFacts>, object]>([
    ['that matches completes', {}, { verdict: 'complete' }],
    ['comes a millisecond late', { expiresAt: now }, { verdict: 'ended', status: 'expired', refused: wrong }],
    ['comes to a completed transfer', { status: 'completed' }, { verdict: 'refused', refused: wrong }],
    ['is wrong', { codeMatches: false }, { verdict: 'wrong', ends: false, freezes: false }],
    [
      'is wrong the fifth time',
      { codeMatches: false, wrongCodes: 4 },
      { verdict: 'wrong', ends: true, freezes: false },
    ],
    [
      'is the tenth wrong one within a day',
      { codeMatches: false, wrongCodesToday: 9 },
      { verdict: 'wrong', ends: true, freezes: true },
    ],
    [
      'is right while BittPay is paused',
      { pausedUntil: now },
      {
        verdict: 'refused',
        refused: {
          code: 'bittpay_paused',
          params: { until: now },
        },
      },
    ],
    ['is right, but the e-mail address is not proven any more', { emailVerified: false }, { verdict: 'refused' }],
    [
      'is right while its sender is frozen',
      { isFrozen: true },
      { verdict: 'refused', refused: { code: 'money_frozen' } },
    ],
    ['is right while BittPay rests', { frozenUntil: later(1) }, { verdict: 'refused' }],
    ['finds the receiver gone', { receiverActive: false }, { verdict: 'ended', failure: 'recipient_inactive' }],
    ['would pass a limit', { overLimit: { code: 'receiver_limit' } }, { verdict: 'ended', failure: 'over_limit' }],
    ['finds too little money', { balance: paise(514_99n) }, { verdict: 'ended', failure: 'insufficient_balance' }],
  ])('%s', (_case, change, verdict) => {
    expect(judgeCode({ ...facts, ...change })).toMatchObject(verdict)
  })
})
