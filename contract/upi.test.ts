import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paise } from './money.ts'
import { looksLikeUpiId, upiLink } from './upi.ts'

const payment = {
  upiId: 'pay.me@okbank',
  payeeName: 'Asha & Sons',
  amount: paise(1500_50n),
  note: 'Deposit',
  reference: 'BK12',
}

test('a link names the payee, the exact amount and the reference', () => {
  const long = { note: 'n'.repeat(81), reference: `${'r'.repeat(20)}/ ${'s'.repeat(20)}` }
  expect(upiLink({ ...payment, ...long })).toMatch(/&tn=n{80}&tr=r{20}s{15}$/)
  expect(upiLink(payment)).toBe('upi://pay?pa=pay.me@okbank&pn=Asha%20%26%20Sons&am=1500.50&cu=INR&tn=Deposit&tr=BK12')
})

test('no text from an admin adds or changes a field of the link', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (payeeName, reference) => {
      const fields = new URLSearchParams(upiLink({ ...payment, payeeName, reference }).replace('upi://pay?', ''))
      const isMarked = /[A-Za-z0-9]/.test(reference)
      expect([...fields.keys()]).toEqual(['pa', 'pn', 'am', 'cu', 'tn', ...(isMarked ? ['tr'] : [])])
      expect(fields.get('pn')).toBe(payeeName)
      expect(fields.get('am')).toBe('1500.50')
      expect(fields.get('tr') ?? '').toMatch(/^[A-Za-z0-9]{0,35}$/)
    }),
  )
})

test.each([
  ['asha.rao@okhdfcbank', true],
  [' 9876543210@upi ', true],
  ['asha@', false],
  ['a@bank', false],
  ['asha@b', false],
  ['-asha@bank', false],
  ['asha@7bank', false],
  ['asha@bank/x', false],
  ['x/asha@bank', false],
  [`${'a'.repeat(255)}@bank`, true],
  [`${'a'.repeat(256)}@bank`, false],
  [`asha@${'b'.repeat(64)}`, true],
  [`asha@${'b'.repeat(65)}`, false],
  ['asha rao@bank', false],
  ['https://pay.example', false],
])('%s looks like a UPI ID: %s', (text, expected) => {
  expect(looksLikeUpiId(text)).toBe(expected)
})
