import { paise } from '@bittkosh/contract/money'
import type { Withdrawal } from '@bittkosh/contract/withdrawals'
import { describe, expect, test } from 'vitest'
import { draftOf, freshDraft, isSavedPayee, missingOf, quoteOf, type Typed, wireOf } from './draft.ts'
import { terms } from './testing/terms.ts'

const typed = (change: Partial<Typed> = {}): Typed => ({ ...freshDraft(terms), amount: '1000', ...change })
const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

test('the form opens with the payee of the last approved withdrawal', () => {
  expect(freshDraft(terms)).toMatchObject({ type: 'upi', upi_id: 'asha@okhdfc', amount: '' })
  const bank = { bank_name: 'HDFC Bank', account_name: 'Asha Rao', account_number: '5010', ifsc_code: 'HDFC0000001' }
  const withBank = { ...terms, saved_details: { upi: null, bank, crypto: null } }
  expect(freshDraft(withBank)).toMatchObject({ type: 'bank', ...bank })
  expect(isSavedPayee(freshDraft(withBank), withBank)).toBe(true)
  expect(isSavedPayee({ ...freshDraft(withBank), account_number: '5011' }, withBank)).toBe(false)
})

const bankDetails = { bank_name: 'HDFC', account_name: 'Asha', account_number: '5010', ifsc_code: 'HDFC0000001' }

test.each([
  ['a bank account', { type: 'bank', withdrawal_details: bankDetails } as const, { ...bankDetails, amount: '1234.5' }],
  [
    'USDT, at the rate of now',
    { type: 'crypto', withdrawal_details: { address } } as const,
    { address, amount: '13.640883' },
  ],
])('a withdrawal that came back is sent again to %s', (_case, to, expected) => {
  expect(draftOf({ amount: paise(1_234_50n), ...to } as Withdrawal, terms)).toMatchObject({
    type: to.type,
    upi_id: 'asha@okhdfc',
    ...expected,
  })
})

test.each<[string, Partial<Typed>, bigint | null]>([
  ['nothing typed', { amount: '' }, null],
  ['everything', { amount: '10000' }, null],
  ['a paisa more', { amount: '10000.01' }, 1n],
  ['USDT worth more than the wallet', { type: 'crypto', amount: '111', address }, 45_50n],
])('the missing amount: %s', (_case, change, missing) => {
  expect(missingOf(typed(change), terms)).toBe(missing)
})

describe('USDT', () => {
  test('are converted at their rate, to the paisa, and the arriving amount is in USDT again', () => {
    const quote = quoteOf(typed({ type: 'crypto', amount: '12.345678', address }), terms)
    expect(quote).toEqual({ amount: 1117_28n, fee: 78_21n, net: 1039_07n, usdt: 11_481_436n })
  })

  test('are sent together with the rupees they were worth', () => {
    expect(wireOf(typed({ type: 'crypto', amount: '10', address }), terms)).toMatchObject({
      type: 'crypto',
      amount: 905,
      processing_fee: 63.35,
      usdt_amount: 10,
      withdrawal_details: { address },
    })
  })
})
