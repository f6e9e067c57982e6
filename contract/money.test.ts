import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  decimalText,
  floorShare,
  formatRupees,
  groupIndian,
  paise,
  parseDecimal,
  percentText,
  ppm,
  rupeesText,
  partOf,
  shareOf,
  trimmedRupees,
} from './money.ts'

test.each([
  ['a fee of half a paisa rounds up', 50n, 10_000n, 1n],
  ['just below half a paisa rounds down', 49n, 10_000n, 0n],
  ['7 % of ₹10,000', 10_000_00n, 70_000n, 700_00n],
  ['3 % of ₹0.01 is nothing', 1n, 30_000n, 0n],
  ['3 % of ₹0.17 rounds up to a paisa', 17n, 30_000n, 1n],
  ['nothing of nothing', 0n, 70_000n, 0n],
])('%s', (_case, amount, rate, share) => {
  expect(shareOf(paise(amount), ppm(rate))).toBe(share)
})

test.each([
  ['half a paisa rounds up', 210_15n, 30n, 7_01n],
  ['less than half rounds down', 210_14n, 30n, 7_00n],
  ['nothing of nothing', 0n, 7n, 0n],
  ['a whole negative amount is itself', -4_000_00n, 1n, -4_000_00n],
  ['half a negative paisa rounds up too', -5n, 2n, -2n],
  ['more than half a negative paisa rounds down', -8n, 3n, -3n],
])('a part: %s', (_case, amount, parts, part) => {
  expect(partOf(paise(amount), parts)).toBe(part)
})

test.each([
  [1_000_00n, '₹1,000'],
  [1_000_50n, '₹1,000.50'],
])('%i paise in short are %s', (amount, text) => {
  expect(trimmedRupees(paise(amount))).toBe(text)
})

test('a share of a negative amount is a bug', () => {
  expect(() => shareOf(paise(-1n), ppm(1n))).toThrow('negative')
  expect(() => shareOf(paise(1n), ppm(-1n))).toThrow('negative')
  expect(() => floorShare(-1n)).toThrow('negative')
})

test('a share differs from the exact figure by at most half a paisa, and fee plus net is the whole', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 13n), fc.bigInt(0n, 1_000_000n), (amount, rate) => {
      const fee = shareOf(paise(amount), ppm(rate))
      const apart = fee * 1_000_000n - amount * rate
      expect(apart <= 500_000n && apart > -500_000n).toBe(true)
      expect(fee >= 0n && fee <= amount).toBe(true)
    }),
    { numRuns: 20_000 },
  )
})

test('flooring carries the fraction, so many postings add up to the exact sum', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt(0n, 10n ** 12n), { maxLength: 50 }), (parts) => {
      let carried = 0n
      let posted = 0n
      for (const part of parts) {
        const next = floorShare(carried + part)
        posted += next.posted
        carried = next.carried
      }
      expect(posted * 1_000_000n + carried).toBe(parts.reduce((sum, part) => sum + part, 0n))
      expect(carried >= 0n && carried < 1_000_000n).toBe(true)
    }),
  )
})

test.each([
  ['1000', 100_000n],
  ['0.01', 1n],
  ['-3.07', -307n],
  ['007.5', 750n],
  ['1.005', null],
  ['1e3', null],
  ['', null],
  ['.5', null],
  ['5.', null],
  ['+5', null],
  ['--5', null],
  ['1,000', null],
  ['१', null],
  ['9'.repeat(19), null],
])('the text %j reads as %s paise', (text, units) => {
  expect(parseDecimal(text, 2)).toBe(units)
})

test.each([
  [123_456_78n, '₹1,23,456.78'],
  [99_99_99_999_99n, '₹99,99,99,999.99'],
  [-515_00n, '−₹515.00'],
  [5n, '₹0.05'],
  [0n, '₹0.00'],
  [100_000n, '₹1,000.00'],
])('%s paise are shown as %s', (amount, text) => {
  expect(formatRupees(paise(amount))).toBe(text)
})

test('the other formats of a figure', () => {
  expect(groupIndian('123456789')).toBe('12,34,56,789')
  expect(rupeesText(paise(123450n))).toBe('1234.50')
  expect(rupeesText(paise(-5n))).toBe('-0.05')
  expect(rupeesText(paise(0n))).toBe('0.00')
  expect(percentText(ppm(200n))).toBe('0.02')
  expect(decimalText(100n, 2)).toBe('1')
})

test.each([
  [123_456_49n, '₹1,23,456'],
  [123_456_50n, '₹1,23,457'],
  [9_999_99n, '₹10,000'],
  [50n, '₹1'],
  [49n, '₹0'],
  [0n, '₹0'],
  [-49n, '₹0'],
  [-50n, '−₹1'],
  [-50_000_49n, '−₹50,000'],
])('%s paise are shown without decimals as %s', (amount, text) => {
  expect(formatRupees(paise(amount), { decimals: 0 })).toBe(text)
})
