import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { readComplaint } from './complaint.ts'
import { complaintSentence } from './complaints.ts'
import { knownPassword, newPassword } from './auth.ts'
import { email } from './contact.ts'
import { createDeposit } from './deposits.ts'
import { readSettingValue } from './settingValues.ts'
import { instant, isWebLink, message, name, note, search } from './shapes.ts'

const problemOf = (schema: z.ZodMiniType, value: string) => {
  const result = z.safeDecode(schema, value)
  return result.success ? null : complaintSentence(readComplaint(result.error.issues[0]?.message ?? ''))
}

describe('typed text', () => {
  test.each([
    ['Hindi with joiners', 'क्‍ष श्री नन्‍दलाल'],
    ['a family of joined emoji', 'Rao 👨‍👩‍👧'],
    ['a heart with its variation selector', '❤️'],
    ['an accent', 'José'],
    ['Tamil, Urdu and Chinese', 'ராவ் راؤ 饶'],
    ['an apostrophe and a dash', 'O’Brien–Rao'],
  ])('%s is a name', (_case, value) => {
    expect(problemOf(name, value)).toBe(null)
  })

  test.each([
    ['a zero width space', 'As\u200bha'],
    ['a word joiner', 'As\u2060ha'],
    ['a byte order mark', 'As\ufeffha'],
    ['a soft hyphen', 'As\u00adha'],
    ['a right-to-left override', 'Asha\u202eoaR'],
    ['an isolate', 'Asha\u2066'],
    ['a mark of direction', 'Asha\u200f!'],
    ['a NUL', 'As\u0000ha'],
    ['a tab', 'Asha\tRao'],
    ['an escape', '\u001b[31mAsha'],
    ['a line separator', 'Asha\u2028Rao'],
    ['a Hangul filler', '\u3164'],
    ['nothing but joiners', '\u200d\u200c\u200d'],
    ['nothing but an accent', '\u0301'],
    ['a tag', 'Asha\u{e0041}'],
    ['half of a character', 'Asha\ud83d'],
    ['a noncharacter', 'Asha\uffff'],
    ['an annotation', 'Asha\ufff9'],
  ])('%s is refused in names, notes and messages', (_case, value) => {
    for (const schema of [name, note, message]) expect(problemOf(schema, value)).toBe('Remove the invisible characters')
  })

  test.each([
    ['the longest conjunct', 'कार्त्स्न्यर्त्स्न्यैः'],
    ['a kiss with skin tones', '👩🏽‍❤️‍💋‍👨🏽 Rao'],
    ['a letter with as many marks as are allowed', `a${'\u0316'.repeat(15)}`],
    ['many short signs', 'श्री'.repeat(25)],
  ])('%s is a name', (_case, value) => {
    expect(problemOf(name, value)).toBe(null)
  })

  test.each([
    ['forty letters joined into one', Array.from('कखगघङचछजझञ'.repeat(4)).join('\u094d')],
    ['thirty joined by hand', Array.from('कखगघङचछजझञ'.repeat(3)).join('\u094d\u200d')],
    ['people who never end', Array.from({ length: 12 }, () => '👩').join('\u200d')],
    ['a letter with one mark more', `a${'\u0316'.repeat(16)}`],
    ['a tower of Korean beginnings', 'ᄀ'.repeat(30)],
    ['a hand of many colours', `👍${'🏽'.repeat(20)}`],
  ])('%s is refused in names, notes and messages', (_case, value) => {
    for (const schema of [name, note, message])
      expect(problemOf(schema, `Asha ${value} Rao`)).toBe('Too many letters and marks are joined into one')
  })

  test('line breaks are for notes and messages, not for names', () => {
    expect(problemOf(name, 'Asha\nBcc: x@example.test')).toBe('Write it on one line')
    expect(problemOf(note, 'First\nSecond')).toBe(null)
  })

  test('text that looks the same is stored the same', () => {
    expect(z.decode(name, '  Jose\u0301 ')).toBe('José')
  })

  test('only spaces count as empty', () => {
    expect(problemOf(name, ' \u00a0\u3000 ')).toBe('This field is required')
  })

  test('a link follows the same rules', () => {
    expect(isWebLink('https://example.test/\u200bpay')).toBe(false)
    expect(isWebLink('https://example.test/pay')).toBe(true)
  })
})

describe('a search', () => {
  test.each([
    ['as it was typed', 'asha@example.in', 'asha@example.in'],
    ['without the marks around a copied phone number', '\u202a+91 98765 43210\u202c', '+91 98765 43210'],
    ['without what has no width', '\ufeffAsha\u200b Rao\u0000', 'Asha Rao'],
    ['without half of a character', 'Asha\ud83d', 'Asha'],
    ['with the joiners of Hindi', 'क्\u200dष', 'क्\u200dष'],
    ['with composed letters', ' Jose\u0301 ', 'José'],
    ['up to its hundredth character', `${'a'.repeat(99)}bc`, `${'a'.repeat(99)}b`],
    ['without an emoji that is only half within them', `${'a'.repeat(99)}😀`, 'a'.repeat(99)],
    ['without a space at their end', `${'a'.repeat(99)} b`, 'a'.repeat(99)],
    ['without a letter that has too many marks', `a${'\u0316'.repeat(16)} Rao`, 'Rao'],
    ['empty if nothing in it is visible', '\u200d\u200c\u0301', ''],
  ])('is sent %s', (_case, typed, sent) => {
    expect(z.encode(search, typed)).toBe(sent)
    expect(z.decode(search, sent)).toBe(sent)
  })

  test.each([
    ['invisible characters', '\u202aasha\u202c', 'Remove the invisible characters'],
    ['too many characters', 'a'.repeat(101), 'Use at most 100 characters'],
  ])('that is sent with %s is refused', (_case, sent, problem) => {
    const result = z.safeDecode(search, sent)
    const [issue] = result.error?.issues ?? []
    expect(complaintSentence(readComplaint(issue?.message ?? ''))).toBe(problem)
  })
})

test.each([
  ['a moment', '2026-11-30T23:59:59Z', null],
  ['a moment in Indian time', '2026-11-30T23:59+05:30', null],
  ['a moment on a missing day, which Date reads as the next', '2026-11-31T23:59:59Z', 'Enter a date and time'],
  ['a moment without its zone', '2026-11-30T23:59:59', 'Enter a date and time'],
  ['a day', '2026-11-30', 'Enter a date and time'],
  ['the last moment', '9999-12-31T23:59:59Z', null],
  ['a moment that its offset moves into the year 10000', '9999-12-31T23:59:59-12:00', 'Enter a date and time'],
  ['a moment that its offset moves before the first day', '1900-01-01T00:00:00+05:30', 'Enter a date and time'],
])('%s', (_case, value, problem) => {
  expect(problemOf(instant, value)).toBe(problem)
})

test('whatever is read as a moment can be sent and read again', () => {
  const offset = fc.tuple(fc.constantFrom('+', '-'), fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  const two = (number: number) => String(number).padStart(2, '0')
  const edges = fc.constantFrom(
    '1900-01-01T00:00:00',
    '1900-01-01T12:00:00',
    '9999-12-31T12:00:00',
    '9999-12-31T23:59:59',
  )
  const any = fc
    .date({ min: new Date('1890-01-01'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
    .map((at) => at.toISOString().slice(0, 19))
  fc.assert(
    fc.property(fc.oneof(edges, any), offset, (local, [sign, hours, minutes]) => {
      const read = z.safeDecode(instant, `${local}${sign}${two(hours)}:${two(minutes)}`)
      if (read.success) expect(z.decode(instant, z.encode(instant, read.data))).toEqual(read.data)
    }),
  )
})

test.each<[string, (text: string) => { success: boolean }]>([
  ['a name', (text) => z.safeDecode(name, text)],
  ['a message', (text) => z.safeDecode(message, text)],
  ['a new password', (text) => z.safeDecode(newPassword, text)],
  ['a known password', (text) => z.safeDecode(knownPassword, text)],
  ['an e-mail address', (text) => z.safeDecode(email, text)],
  ['a setting', (text) => ({ success: 'value' in readSettingValue('terms_en', text) })],
  [
    'a reference',
    (text) => z.safeDecode(createDeposit.body, { amount: 1500, transaction_id: text, payment_method: 1 }),
  ],
])('marks piled up in %s are refused before they are normalised, which would take quadratic time', (_what, read) => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  const { success } = read(`a${'\u0316\u0301'.repeat(4000)}`)
  const calls = normalize.mock.calls.length
  normalize.mockRestore()
  expect([success, calls]).toEqual([false, 0])
})

test('accents typed apart from their letters are joined to them before a name is measured', () => {
  expect(z.decode(name, 'e\u0301'.repeat(100))).toBe('é'.repeat(100))
})
