import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paise } from './money.ts'
import { formatRate, formatUsdt, inFours, rateOf, rupeesOf, usdtCovering, usdtOf, usdtWorth } from './usdt.ts'

const amounts = fc.bigInt({ min: 1n, max: 100_00_00_000_00n }).map(paise)
const rates = fc.bigInt({ min: 1_00n, max: 1000_00n }).map(paise)

test.each([
  ['20 at ₹90', 20_000_000n, 90_00n, 1800_00n],
  ['half a paisa rounds up', 500_000n, 1_01n, 51n],
  ['a millionth is worth nothing', 1n, 90_00n, 0n],
])('USDT in rupees: %s', (_case, sum, rate, worth) => {
  expect(rupeesOf(usdtOf(sum), paise(rate))).toBe(worth)
})

test('a payer has to send the fewest whole cents that cover the amount', () => {
  fc.assert(
    fc.property(amounts, rates, (amount, rate) => {
      const sum = usdtCovering(amount, rate)
      expect(sum % 10_000n).toBe(0n)
      expect(sum * rate).toBeGreaterThanOrEqual(amount * 1_000_000n)
      expect((sum - 10_000n) * rate).toBeLessThan(amount * 1_000_000n)
    }),
  )
})

test('a payout is the most millionths that the amount is worth', () => {
  fc.assert(
    fc.property(amounts, rates, (amount, rate) => {
      const sum = usdtWorth(amount, rate)
      expect(sum * rate).toBeLessThanOrEqual(amount * 1_000_000n)
      expect((sum + 1n) * rate).toBeGreaterThan(amount * 1_000_000n)
    }),
  )
})

test('a conversion tells its rate', () => {
  const sums = fc.bigInt({ min: 1_000_000n, max: 10_000_000_000_000n }).map(usdtOf)
  fc.assert(
    fc.property(sums, rates, (sum, rate) => {
      expect(rateOf(rupeesOf(sum, rate), sum)).toBe(rate)
    }),
  )
})

test('sums and rates as people read them', () => {
  expect(formatUsdt(usdtOf(1_111_120_000n))).toBe('$1,111.12')
  expect(formatUsdt(usdtOf(11_111_111n))).toBe('$11.111111')
  expect(formatUsdt(usdtOf(20_000_000n))).toBe('$20.00')
  expect(formatRate(paise(91_25n))).toBe('₹91.25 per USDT')
})

test.each([
  ['TXYZ', 'TXYZ'],
  ['TXYZa1234', 'TXYZ a123 4'],
  ['', ''],
])('the address %s reads %s', (address, read) => {
  expect(inFours(address)).toBe(read)
})

test.each([0n, -1n])('a rate of %s paise is a bug', (rate) => {
  expect(() => usdtCovering(paise(1n), paise(rate))).toThrow('usdtCovering: rate')
  expect(() => usdtWorth(paise(1n), paise(rate))).toThrow('usdtWorth: rate')
})
