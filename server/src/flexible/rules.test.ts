import { paise, ppm } from '@bittkosh/contract/money'
import { describe, expect, test } from 'vitest'
import {
  afterDeposit,
  afterWithdrawal,
  bonusIn,
  interestOfBonuses,
  judgeDeposit,
  judgeWithdrawal,
  ownInterest,
} from './rules.ts'

const limits = { minimum: paise(100_00n), maximum: paise(10_000_00n) }

test.each([
  ['the smallest deposit passes', 100_00n, null],
  ['a paisa less does not', 99_99n, { code: 'below_minimum', params: { of: 'deposit', minimum: 100_00n } }],
  ['the largest deposit passes', 10_000_00n, null],
  ['a paisa more does not', 10_000_01n, { code: 'above_maximum', params: { of: 'deposit', maximum: 10_000_00n } }],
])('%s', (_case, amount, no) => {
  const decision = judgeDeposit({ amount: paise(amount), ...limits })
  expect(decision).toEqual(no === null ? { amount } : { refused: { ...no, field: 'amount' } })
})

test.each([
  ['all of an account without a bonus may leave', 900_00n, 900_00n, 0n, null],
  ['more than the balance may not', 900_01n, 900_00n, 0n, 'insufficient_balance'],
  ['everything but the locked bonus may leave', 400_00n, 900_00n, 500_00n, null],
  ['a paisa of the locked bonus may not', 400_01n, 900_00n, 500_00n, 'bonus_locked'],
  ['a paisa of one that stays locked may not', 400_01n, 900_00n, 500_00n, 'bonus_had_before'],
  ['more than balance and bonus is refused for the balance', 901_00n, 900_00n, 500_00n, 'insufficient_balance'],
])('%s', (_case, amount, balance, locked, code) => {
  const hadBefore = code === 'bonus_had_before'
  const decision = judgeWithdrawal({ amount: paise(amount), balance: paise(balance), locked: paise(locked), hadBefore })
  expect(decision).toEqual(code === null ? { amount } : { refused: { code, field: 'amount' } })
})

describe('an account', () => {
  const account = {
    balance: paise(500_00n),
    principal: paise(300_00n),
    profitTotal: paise(200_00n),
    carried: 7n,
    settledThrough: '2026-03-01',
    lowDay: '2026-02-01',
    low: paise(0n),
  }
  test('after a deposit has it as principal, which does not earn today', () => {
    const after = { ...account, balance: 550_00n, principal: 350_00n, lowDay: '2026-03-02', low: 500_00n }
    expect(afterDeposit(account, '2026-03-02', paise(50_00n))).toEqual(after)
  })
  test.each([
    ['of less than the principal', 100_00n, 200_00n],
    ['of principal and interest', 400_00n, 0n],
  ])('after a withdrawal %s has what is left', (_case, amount, principal) => {
    const balance = 500_00n - amount
    const after = { ...account, balance, principal, lowDay: '2026-03-02', low: balance }
    expect(afterWithdrawal(account, '2026-03-02', paise(amount))).toEqual(after)
  })
})

describe('the welcome bonus', () => {
  const facts = {
    bonus: paise(500_00n),
    day: '2026-03-01',
    kycApproved: false,
    depositApproved: false,
    welcomedElsewhere: false,
  }
  const rateOn = () => ppm(200n)

  test.each([
    ['is locked at first', {}, 500_00n],
    ['stays locked with KYC alone', { kycApproved: true }, 500_00n],
    ['stays locked with a deposit alone', { depositApproved: true }, 500_00n],
    ['is free with both', { kycApproved: true, depositApproved: true }, 0n],
    [
      'never unlocks for a person who had one before',
      { kycApproved: true, depositApproved: true, welcomedElsewhere: true },
      500_00n,
    ],
  ])('%s', (_case, change, locked) => {
    const account = { balance: paise(800_00n), settledThrough: '2026-03-01' }
    expect(bonusIn(account, { ...facts, ...change }, rateOn)).toEqual({ bonus: 500_00n, locked })
  })

  test('is locked with its interest, but not with the interest on own money', () => {
    const account = { balance: paise(10_000_00n), settledThrough: '2026-03-11' } // no interest on the day of the credit
    expect(bonusIn(account, facts, rateOn).locked).toBe(501_00n)
    expect(bonusIn({ ...account, balance: paise(300_00n) }, facts, rateOn).locked).toBe(300_00n)
  })

  test('is zero in an account that has none', () => {
    const account = { balance: paise(800_00n), settledThrough: '2026-03-01' }
    expect(bonusIn(account, undefined, rateOn)).toEqual({ bonus: 0n, locked: 0n })
  })

  test('earns nobody a share while it is locked; own money beside it does', () => {
    const ofBonus = interestOfBonuses(rateOn, '2026-03-11')
    const posted = { day: '2026-03-02', posted: paise(30n) } // on ₹1,500
    expect(ownInterest(posted, facts, ofBonus)).toBe(20n)
    expect(ownInterest({ ...posted, posted: paise(10n) }, facts, ofBonus)).toBe(0n)
    expect(ownInterest({ ...posted, posted: paise(9n) }, facts, ofBonus)).toBe(0n)
    expect(ownInterest(posted, { ...facts, bonus: paise(1_000_00n) }, ofBonus)).toBe(10n)
    expect(ownInterest(posted, { ...facts, kycApproved: true, depositApproved: true }, ofBonus)).toBe(30n)
    expect(ownInterest(posted, undefined, ofBonus)).toBe(30n)
  })
})
