import type { Deposit } from '@bittkosh/contract/deposits'
import { paise } from '@bittkosh/contract/money'
import type { BalancePackage } from '@bittkosh/contract/packages'
import { expect, test } from 'vitest'
import { convertedAmount, depositBody, draftOf, packageFor, payable, readDraft } from './depositDraft.ts'

const rate = paise(90_00n)
const updated_at = new Date(0)
const common = { id: 7, name: 'USDT', instructions: '', is_active: true, updated_at, payee_since: updated_at }
const shown = { payee_since: '', paid_earlier: false }
const usdtMethod = { ...common, type: 'crypto' as const, details: { network: 'TRC20', address: 'T' } }

test.each([
  ['rupees stay rupees between UPI and bank', '1000.5', { from: 'upi', to: 'bank', rate }, '1000.5'],
  ['rupees become the USDT that cover them', '10000', { from: 'upi', to: 'crypto', rate }, '111.12'],
  ['USDT become the rupees they are worth', '111.12', { from: 'crypto', to: 'bank', rate }, '10000.8'],
  ['nothing typed stays nothing', '', { from: 'upi', to: 'crypto', rate }, ''],
  ['without a rate there is nothing to convert with', '10000', { from: 'upi', to: 'crypto', rate: undefined }, ''],
] as const)('%s', (_what, typed, change, expected) => {
  expect(convertedAmount(typed, change)).toBe(expected)
})

test('a USDT request contains what was sent and its exact value', () => {
  expect(
    depositBody({ ...shown, method: '7', type: 'crypto', amount: '33.333333', transaction_id: 'ab' }, usdtMethod, rate),
  ).toEqual({
    amount: 3000,
    usdt_amount: 33.333333,
    transaction_id: 'ab',
    payment_method: 7,
    payee_since: '1970-01-01T00:00:00.000Z',
  })
})

test.each(['', '0', '0.00', 'x'])('%j is no amount yet', (typed) => {
  expect(readDraft(typed, 'upi', rate).rupees).toBeNull()
  expect(readDraft(typed, 'crypto', rate).rupees).toBeNull()
})

test.each([
  ['below the minimum there is nothing to pay yet', '11', null],
  ['from the minimum on there is', '11.12', 11_120_000n],
])('%s', (_what, typed, usdt) => {
  expect(payable(readDraft(typed, 'crypto', rate), paise(1000_00n)).usdt).toBe(usdt)
})

test('if a USDT method is switched off meanwhile, what was typed is not read as rupees', () => {
  const upi = { ...common, type: 'upi' as const, details: { upi_id: 'a@b', merchant_name: null, qr_code_url: null } }
  const typed = { ...shown, method: '9', type: 'crypto' as const, amount: '100', transaction_id: 'ab' }
  expect(depositBody(typed, upi, rate)).toEqual({
    amount: 9000,
    transaction_id: 'ab',
    payment_method: 7,
    payee_since: '1970-01-01T00:00:00.000Z',
  })
})

const rejected = {
  requested_amount: paise(1_234_50n),
  transaction_id: '432198761234',
  method: { id: 7, name: 'USDT', type: 'crypto', payee_since: null },
  usdt_amount: null,
} as unknown as Deposit

test.each([
  ['in rupees', {}, { method: '7', type: 'upi', amount: '1234.5', transaction_id: '432198761234' }],
  [
    'whose payee is known',
    { method: { id: 7, payee_since: new Date(0) } },
    { method: '7', type: 'upi', amount: '1234.5', payee_since: '1970-01-01T00:00:00.000Z', paid_earlier: true },
  ],
  ['in USDT', { usdt_amount: 13_716_667n }, { method: '7', type: 'crypto', amount: '13.716667' }],
  [
    'whose method may be closed',
    { method: { id: 8, payee_since: null } },
    { method: '8', type: 'upi', amount: '1234.5' },
  ],
])('a rejected deposit is filled in again: %s', (_case, change, expected) => {
  expect(draftOf({ ...rejected, ...change } as Deposit)).toEqual({
    transaction_id: '432198761234',
    ...shown,
    ...expected,
  })
})

test.each([
  [null, null],
  [999_99n, null],
  [1000_00n, 1],
  [9_999_99n, 1],
  [25_000_00n, 2],
] as const)('for %s paise the package is %s', (amount, expected) => {
  const offers = [
    { id: 2, amount: paise(10_000_00n) },
    { id: 1, amount: paise(1_000_00n) },
  ] as BalancePackage[]
  expect(packageFor(amount === null ? null : paise(amount), offers)?.id ?? null).toBe(expected)
})
