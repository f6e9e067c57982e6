import { expect, test } from 'vitest'
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
])('%s: %s reads %s', (field, value, text) => {
  expect(fieldText('en', field, value).replace('−', '-')).toBe(text)
})

test.each([
  ['is_active', true, 'हाँ'],
  ['status', 'rejected', 'नामंज़ूर'],
  ['rejection_preset', 'made_twice', 'यह अनुरोध दो बार किया गया था।'],
  ['name', 'Asha', 'Asha'],
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
