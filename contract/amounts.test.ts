import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { amount, amountOrNone, amountOrZero, flowPercent, percent2 } from './amounts.ts'
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
  ['an amount that is no text', amount, '', 'Amount is required'],
  ['an amount as text', amount, '500', 'Enter a number'],
  ['an empty balance', amountOrZero, Number.NaN, 'This field is required'],
  ['an empty percentage', percent2, Number.NaN, 'This field is required'],
  ['an empty flow', flowPercent, '', 'This field is required'],
  ['nothing chosen from a list', id, undefined, 'This field is required'],
  ['a third decimal', amount, 1.005, 'Use at most two decimals'],
  ['a decision without an amount', amountOrNone, '', null],
  ['a decision on text', amountOrNone, '500', 'Enter a number'],
])('%s', (_case, schema, input, message) => {
  expect(sentenceOf(schema, input)).toBe(message)
})
