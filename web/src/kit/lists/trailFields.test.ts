import { loggedFields } from '@bittkosh/contract/audit'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldsOf, fieldText } from './trailFields.ts'

test.each([
  ['requested_amount', '500000', '₹5,000.00'],
  ['balance', '-1250', '-₹12.50'],
  ['usdt_rate', '9150', '₹91.50'],
  ['difference', '-105000', '-₹1,050.00'],
  ['minimum_deposit', '100000', '₹1,000.00'],
  ['profit_ppm', '21000', '2.1 %'],
  ['bonus_percentage', '100000', '10 %'],
  ['transaction_id', '412345678901', '412345678901'],
  ['amount', 'all of it', 'all of it'],
  ['is_active', false, 'no'],
  ['admin_note', null, '–'],
  ['description', '', '–'],
  ['roles', ['owner', 'kyc'], 'Owner, KYC'],
  ['roles', [], '–'],
  ['type', 'neft csv', 'NEFT, CSV'],
])('%s: %s reads %s', (field, value, text) => {
  expect(fieldText('en', field, value).replace('−', '-')).toBe(text)
})

test.each([
  ['is_active', true, 'हाँ'],
  ['status', 'rejected', 'नामंज़ूर'],
  ['rejection_preset', 'made_twice', 'यह अनुरोध दो बार किया गया था।'],
  ['name', 'Asha', 'Asha'],
  ['roles', ['viewer', 'support'], 'व्यूअर, सहायता'],
])('in Hindi, %s: %s reads %s', (field, value, text) => {
  expect(fieldText('hi', field, value)).toBe(text)
})

test('a nested record shows its fields by their path', () => {
  const fields = fieldsOf({ name: 'UPI', details: { upi_id: 'a@b', merchant_name: null } })
  expect([...fields]).toEqual([
    ['name', 'UPI'],
    ['details.upi_id', 'a@b'],
    ['details.merchant_name', null],
  ])
})

test.each([
  ['amount', '100010', 1000.1],
  ['balance', '-5', -0.05],
  ['bonus_percentage', '52500', 5.25],
  ['deposit', 7, 7],
  ['profit_ppm', '21000', '21000'],
  ['difference', null, null],
  ['transaction_id', '412345678901', '412345678901'],
])('%s is kept as %j, sent as %j and read back', (field, kept, sent) => {
  expect(z.encode(loggedFields, { [field]: kept })).toEqual({ [field]: sent })
  expect(z.decode(loggedFields, { [field]: sent })).toEqual({ [field]: kept })
})
