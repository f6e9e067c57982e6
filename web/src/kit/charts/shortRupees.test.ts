import { expect, test } from 'vitest'
import { shortRupees } from './shortRupees.ts'

test.each([
  [0, 'en', '₹0'],
  [900, 'en', '₹900'],
  [20_000, 'en', '₹20,000'],
  [99_999, 'en', '₹99,999'],
  [150_000, 'en', '₹1.5 L'],
  [1_000_000, 'en', '₹10 L'],
  [20_000_000, 'en', '₹2 Cr'],
  [-150_000, 'en', '−₹1.5 L'],
  [150_000, 'hi', '₹1.5 लाख'],
  [25_000_000, 'hi', '₹2.5 क॰'],
])('%d in %s is %s', (rupees, locale, text) => {
  expect(shortRupees(rupees, locale)).toBe(text)
})
