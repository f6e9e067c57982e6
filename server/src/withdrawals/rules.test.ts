import { paise, ppm } from '@bittkosh/contract/money'
import type { WithdrawalForm } from '@bittkosh/contract/withdrawals'
import { describe, expect, test } from 'vitest'
import { bankOfIfsc } from '../platform/ifsc.ts'
import {
  judgeClaim,
  judgeStops,
  judgeDecision,
  judgeRelease,
  judgeWithdrawal,
  nameDiffers,
  payeeKey,
  type WithdrawalFacts,
} from './rules.ts'
import { isTrc20Address } from '../platform/trc20.ts'

const now = new Date('2026-11-21T05:12:00Z')
const facts = (change: Partial<WithdrawalFacts> = {}): WithdrawalFacts => ({
  emailVerified: true,
  kycApproved: true,
  isFrozen: false,
  pausedUntil: null,
  minimum: paise(500_00n),
  feeRate: ppm(70_000n),
  usdtRate: paise(90_00n),
  ...change,
})
const usdtContract = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const form = (change: Partial<WithdrawalForm> = {}): WithdrawalForm => ({
  amount: paise(900_00n),
  type: 'upi',
  withdrawal_details: { upi_id: 'ravi@okhdfc' },
  ...change,
})
const crypto = (change: Partial<WithdrawalForm> = {}) =>
  form({ type: 'crypto', withdrawal_details: { address: usdtContract }, ...change })

test.each<[string, WithdrawalForm, WithdrawalFacts, string | undefined]>([
  ['a plain request passes', form(), facts(), undefined],
  ['exactly the minimum passes', form({ amount: paise(500_00n) }), facts(), undefined],
  ['a paisa below the minimum', form({ amount: paise(499_99n) }), facts(), 'below_minimum'],
  [
    'without KYC nothing else is looked at',
    form({ withdrawal_details: {} }),
    facts({ kycApproved: false }),
    'kyc_required',
  ],
  ['with an e-mail address that is not proven', form(), facts({ emailVerified: false }), 'email_unverified'],
  ['while withdrawals are paused', form(), facts({ pausedUntil: now }), 'withdrawals_paused'],
  ['while frozen', form(), facts({ isFrozen: true, pausedUntil: now }), 'money_frozen'],
  ['missing details', form({ withdrawal_details: {} }), facts(), 'upi_required'],
  ['a right TRC20 address passes', crypto(), facts(), undefined],
  [
    'a TRC20 address with two letters swapped',
    crypto({ withdrawal_details: { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjL6jt' } }),
    facts(),
    'usdt_address_wrong',
  ],
  ['ten USDT at 90 are ₹900', crypto({ usdt_amount: 10_000_000n }), facts(), undefined],
  [
    'ten USDT after the rate moved',
    crypto({ usdt_amount: 10_000_000n }),
    facts({ usdtRate: paise(91_00n) }),
    'rate_moved',
  ],
])('%s', (_case, input, given, code) => {
  const decision = judgeWithdrawal(input, given)
  expect('refused' in decision ? decision.refused.code : undefined).toBe(code)
})

test('a pause says until when', () => {
  expect(judgeWithdrawal(form(), facts({ pausedUntil: now }))).toMatchObject({
    refused: { code: 'withdrawals_paused', params: { until: now } },
  })
})

test.each<[string, Parameters<typeof judgeDecision>[0], object]>([
  ['approving without a reference', { status: 'approved' }, { refused: { code: 'transaction_id_required' } }],
  [
    'approving with an empty one',
    { status: 'approved', transaction_id: '' },
    { refused: { code: 'transaction_id_required' } },
  ],
  [
    'rejecting without a note',
    { status: 'rejected', admin_note: '' },
    { refused: { code: 'rejection_note_required' } },
  ],
  ['approving', { status: 'approved', transaction_id: '4321' }, { transactionId: '4321', note: null }],
  [
    'rejecting',
    { status: 'rejected', admin_note: 'no', transaction_id: 'x' },
    { transactionId: null, preset: null, note: 'no' },
  ],
  [
    'rejecting for a usual reason',
    { status: 'rejected', rejection_preset: 'made_twice' },
    { transactionId: null, preset: 'made_twice', note: null },
  ],
])('%s', (_case, body, expected) => {
  expect(judgeDecision(body)).toMatchObject(expected)
})

describe('TRC20 addresses', () => {
  test.each([
    ['the USDT contract', usdtContract, true],
    ['one letter changed', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', false],
    ['cut off', usdtContract.slice(0, 33), false],
    ['an Ethereum address', '0xdAC17F958D2ee523a2206206994597C13D831ec7', false],
    ['a Bitcoin address', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', false],
    ['nothing', '', false],
    ['letters that Base58 does not have', 'T0OIl0OIl0OIl0OIl0OIl0OIl0OIl0OIl0', false],
  ])('%s', (_case, address, valid) => {
    expect(isTrc20Address(address)).toBe(valid)
  })
})

test.each([
  ['HDFC0000001', { known: true, bank: 'HDFC Bank' }],
  ['hdfc0000001', { known: true, bank: 'HDFC Bank' }],
  ['HDFC0ZZZZZZ', { known: false, bank: 'HDFC Bank' }],
  ['ZZZZ0000001', { known: false, bank: null }],
  ['HDFC', { known: false, bank: null }],
  ['__proto__', { known: false, bank: null }],
])('the bank list knows %s: %j', (code, expected) => {
  expect(bankOfIfsc(code)).toEqual(expected)
})

test('the same account has the same key, however it was typed', () => {
  const account = (account_number: string, ifsc_code: string) =>
    payeeKey({ type: 'bank', details: { bank_name: 'x', account_name: 'y', account_number, ifsc_code } })
  expect(account('000501001234417', 'HDFC0000001')).toBe(account('501001234417', 'HDFC0000452'))
  expect(payeeKey({ type: 'upi', details: { upi_id: 'Ravi@OkHDFC' } })).toBe('upi ravi@okhdfc')
})

test.each([
  ['Ravi Kumar', 'RAVI K', false],
  ['Asha R. Rao', 'Asha Rao', false],
  ['आशा राव', 'आशा', false],
  ['Meera Joshi', 'Ravi Kumar', true],
])('%s and %s differ: %s', (account, user, differs) => {
  expect(nameDiffers(account, user)).toBe(differs)
})

const claim = { by: 7, name: 'Meera', at: now }
const refused = { refused: { code: 'claimed_by_other', params: { by: 'Meera', at: now, now } } }

test.each([
  ['one that nobody pays', null, { admin: 8 }, { isNew: true }],
  ['one that nobody pays any more, to be taken over', null, { admin: 8, takeOverFrom: 7 }, { isNew: true }],
  ['their own again', claim, { admin: 7 }, { isNew: false }],
  ["another admin's", claim, { admin: 8 }, refused],
  ["another admin's, taken over by name", claim, { admin: 8, takeOverFrom: 7 }, { isNew: true }],
  ["another admin's, taken over from a third", claim, { admin: 8, takeOverFrom: 9 }, refused],
  ["another admin's, taken over from themselves", claim, { admin: 8, takeOverFrom: 8 }, refused],
])('an admin claims %s', (_case, held, who, expected) => {
  expect(judgeClaim(held, { ...who, now })).toEqual(expected)
})

const free = { isFrozen: false, kycApproved: true }
const frozen = { refused: { code: 'requester_frozen' } }
const unproven = { refused: { code: 'owner_kyc_missing' } }

test.each([
  ['anybody', free, { saysPaid: false, holdsClaim: false }, { isPaidBefore: false }],
  ['anybody, said to be paid for nothing', free, { saysPaid: true, holdsClaim: true }, { isPaidBefore: false }],
  ['a frozen person', { ...free, isFrozen: true }, { saysPaid: false, holdsClaim: true }, frozen],
  ['a frozen person, by who had not begun', { ...free, isFrozen: true }, { saysPaid: true, holdsClaim: false }, frozen],
  [
    'a frozen person, paid before',
    { ...free, isFrozen: true },
    { saysPaid: true, holdsClaim: true },
    { isPaidBefore: true },
  ],
  ['one whose approval is gone', { ...free, kycApproved: false }, { saysPaid: false, holdsClaim: true }, unproven],
  [
    'such a one, paid before',
    { ...free, kycApproved: false },
    { saysPaid: true, holdsClaim: true },
    { isPaidBefore: true },
  ],
  ['both', { isFrozen: true, kycApproved: false }, { saysPaid: true, holdsClaim: false }, frozen],
])('money goes to %s', (_case, owner, who, expected) => {
  expect(judgeStops(owner, who)).toEqual(expected)
})

test.each([
  ['their own', claim, 7, { released: true }],
  ["another admin's", claim, 8, refused],
  ['one that nobody pays', null, 7, { refused: { code: 'not_claimed' } }],
])('an admin gives up %s', (_case, held, admin, expected) => {
  expect(judgeRelease(held, { admin, now })).toEqual(expected)
})
