import { expect, test } from 'vitest'
import { paise } from './money.ts'
import { gainADay, isRated, type RatedSetting } from './settingEffects.ts'

const sums = {
  at: new Date('2026-03-31T06:30:00Z'),
  days: 30,
  earn: paise(10_00_000_00n),
  withdrawals: paise(1_00_000_00n),
  transfers: paise(50_000_00n),
  referred_profits: paise(2_000_00n),
  usdt_in: paise(90_000_00n),
  usdt_out: paise(30_000_00n),
}

test.each<[string, RatedSetting, string, string, bigint]>([
  ['more interest on ₹10 lakh in Earn costs', 'flexible_daily_profit_percentage', '0.02', '0.03', -100_00n],
  ['less interest saves', 'flexible_daily_profit_percentage', '0.02', '0.015', 50_00n],
  ['a lower fee of ₹1 lakh withdrawn costs', 'withdrawal_fee_percentage', '7', '6.5', -500_00n],
  ['a fee turned off costs all of it', 'withdrawal_fee_percentage', '7', '0', -7_000_00n],
  ['a higher BittPay fee brings', 'transfer_fee_percentage', '3', '4', 500_00n],
  ['a larger share for referrers costs', 'referral_profit_share', '10', '12.5', -50_00n],
  ['the same rate costs nothing', 'referral_profit_share', '10', '10.00', 0n],
  ['a higher USDT rate costs: deposits lose more USDT than payouts save', 'usdt_value', '90', '100', -6_000_00n],
  ['a cheaper USDT brings', 'usdt_value', '90', '80', 7_500_00n],
])('%s', (_case, key, from, to, gain) => {
  expect(gainADay(key, { from, to, sums })).toBe(gain)
})

test('if no money has moved yet, nothing changes', () => {
  const none = { ...sums, earn: paise(0n), usdt_in: paise(0n), usdt_out: paise(0n) }
  expect(gainADay('flexible_daily_profit_percentage', { from: '0.02', to: '5', sums: none })).toBe(0n)
  expect(gainADay('usdt_value', { from: '90', to: '1', sums: none })).toBe(0n)
})

test.each([
  ['usdt_value', '0', 'USDT rate 0'],
  ['usdt_value', '-1', 'USDT rate -1'],
  ['transfer_fee_percentage', 'three', 'unreadable rate three'],
  ['transfer_fee_percentage', '0.00001', 'unreadable rate 0.00001'],
] as const)('a rate that no setting takes is a mistake of the program: %s of %s', (key, to, message) => {
  expect(() => gainADay(key, { from: '1', to, sums })).toThrow(message)
})

test('every rate has an estimate, and no other setting has one', () => {
  expect(isRated('usdt_value') && isRated('referral_profit_share')).toBe(true)
  expect(isRated('min_deposit_limit')).toBe(false)
})
