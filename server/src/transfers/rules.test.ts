import { paise } from '@bittkosh/contract/money'
import { describe, expect, test } from 'vitest'
import { acceptInitiate, type InitiateFacts, judgeCode, type VerifyFacts } from './rules.ts'

const now = new Date('2026-03-31T10:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)

describe('beginning a transfer', () => {
  const facts: InitiateFacts = {
    now,
    frozenUntil: null,
    sender: 1,
    receiver: 2,
    balance: paise(515_00n),
    quote: { amount: paise(500_00n), fee: paise(15_00n), total: paise(515_00n) },
  }
  test.each<[string, Partial<InitiateFacts>, string | null]>([
    ['the wallet holds exactly amount and fee', {}, null],
    ['a paisa is missing', { balance: paise(514_99n) }, 'insufficient_balance'],
    ['the recipient is unknown, inactive or an admin', { receiver: null }, 'recipient_unknown'],
    ['the recipient is the sender', { receiver: 1 }, 'recipient_self'],
    ['BittPay rests', { frozenUntil: later(1) }, 'bittpay_frozen'],
    ['the rest is over', { frozenUntil: now }, null],
  ])('%s', (_case, change, code) => {
    const decision = acceptInitiate({ ...facts, ...change })
    expect('refused' in decision ? decision.refused.code : null).toBe(code)
  })
})

describe('a code', () => {
  const facts: VerifyFacts = {
    now,
    frozenUntil: null,
    status: 'pending',
    expiresAt: later(1),
    codeMatches: true,
    wrongCodes: 0,
    wrongCodesToday: 0,
    receiverActive: true,
    balance: paise(515_00n),
    total: paise(515_00n),
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
    ['is right while BittPay rests', { frozenUntil: later(1) }, { verdict: 'refused' }],
    ['finds the receiver gone', { receiverActive: false }, { verdict: 'ended', status: 'failed' }],
    ['finds too little money', { balance: paise(514_99n) }, { verdict: 'ended', status: 'failed' }],
  ])('%s', (_case, change, verdict) => {
    expect(judgeCode({ ...facts, ...change })).toMatchObject(verdict)
  })
})
