import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paise, ppm } from './money.ts'
import { maskName, quoteTransfer } from './transfers.ts'

test.each([
  ['3 % of ₹500 is ₹15 on top', 500_00n, 30_000n, 15_00n],
  ['half a paisa rounds up', 50n, 30_000n, 2n],
  ['less than half a paisa rounds down', 16n, 30_000n, 0n],
  ['no fee at 0 %', 500_00n, 0n, 0n],
])('%s', (_case, amount, feeRate, fee) => {
  expect(quoteTransfer({ amount: paise(amount), feeRate: ppm(feeRate) })).toEqual({ amount, fee, total: amount + fee })
})

test('what leaves is always the amount and the fee, to the paisa', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 11n), fc.bigInt(0n, 500_000n), (amount, feeRate) => {
      const quote = quoteTransfer({ amount: paise(amount), feeRate: ppm(feeRate) })
      expect(quote.total - quote.amount).toBe(quote.fee)
      expect(2n * (quote.fee * 1_000_000n - amount * feeRate) <= 1_000_000n).toBe(true)
    }),
  )
})

test.each([
  ['Asha Rao', 'Asha R•••'],
  ['Asha', 'A•••'],
  ['  Asha  Devi   Rao ', 'Asha R•••'],
  ['आशा राव', 'आशा रा•••'],
])('%s is shown as %s', (name, masked) => {
  expect(maskName(name)).toBe(masked)
})
