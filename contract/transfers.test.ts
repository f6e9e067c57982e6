import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paise, ppm } from './money.ts'
import * as z from 'zod/mini'
import { readComplaint } from './complaint.ts'
import {
  exportTransfers,
  initiateTransfer,
  listTransfers,
  maskName,
  paidBefore,
  quoteTransfer,
  transferDetails,
  verifyTransfer,
} from './transfers.ts'

test.each([
  ['3 % of ₹500 is ₹15 on top', 500_00n, 30_000n, 15_00n],
  ['half a paisa rounds up', 50n, 30_000n, 2n],
  ['less than half a paisa rounds down', 16n, 30_000n, 0n],
  ['no fee at 0 %', 500_00n, 0n, 0n],
])('%s', (_case, amount, feeRate, fee) => {
  expect(quoteTransfer({ amount: paise(amount), feeRate: ppm(feeRate) })).toEqual({ amount, fee, total: amount + fee })
})

test('amount plus fee always leave, to the paisa', () => {
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
  ['', '•••'],
])('%s is shown as %s', (name, masked) => {
  expect(maskName(name)).toBe(masked)
})

test.each([
  ['an e-mail address', ' Asha@Example.com', { email: 'asha@example.com' }],
  ['a phone number', '98765 43210', { phone: '+919876543210' }],
  ['somebody who was paid before', paidBefore('0123456789'), { paidBefore: '0123456789' }],
  ['a number of nine signs', '#012345678', null],
  ['a number of eleven signs', '#01234567890', null],
  ['a number with a sign in front', 'x#0123456789', null],
  ['a number with letters that are not used', '#ILOU456789', null],
])('a transfer goes to %s', (_case, typed, to) => {
  const read = z.safeDecode(initiateTransfer.body, { recipient: typed, amount: 1 })
  expect(read.success ? read.data.recipient : null).toEqual(to)
  if (to !== null && read.success) {
    const sent = z.encode(initiateTransfer.body, read.data)
    expect(z.decode(initiateTransfer.body, sent).recipient).toEqual(to)
  }
})

test.each([
  ['nothing', initiateTransfer.body, { amount: 1, recipient: ' ' }, { code: 'required' }],
  ['a name', initiateTransfer.body, { amount: 1, recipient: 'Asha' }, { code: 'contact' }],
  ['a number', initiateTransfer.body, { amount: 1, recipient: 5 }, { code: 'not_text' }],
  [
    '255 letters',
    initiateTransfer.body,
    { amount: 1, recipient: 'a'.repeat(255) },
    { code: 'too_long', params: { max: 254 } },
  ],
  ['five digits', verifyTransfer.body, { transfer_id: 1, otp: '12345' }, { code: 'six_digits' }],
  ['a code as a number', verifyTransfer.body, { transfer_id: 1, otp: 123456 }, { code: 'six_digits' }],
])('a form reports what is wrong with %s', (_case, schema, body, complaint) => {
  const read = z.safeDecode(schema, body as never)
  expect(read.success ? null : readComplaint(read.error.issues[0]?.message ?? '')).toEqual(complaint)
})

test.each([
  ['123456', true],
  ['000000', true],
  ['12345', false],
  ['1234567', false],
  ['x123456', false],
  ['१२३४५६', false],
])('whether %s is a transfer code: %s', (otp, fine) => {
  expect(z.safeDecode(verifyTransfer.body, { transfer_id: 1, otp }).success).toBe(fine)
})

test.each([['asha@example.com'], [null], [undefined]])('%s is not a recipient in the program', (recipient) => {
  const amount = paise(1n)
  expect(z.safeEncode(initiateTransfer.body, { recipient, amount } as never).success).toBe(false)
})

test('the list and its export are narrowed alike', () => {
  const filter = { search: 'asha', status: 'failed' }
  expect(z.decode(exportTransfers.query, filter as never)).toEqual(filter)
  expect(z.decode(listTransfers.query, filter as never)).toMatchObject(filter)
  expect(z.safeDecode(exportTransfers.query, { status: 'lost' } as never).success).toBe(false)
})

test('the details of a transfer show for both people whether they are shut out', () => {
  const side = { id: 1, name: 'Asha', email: null, phone: null, is_active: true, is_frozen: false }
  const shown = {
    id: 1,
    number: 'T1',
    status: 'failed',
    amount: 10,
    processing_fee: 0.3,
    total_deducted: 10.3,
    note: null,
    created_at: '2026-11-21T06:30:00.000Z',
    completed_at: null,
    otp_expires_at: '2026-11-21T06:35:00.000Z',
    ended_at: '2026-11-21T06:35:00.000Z',
    sender: side,
    receiver: { ...side, id: 2, is_frozen: true },
    replaced: false,
    failure: 'over_limit',
    wrong_codes: 1,
    wrong_codes_at: ['2026-11-21T06:31:00.000Z'],
    entries: [{ side: 'fee', amount: 0.3, balance_after: null }],
  }
  expect(z.encode(transferDetails, z.decode(transferDetails, shown as never))).toEqual(shown)
})
