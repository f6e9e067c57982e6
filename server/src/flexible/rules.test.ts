import { paise } from '@bittkosh/contract/money'
import { describe, expect, test } from 'vitest'
import { judgeDeposit, judgeWithdrawal, lockedBonus } from './rules.ts'

const limits = { minimum: paise(100_00n), maximum: paise(10_000_00n) }

test.each([
  ['the smallest deposit passes', 100_00n, null],
  ['a paisa less does not', 99_99n, 'below_minimum'],
  ['the largest deposit passes', 10_000_00n, null],
  ['a paisa more does not', 10_000_01n, 'above_maximum'],
])('%s', (_case, amount, code) => {
  const decision = judgeDeposit({ amount: paise(amount), ...limits })
  expect('refused' in decision ? decision.refused.code : null).toBe(code)
})

test.each([
  ['all of an account without a bonus may leave', 900_00n, 900_00n, 0n, null],
  ['more than the balance may not', 900_01n, 900_00n, 0n, 'insufficient_balance'],
  ['everything but the locked bonus may leave', 400_00n, 900_00n, 500_00n, null],
  ['a paisa of the locked bonus may not', 400_01n, 900_00n, 500_00n, 'bonus_locked'],
  ['more than balance and bonus is a matter of the balance', 901_00n, 900_00n, 500_00n, 'insufficient_balance'],
])('%s', (_case, amount, balance, locked, code) => {
  const decision = judgeWithdrawal({ amount: paise(amount), balance: paise(balance), lockedBonus: paise(locked) })
  expect('refused' in decision ? decision.refused.code : null).toBe(code)
})

describe('the welcome bonus', () => {
  test.each([
    ['is locked at first', false, false, 500_00n],
    ['stays locked with KYC alone', true, false, 500_00n],
    ['stays locked with a deposit alone', false, true, 500_00n],
    ['is free with both', true, true, 0n],
  ])('%s', (_case, kycApproved, depositApproved, locked) => {
    expect(lockedBonus({ bonus: paise(500_00n), balance: paise(800_00n), kycApproved, depositApproved })).toBe(locked)
  })
})
