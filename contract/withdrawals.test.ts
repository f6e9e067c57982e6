import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paise, ppm } from './money.ts'
import { looksLikeTrc20, payeeLine, payeeTextFlags, readPayee } from './payees.ts'
import { payoutRate, quoteWithdrawal } from './withdrawalQuote.ts'
import { payeeOfWithdrawal, type Withdrawal } from './withdrawals.ts'

test.each([
  ['ten thousand at 7 %', 10_000_00n, 70_000n, null, { fee: 700_00n, net: 9_300_00n, usdt: null }],
  ['a fee of half a paisa rounds up', 50n, 10_000n, null, { fee: 1n, net: 49n, usdt: null }],
  ['without a fee all of it arrives', 500_00n, 0n, null, { fee: 0n, net: 500_00n, usdt: null }],
  ['USDT at 90', 10_000_00n, 70_000n, 90_00n, { fee: 700_00n, net: 9_300_00n, usdt: 103_333_333n }],
])('%s', (_case, amount, feeRate, rate, expected) => {
  const usdtRate = rate === null ? null : paise(rate)
  expect(quoteWithdrawal({ amount: paise(amount), feeRate: ppm(feeRate), usdtRate })).toEqual({ amount, ...expected })
})

test('fee plus net is always the amount, and the USDT are never worth more', () => {
  const seed = Date.now()
  fc.assert(
    fc.property(
      fc.bigInt(1n, 10n ** 13n),
      fc.bigInt(0n, 500_000n),
      fc.bigInt(100n, 100_000n),
      (amount, rate, price) => {
        const quote = quoteWithdrawal({ amount: paise(amount), feeRate: ppm(rate), usdtRate: paise(price) })
        expect(quote.fee + quote.net).toBe(amount)
        expect(quote.fee >= 0n && quote.net >= 0n).toBe(true)
        expect((quote.usdt ?? 0n) * price <= quote.net * 1_000_000n).toBe(true)
      },
    ),
    { seed },
  )
})

const bank = {
  bank_name: 'HDFC Bank',
  account_name: 'Ravi Kumar',
  account_number: '5010 0123 4417',
  ifsc_code: 'hdfc0000001',
}

test.each([
  ['no UPI ID', 'upi', {}, 'upi_required', 'withdrawal_details.upi_id'],
  ['a UPI ID of spaces', 'upi', { upi_id: '  ' }, 'upi_required', 'withdrawal_details.upi_id'],
  ['no address', 'crypto', { upi_id: 'ravi@okhdfc' }, 'usdt_address_required', 'withdrawal_details.address'],
  ['no IFSC', 'bank', { ...bank, ifsc_code: '' }, 'bank_details_required', 'withdrawal_details.ifsc_code'],
  ['no bank', 'bank', { ...bank, bank_name: ' ' }, 'bank_details_required', 'withdrawal_details.bank_name'],
  ['no holder', 'bank', { ...bank, account_name: ' ' }, 'bank_details_required', 'withdrawal_details.account_name'],
  ['nothing of an account', 'bank', {}, 'bank_details_required', 'withdrawal_details.bank_name'],
  [
    'an account without its holder',
    'bank',
    { bank_name: 'HDFC Bank' },
    'bank_details_required',
    'withdrawal_details.account_name',
  ],
  [
    'no account number',
    'bank',
    { ...bank, account_number: null },
    'bank_details_required',
    'withdrawal_details.account_number',
  ],
] as const)('%s is refused on its field', (_case, type, form, code, field) => {
  expect(readPayee(type, form)).toEqual({ refused: { code, field } })
})

test('a payee is read as people write it, without the fields of other types', () => {
  expect(readPayee('bank', { ...bank, bank_name: ' HDFC Bank ', account_name: ' Ravi Kumar ', upi_id: 'x@y' })).toEqual(
    {
      type: 'bank',
      details: { ...bank, account_number: '501001234417', ifsc_code: 'HDFC0000001' },
    },
  )
  expect(readPayee('upi', { ...bank, upi_id: ' ravi @okhdfc' })).toEqual({
    type: 'upi',
    details: { upi_id: 'ravi@okhdfc' },
  })
  const other = { ...bank, account_number: '५०१००१२३४४१७', ifsc_code: 'ｈｄｆｃ0000001' }
  expect(readPayee('bank', other)).toMatchObject({
    details: { account_number: '501001234417', ifsc_code: 'HDFC0000001' },
  })
  expect(readPayee('crypto', { ...bank, address: ' TR7N Hqje ' })).toEqual({
    type: 'crypto',
    details: { address: 'TR7NHqje' },
  })
})

test.each([
  ['upi', { upi_id: 'ravi@okhdfc' }],
  ['bank', { ...bank }],
  ['crypto', { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }],
] as const)('the payee of a withdrawal by %s is read off its row', (type, details) => {
  const row = { id: 1, type, withdrawal_details: details } as unknown as Withdrawal // the rest is not read
  expect(payeeOfWithdrawal(row)).toEqual({ type, details })
})

test.each([
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', true],
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6', false],
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6tt', false],
  ['XTR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', false],
  ['0R7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', false],
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj0t', false],
])('%s has the form of a TRC20 address: %s', (address, looks) => {
  expect(looksLikeTrc20(address)).toBe(looks)
})

test.each([
  [{ type: 'upi', details: { upi_id: 'ravi.k@okhdfcbank' } }, 'ravi.k@okhdfcbank', []],
  [{ type: 'upi', details: { upi_id: '9876543210' } }, '9876543210', ['upi_form']],
  [{ type: 'bank', details: { ...bank, account_number: '501001234417' } }, 'HDFC Bank ••4417', []],
  [{ type: 'bank', details: { ...bank, account_number: '12AB' } }, 'HDFC Bank ••12AB', ['account_form']],
  [{ type: 'bank', details: { ...bank, account_number: '123456789A' } }, 'HDFC Bank ••789A', ['account_form']],
  [{ type: 'bank', details: { ...bank, account_number: 'A123456789' } }, 'HDFC Bank ••6789', ['account_form']],
  [{ type: 'crypto', details: { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' } }, 'TR7NHq…Lj6t', []],
] as const)('%j reads %s and is flagged %j', (payee, line, flags) => {
  expect(payeeLine(payee)).toBe(line)
  expect(payeeTextFlags(payee)).toEqual(flags)
})

const askedAt = new Date('2026-11-20T06:30:00Z')
const kept = { rate: paise(90_00n), isFallback: false }
const current = { rate: paise(95_00n), isFallback: true }

test.each([
  ['holds at once', 0, true, { ...kept, basis: 'held' }],
  ['holds to the last millisecond of a day', 86_400_000 - 1, true, { ...kept, basis: 'held' }],
  ['then follows the rate of the moment', 86_400_000, true, { ...current, basis: 'moment' }],
  ['a month later too', 30 * 86_400_000, true, { ...current, basis: 'moment' }],
  ['is fixed while somebody pays it or once it is decided', 1_000, false, { ...kept, basis: 'fixed' }],
  ['and stays so', 30 * 86_400_000, false, { ...kept, basis: 'fixed' }],
])('the rate of a USDT request %s', (_case, ageMs, isOpen, expected) => {
  const at = new Date(askedAt.getTime() + ageMs)
  expect(payoutRate({ kept, isOpen, askedAt }, { at, current })).toEqual(expected)
})
