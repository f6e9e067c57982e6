import { expect, test } from 'vitest'
import { freshDraft, type Typed } from './draft.ts'
import { problemsOf } from './problems.ts'
import { terms } from './testing/terms.ts'

const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const bank = {
  type: 'bank',
  bank_name: 'HDFC Bank',
  account_name: 'Asha Rao',
  account_number: '5010 0123 4417',
  ifsc_code: 'hdfc0001234',
} as const

test.each<[string, Partial<Typed>, Record<string, string>]>([
  ['a complete request', {}, {}],
  ['nothing typed', { amount: '' }, { amount: 'amount_required' }],
  ['zero', { amount: '0' }, { amount: 'amount_required' }],
  ['below the minimum', { amount: '499.99' }, { amount: 'below_minimum' }],
  ['everything', { amount: '10000' }, {}],
  ['a paisa more than everything', { amount: '10000.01' }, { amount: 'insufficient_balance' }],
  ['neither amount nor UPI ID', { amount: '', upi_id: ' ' }, { amount: 'amount_required', upi_id: 'upi_required' }],
  ['a UPI ID without @', { upi_id: 'asha.okhdfc' }, { upi_id: 'upi_grammar' }],
  ['a UPI ID without a name', { upi_id: '@okhdfc' }, { upi_id: 'upi_grammar' }],
  ['a UPI ID of an unusual form, which is a hint', { upi_id: 'a!@b' }, {}],
  ['a bank account, spaces and small letters included', bank, {}],
  [
    'an empty bank account: every field at once',
    { type: 'bank' },
    {
      account_name: 'bank_details_required',
      account_number: 'bank_details_required',
      ifsc_code: 'bank_details_required',
      bank_name: 'bank_details_required',
    },
  ],
  ['a letter in the account number', { ...bank, account_number: '50100123441x' }, { account_number: 'account_digits' }],
  ['a short account number, which is a hint', { ...bank, account_number: '1234' }, {}],
  ['a short IFSC', { ...bank, ifsc_code: 'HDFC123' }, { ifsc_code: 'ifsc_grammar' }],
  ['an IFSC whose fifth character is no zero', { ...bank, ifsc_code: 'HDFC1001234' }, { ifsc_code: 'ifsc_grammar' }],
  ['an IFSC that no list has, which is a hint', { ...bank, ifsc_code: 'ZZZZ0999999' }, {}],
  ['an address', { type: 'crypto', amount: '10', address }, {}],
  ['no address', { type: 'crypto', amount: '10' }, { address: 'usdt_address_required' }],
  [
    'an address with one wrong character',
    { type: 'crypto', amount: '10', address: `${address.slice(0, -1)}u` },
    { address: 'usdt_address_wrong' },
  ],
  [
    'more USDT than the wallet is worth',
    { type: 'crypto', amount: '111', address },
    { amount: 'insufficient_balance' },
  ],
])('%s', async (_case, change, expected) => {
  const problems = await problemsOf({ ...freshDraft(terms), amount: '1000', ...change }, terms)
  const codes = Object.entries(problems).map(([field, problem]) => [
    field.replace('withdrawal_details.', ''),
    typeof problem === 'string' ? problem : problem.code,
  ])
  expect(Object.fromEntries(codes)).toEqual(expected)
})
