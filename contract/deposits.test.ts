import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { aboveRequested, createDeposit, largestApproval } from './deposits.ts'
import { readComplaint } from './complaint.ts'
import { paise, ppm } from './money.ts'

test.each([
  ['a tenth more', 1000_00n, 100_000n, 1100_00n],
  ['nothing more', 1000_00n, 0n, 1000_00n],
  ['a tenth more, rounded down to the paisa', 15n, 100_000n, 16n],
])('at most %s is approved', (_case, requested, excess, largest) => {
  expect(largestApproval(paise(requested), ppm(excess))).toBe(largest)
  expect(aboveRequested(paise(largest))).toEqual({
    code: 'above_requested',
    field: 'approved_amount',
    params: { largest },
  })
})

const read = (transaction_id: unknown) => {
  const body = z.safeDecode(createDeposit.body, { amount: 1, payment_method: 1, transaction_id } as never)
  return body.success ? body.data.transaction_id : readComplaint(body.error.issues[0]?.message ?? '')
}

test.each([
  ['as it was typed', ' 4321-9876 ', '4321-9876'],
  ['without invisible characters', '\u200b43\u202e21\u0000', '4321'],
  ['of invisible characters only', '\u200b\u202e', { code: 'transaction_id_missing' }],
  ['empty', '', { code: 'transaction_id_missing' }],
  ['of punctuation only', '--', { code: 'transaction_id_missing' }],
  ['of 101 letters', 'x'.repeat(101), { code: 'too_long', params: { max: 100 } }],
  ['as a number', 5, { code: 'not_text' }],
  ['as null', null, { code: 'transaction_id_missing' }],
])('a pasted reference: %s', (_case, pasted, expected) => expect(read(pasted)).toEqual(expected))

test('a reference is sent as it is', () => {
  const body = z.decode(createDeposit.body, { amount: 1, payment_method: 1, transaction_id: '4321' })
  expect(z.encode(createDeposit.body, body).transaction_id).toBe('4321')
})

test.each([
  ['nothing', {}, ['transaction_id', 'amount', 'payment_method']],
  ['an amount that is none', { amount: 'x', transaction_id: '4321' }, ['amount', 'payment_method']],
  ['a package without its payment', { balance_package_id: 1 }, ['transaction_id']],
  ['a package with an amount', { balance_package_id: 1, amount: 1 }, ['transaction_id', 'amount']],
  ['no object', [], ['', 'amount', 'payment_method']],
  ['nothing at all', null, ['']],
])('everything wrong with a request is named at once: %s', (_case, body, fields) => {
  const { error } = z.safeDecode(createDeposit.body, body as never)
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(fields)
})
