import { expect, test } from 'vitest'
import { amountIn } from './lists.ts'

test.each([
  ['digits', '450000', 450_000_00n],
  ['Indian grouping, the sign and paise', '₹4,50,000.50', 450_000_50n],
  ['Devanagari digits', '४५००००', 450_000_00n],
  ['Devanagari digits, grouped', '₹ ४,५०,०००.५', 450_000_50n],
  ['a third decimal', '1.005', null],
  ['a word', 'Asha', null],
])('an amount in a search: %s', (_case, typed, amount) => {
  expect(amountIn(typed)).toBe(amount)
})
