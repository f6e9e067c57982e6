import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { amount, amountOrNone, amountOrZero, flowPercent, money, percent, percent2, usdt } from './amounts.ts'
import { readComplaint } from './complaint.ts'
import { complaintSentence } from './complaints.ts'
import { id } from './shapes.ts'

function sentenceOf(schema: z.ZodMiniType, input: unknown) {
  const read = z.safeDecode(schema, input as never)
  return read.success ? null : complaintSentence(readComplaint(read.error.issues[0]?.message ?? ''))
}

test.each([
  ['an empty field of a form', amount, Number.NaN, 'Amount is required'],
  ['an amount that is null', amount, null, 'Amount is required'],
  ['an amount of another type', amount, '', 'Amount is required'],
  ['an amount as text', amount, '500', 'Enter a number'],
  ['an empty balance', amountOrZero, Number.NaN, 'This field is required'],
  ['an empty percentage', percent2, Number.NaN, 'This field is required'],
  ['an empty flow', flowPercent, '', 'This field is required'],
  ['a flow of spaces', flowPercent, ' ', 'This field is required'],
  ['nothing chosen from a list', id, undefined, 'This field is required'],
  ['a third decimal', amount, 1.005, 'Use at most two decimals'],
  ['a decision without an amount', amountOrNone, '', null],
  ['a decision on text', amountOrNone, '500', 'Enter a number'],
  ['an empty sum of USDT', usdt, null, 'Amount is required'],
  ['a percentage of another type', percent2, '', 'This field is required'],
  ['a flow of true', flowPercent, true, 'Enter a number'],
])('%s', (_case, schema, input, message) => {
  expect(sentenceOf(schema, input)).toBe(message)
})

test.each<[string, z.ZodMiniType, unknown, bigint | null]>([
  ['a paisa', amount, 0.01, 1n],
  ['a figure that no float can represent', amount, 1000.1, 1000_10n],
  ['the largest request', amount, 1_000_000_000, 100_00_00_000_00n],
  ['no amount', amountOrZero, 0, 0n],
  ['the largest optional amount', amountOrZero, 1_000_000_000, 100_00_00_000_00n],
  ['a decision’s amount', amountOrNone, 5, 500n],
  ['a decision without one', amountOrNone, null, null],
  ['a difference', money, -3.07, -307n],
  ['the largest sum', money, 10 ** 15, 10n ** 17n],
  ['the lowest', money, -(10 ** 15), -(10n ** 17n)],
  ['a rate of four decimals', percent, 0.0215, 215n],
  ['the highest rate', percent, 100_000, 1_000_000_000n],
  ['a rate of two decimals', percent2, 7.25, 72_500n],
  ['the highest bonus', percent2, 1_000, 10_000_000n],
  ['a millionth of a USDT', usdt, 0.000001, 1n],
])('%s is read exactly and written back unchanged', (_case, schema, typed, units) => {
  expect(z.decode(schema, typed as never)).toBe(units)
  expect(z.encode(schema, units as never)).toBe(typed)
})

test.each<[string, z.ZodMiniType, unknown, string, object?]>([
  ['nothing', amount, 0, 'amount_range'],
  ['a paisa above the most', amount, 1_000_000_000.01, 'amount_range'],
  ['far above the most', amount, 1e18, 'amount_range'],
  ['the largest number', amount, 1e308, 'amount_range'],
  ['far below zero', amountOrZero, -1e21, 'amount_or_zero_range'],
  ['less than zero', amountOrZero, -0.01, 'amount_or_zero_range'],
  ['a paisa above the largest optional amount', amountOrZero, 1_000_000_000.01, 'amount_or_zero_range'],
  ['a sum above every sum of money', money, 10 ** 15 + 1, 'money_range'],
  ['a sum below every sum of money', money, -(10 ** 15) - 1, 'money_range'],
  ['a fifth decimal', percent, 0.00011, 'decimals', { max: 4 }],
  ['a third decimal of a bonus', percent2, 7.255, 'decimals', { max: 2 }],
  ['a rate below zero', percent, -0.01, 'percent_range', { max: 100_000 }],
  ['a rate above the highest', percent, 100_000.01, 'percent_range', { max: 100_000 }],
  ['a bonus above the highest', percent2, 1_000.01, 'percent_range', { max: 1_000 }],
  ['a flow above 100 %', flowPercent, '100.01', 'percent_range', { max: 100 }],
  ['a flow in words', flowPercent, 'seven', 'not_number'],
  ['a third decimal of a flow', flowPercent, 7.123, 'decimals', { max: 2 }],
  ['no USDT', usdt, 0, 'usdt_range'],
  ['less than a millionth', usdt, 0.0000011, 'usdt_range'],
])('%s is refused', (_case, schema, typed, code, params) => {
  const read = z.safeDecode(schema, typed as never)
  expect(read.success ? null : readComplaint(read.error.issues[0]?.message ?? '')).toEqual({
    code,
    ...(params && { params }),
  })
})

test.each([
  ['7', '7.00'],
  [7.5, '7.50'],
  ['0.05', '0.05'],
  [100, '100.00'],
  [0, '0.00'],
])('a flow of %s is written as %s', (typed, text) => {
  expect(z.encode(flowPercent, z.decode(flowPercent, typed))).toBe(text)
})
