import { paise, ppm } from '@bittkosh/contract/money'
import type { WithdrawalForm } from '@bittkosh/contract/withdrawals'
import { describe, expect, test } from 'vitest'
import { bankOfIfsc } from '../platform/ifsc.ts'
import {
  flagsOf,
  judgeClaim,
  judgeStops,
  judgeDecision,
  judgeNewPayee,
  judgeRequest,
  judgeRelease,
  judgeWithdrawal,
  nameDiffers,
  NEW_PAYEE_MS,
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

test.each<[string, WithdrawalForm, Partial<WithdrawalFacts>, object | null]>([
  ['a plain request passes', form(), {}, null],
  ['exactly the minimum passes', form({ amount: paise(500_00n) }), {}, null],
  [
    'a paisa below the minimum',
    form({ amount: paise(499_99n) }),
    {},
    { code: 'below_minimum', field: 'amount', params: { of: 'withdrawal', minimum: 500_00n } },
  ],
  [
    'without KYC nothing else is checked',
    form({ withdrawal_details: {} }),
    { kycApproved: false },
    { code: 'kyc_required' },
  ],
  ['with an e-mail address that is not proven', form(), { emailVerified: false }, { code: 'email_unverified' }],
  [
    'while withdrawals are paused',
    form(),
    { pausedUntil: now },
    { code: 'withdrawals_paused', params: { until: now } },
  ],
  ['while frozen', form(), { isFrozen: true, pausedUntil: now }, { code: 'money_frozen' }],
  [
    'missing details',
    form({ withdrawal_details: {} }),
    {},
    { code: 'upi_required', field: 'withdrawal_details.upi_id' },
  ],
  ['a right TRC20 address passes', crypto(), {}, null],
  [
    'a TRC20 address with two letters swapped',
    crypto({ withdrawal_details: { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjL6jt' } }),
    {},
    { code: 'usdt_address_wrong', field: 'withdrawal_details.address' },
  ],
  ['ten USDT at 90 are ₹900', crypto({ usdt_amount: 10_000_000n }), {}, null],
  [
    'ten USDT after the rate moved',
    crypto({ usdt_amount: 10_000_000n }),
    { usdtRate: paise(91_00n) },
    { code: 'rate_moved', field: 'amount', params: { rate: 91_00n } },
  ],
  ['with the fee that was shown', form({ processing_fee: paise(63_00n) }), {}, null],
  [
    'after the fee that was shown has changed',
    form({ processing_fee: paise(63_00n) }),
    { feeRate: ppm(70_012n) },
    { code: 'terms_moved', field: 'amount' },
  ],
  ['USDT that were typed before UPI was chosen', form({ usdt_amount: 1n }), {}, null],
])('%s', (_case, input, change, refused) => {
  const decision = judgeWithdrawal(input, facts(change))
  expect('refused' in decision ? decision.refused : null).toEqual(refused)
})

test.each([
  ['rupees have no rate', form(), { fee: 63_00n, net: 837_00n, usdt: null }, null],
  ['USDT keep the rate of the moment', crypto(), { fee: 63_00n, net: 837_00n, usdt: 9_300_000n }, 90_00n],
])('a request of ₹900: %s', (_case, input, quote, usdtRate) => {
  expect(judgeWithdrawal(input, facts())).toMatchObject({ payee: { type: input.type }, quote, usdtRate })
})

describe('money to new accounts within 24 hours', () => {
  const fine = { fine: true }
  const limit = paise(1_000_00n)
  const leaves = (left: bigint) => ({ refused: { code: 'new_payee_limit', field: 'amount', params: { limit, left } } })
  test.each([
    ['all that is left may go to a new one', 600_00n, true, 400_00n, fine],
    ['a paisa more may not', 600_01n, true, 400_00n, leaves(600_00n)],
    ['a known one has no limit', 600_01n, false, 400_00n, fine],
    ['nothing is left', 1n, true, 1_000_00n, leaves(0n)],
    ['the limit was lowered below what was asked for', 1n, true, 3_000_00n, leaves(0n)],
  ])('%s', (_case, amount, payeeIsNew, askedToNew, expected) => {
    const asked = { amount: paise(amount), payeeIsNew, askedToNew: paise(askedToNew), limit }
    expect(judgeNewPayee(asked)).toEqual(expected)
  })

  test.each([
    ['less than the minimum, and more than the wallet holds', form({ amount: paise(1_00n) }), 0n, 'below_minimum'],
    ['more than the wallet holds and than may leave', form(), 899_99n, 'insufficient_balance'],
    ['more than may leave', form(), 900_00n, 'new_payee_limit'],
  ])('%s', (_case, input, balance, code) => {
    const wallet = { balance: paise(balance), payeeIsNew: true, askedToNew: paise(500_00n), limit }
    expect(judgeRequest(input, { ...facts(), ...wallet })).toMatchObject({ refused: { code } })
  })

  test('the window is one day', () => expect(NEW_PAYEE_MS).toBe(86_400_000))
})

const paid = { preset: null, note: null }
const unpaid = { transactionId: null, referenceKey: null }
const noReference = { refused: { code: 'transaction_id_required', field: 'transaction_id' } }
test.each<[string, Parameters<typeof judgeDecision>[0], object]>([
  ['approving without a reference', { status: 'approved' }, noReference],
  ['approving with an empty one', { status: 'approved', transaction_id: '' }, noReference],
  [
    'approving with one that has no letter or digit',
    { status: 'approved', transaction_id: '--' },
    { refused: { code: 'reference_unreadable', field: 'transaction_id' } },
  ],
  [
    'rejecting without a note',
    { status: 'rejected', admin_note: '' },
    { refused: { code: 'rejection_note_required', field: 'admin_note' } },
  ],
  [
    'approving',
    { status: 'approved', transaction_id: 'utr 43-21a' },
    { transactionId: 'utr 43-21a', referenceKey: '4321A', ...paid },
  ],
  [
    'approving keeps no reason of a rejection',
    { status: 'approved', transaction_id: '4321', rejection_preset: 'made_twice' },
    { transactionId: '4321', referenceKey: '4321', ...paid },
  ],
  ['rejecting', { status: 'rejected', admin_note: 'no', transaction_id: 'x' }, { ...unpaid, preset: null, note: 'no' }],
  [
    'rejecting for a usual reason',
    { status: 'rejected', rejection_preset: 'made_twice' },
    { ...unpaid, preset: 'made_twice', note: null },
  ],
])('%s', (_case, body, expected) => {
  expect(judgeDecision(body)).toEqual(expected)
})

describe('TRC20 addresses', () => {
  test.each([
    ['the USDT contract', usdtContract, true],
    ['one letter changed', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', false],
    ['cut off', usdtContract.slice(0, 33), false],
    ['an Ethereum address', '0xdAC17F958D2ee523a2206206994597C13D831ec7', false],
    ['a Bitcoin address', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', false],
    ['one with its checksum and a byte too many', '2zVR6MJGsFrzybvnLtqFfNviZ4NGQxX3nmWa', false],
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

test('the same account has the same key, however it was typed, and no other account has it', () => {
  const account = (account_number: string, ifsc_code: string) =>
    payeeKey({ type: 'bank', details: { bank_name: 'x', account_name: 'y', account_number, ifsc_code } })
  expect(account('000501001234417', 'HDFC0000001')).toBe('bank HDFC 501001234417')
  expect(account('501001234417', 'HDFC0000452')).toBe('bank HDFC 501001234417')
  expect(account('501000234417', 'HDFC0000452')).toBe('bank HDFC 501000234417')
  expect(account('5010-0123 4417', 'HDFC0000452')).toBe('bank HDFC 501001234417')
  for (const upi_id of ['Ravi@OkHDFC', 'ravi@okhdfc.', 'ravi@ok hdfc'])
    expect(payeeKey({ type: 'upi', details: { upi_id } })).toBe('upi ravi@okhdfc')
  expect(payeeKey({ type: 'crypto', details: { address: usdtContract } })).toBe(`crypto ${usdtContract}`)
})

test.each([
  ['Ravi Kumar', 'RAVI K', false],
  ['Asha R. Rao', 'Asha Rao', false],
  ['Asha R. Rao', 'Ravi R. Das', true], // an initial is no name
  ['आशा राव', 'आशा', false],
  ['Meera Joshi', 'Ravi Kumar', true],
])('%s and %s differ: %s', (account, user, differs) => {
  expect(nameDiffers(account, user)).toBe(differs)
})

const claim = { by: 7, name: 'Meera', at: now }
const refused = { refused: { code: 'claimed_by_other', params: { by: 'Meera', at: now, now } } }

test.each([
  ['an unclaimed one', null, { admin: 8 }, { isNew: true }],
  ['one that was released, as a takeover', null, { admin: 8, takeOverFrom: 7 }, { isNew: true }],
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
  ['anybody, needlessly reported as paid before', free, { saysPaid: true, holdsClaim: true }, { isPaidBefore: false }],
  ['a frozen person', { ...free, isFrozen: true }, { saysPaid: false, holdsClaim: true }, frozen],
  ['a frozen person, without the claim', { ...free, isFrozen: true }, { saysPaid: true, holdsClaim: false }, frozen],
  [
    'a frozen person, paid before',
    { ...free, isFrozen: true },
    { saysPaid: true, holdsClaim: true },
    { isPaidBefore: true },
  ],
  ['a person without approval', { ...free, kycApproved: false }, { saysPaid: false, holdsClaim: true }, unproven],
  [
    'a person without approval, paid before',
    { ...free, kycApproved: false },
    { saysPaid: true, holdsClaim: true },
    { isPaidBefore: true },
  ],
  ['both', { isFrozen: true, kycApproved: false }, { saysPaid: true, holdsClaim: false }, frozen],
])('money goes to %s', (_case, owner, who, expected) => {
  expect(judgeStops(owner, who)).toEqual(expected)
})

const bankHas = { isDownloaded: true, isWithBank: true }
test.each([
  ['their own', claim, 7, null, { released: true }],
  ["another admin's", claim, 8, null, refused],
  ['an unclaimed one', null, 7, null, { refused: { code: 'not_claimed' } }],
  ['their own in a batch without a file', claim, 7, { isDownloaded: false, isWithBank: false }, { released: true }],
  [
    'their own in a downloaded file',
    claim,
    7,
    { isDownloaded: true, isWithBank: false },
    { refused: { code: 'payout_file_downloaded', params: { batch: 3 } } },
  ],
  ['their own that the bank has', claim, 7, bankHas, { refused: { code: 'with_bank' } }],
  ["another admin's that the bank has", claim, 8, bankHas, refused],
])('an admin releases %s', (_case, held, admin, batch, expected) => {
  expect(judgeRelease(held, { admin, now, batch: batch && { id: 3, ...batch } })).toEqual(expected)
})

const account = { bank_name: 'Bank', account_name: 'Ravi Kumar', account_number: '123456789', ifsc_code: 'SBIN0000001' }
const erased = { bank_name: '', account_name: '', account_number: '', ifsc_code: '' }
test.each([
  ['an unusual UPI ID', { type: 'upi', details: { upi_id: 'ravi' } }, ['upi_form']],
  [
    'another name and an unknown bank',
    { type: 'bank', details: { ...account, ifsc_code: 'XXXX0000001' } },
    ['ifsc_unknown', 'name_differs'],
  ],
  ['an erased UPI ID', { type: 'upi', details: { upi_id: '' } }, []],
  ['an erased bank account', { type: 'bank', details: erased }, []],
] as const)('an admin is told of %s', (_case, payee, flags) => {
  expect(flagsOf(payee, { owner: 'Asha Devi', usedElsewhere: false })).toEqual(flags)
})
