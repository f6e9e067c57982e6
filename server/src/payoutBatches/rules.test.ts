import { BATCH_AMOUNT_MAX, type PayoutState } from '@bittkosh/contract/payoutBatches'
import { add, type Paise, paise } from '@bittkosh/contract/money'
import type { WithdrawalType } from '@bittkosh/contract/payees'
import { describe, expect, test } from 'vitest'
import { hindranceOf, isForFile, isHandedOver, judgeBatch } from './rules.ts'

describe('a new batch', () => {
  const found = new Map<number, { type: WithdrawalType; amount: Paise }>([
    [1, { type: 'bank', amount: paise(930_00n) }],
    [2, { type: 'bank', amount: paise(70n) }],
    [3, { type: 'upi', amount: paise(1_00n) }],
    [4, { type: 'crypto', amount: paise(1_00n) }],
    [5, { type: 'bank', amount: BATCH_AMOUNT_MAX }],
    [6, { type: 'bank', amount: add(BATCH_AMOUNT_MAX, paise(1n)) }],
  ])
  test.each<[string, number[], object]>([
    ['sums the amounts that arrive', [1, 2], { amount: 930_70n, payouts: [{ id: 1 }, { id: 2 }] }],
    ['takes the largest sum', [5], { amount: BATCH_AMOUNT_MAX }],
    ['refuses a paisa more', [5, 2], { refused: { code: 'batch_too_large', params: { limit: BATCH_AMOUNT_MAX } } }],
    ['refuses one that is too large alone', [6], { refused: { code: 'batch_too_large' } }],
    ['refuses a UPI payee', [1, 3], { refused: { code: 'not_by_bank', field: 'withdrawal_ids.1' } }],
    ['refuses USDT', [4], { refused: { code: 'not_by_bank', field: 'withdrawal_ids.0' } }],
    ['refuses an unknown withdrawal', [2, 9], { refused: { code: 'unknown_withdrawal', field: 'withdrawal_ids.1' } }],
  ])('%s', (_case, ids, outcome) => {
    expect(judgeBatch(ids, found)).toMatchObject(outcome)
  })
})

const free = {
  admin: 7,
  claimedBy: null,
  isOwn: false,
  isFrozen: false,
  kycApproved: true,
  inBatch: false,
  isProposed: false,
}
test.each([
  ['one that nobody pays', {}, null],
  ['one that the admin pays', { claimedBy: 7 }, null],
  ['one that another admin pays', { claimedBy: 8 }, 'claimed_by_other'],
  ['one of a frozen owner', { isFrozen: true }, 'frozen'],
  ['one of an owner without approval', { kycApproved: false }, 'kyc_missing'],
  ['one in a batch', { inBatch: true, claimedBy: 8 }, 'in_batch'],
  ['one that a proposal decides', { isProposed: true, claimedBy: 7 }, 'proposed'],
  ['their own', { isOwn: true }, 'own_request'],
])('%s: %s', (_case, facts, hindrance) => {
  expect(hindranceOf({ ...free, ...facts })).toBe(hindrance)
})

const mine = { state: 'waiting' as PayoutState, claimedBy: 7, isStopped: false }
test.each([
  ['waiting, claimed payouts', {}, true],
  ['payouts that another admin pays', { claimedBy: 8 }, false],
  ['payouts that nobody pays any more', { claimedBy: null }, false],
  ['payouts of stopped owners', { isStopped: true }, false],
  ['payouts that the bank has', { state: 'unknown' as const }, false],
  ['paid ones', { state: 'paid' as const }, false],
  ['payouts that wait for another admin', { state: 'proposed' as const }, false],
  ['taken out ones', { state: 'taken_out' as const }, false],
])('the file has %s: %s', (_case, facts, isIn) => {
  expect(isForFile({ ...mine, ...facts }, 7)).toBe(isIn)
})

test.each([
  ['waiting payouts', {}, true],
  ['payouts that the bank has', { state: 'unknown' as const }, true],
  ['payouts that a third admin pays', { claimedBy: 9 }, false],
  ['payouts that nobody pays any more', { claimedBy: null }, false],
  ['payouts that wait for an approval', { state: 'proposed' as const }, false],
  ['paid ones', { state: 'paid' as const }, false],
  ['taken out ones', { state: 'taken_out' as const }, false],
])('an admin who takes over a batch gets %s: %s', (_case, facts, isTheirs) => {
  expect(isHandedOver({ state: 'waiting', claimedBy: 7, ...facts }, { from: 7, to: 8 })).toBe(isTheirs)
})

test('no admin takes a batch over from themselves', () => {
  expect(isHandedOver({ state: 'waiting', claimedBy: 7 }, { from: 7, to: 7 })).toBe(false)
})
