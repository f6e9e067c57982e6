import { expect, test } from 'vitest'
import { dateText, lookBeside, relativeText, waitedText } from './dates.ts'

const lateEvening = new Date('2026-11-20T20:05:00Z') // already the 21st in India

test.each([
  ['date', 'en', '21 Nov 2026'],
  ['day', 'en', '21 Nov'],
  ['time', 'en', '01:35'],
  ['dateTime', 'en', '21 Nov 2026, 01:35'],
  ['month', 'en', 'November 2026'],
] as const)('a time as %s is shown in Asia/Kolkata', (look, locale, text) => {
  expect(dateText(lateEvening, look, locale)).toBe(text)
})

test('figures stay Latin in Hindi', () => {
  expect(dateText(lateEvening, 'dateTime', 'hi')).toMatch(/^21 .* 2026, 01:35$/)
})

test('a business day is the same day in every time zone of the browser', () => {
  expect(dateText('2026-12-21', 'date', 'en')).toBe('21 Dec 2026')
})

test.each([
  [-20_000, 'this minute'],
  [-240_000, '4 minutes ago'],
  [2 * 3_600_000, 'in 2 hours'],
  [-25 * 3_600_000, 'yesterday'],
  [-26 * 3_600_000, '2 days ago'], // 23:35 of the day before yesterday
  [-3 * 86_400_000, '3 days ago'],
  [-90 * 86_400_000, '23 Aug 2026'],
])('%i ms from now is %s', (offset, text) => {
  expect(relativeText(new Date(lateEvening.getTime() + offset), lateEvening, 'en')).toBe(text)
})

test.each([
  ['just now', 20, '1 min'],
  ['minutes', 4 * 60 + 50, '4 mins'],
  ['hours', 3 * 3600 + 59 * 60, '3 hrs'],
  ['months stay days', 40 * 86_400, '40 days'],
  ['a clock that is behind', -90, '1 min'],
])('waiting: %s', (_what, seconds, expected) => {
  const now = new Date('2026-11-21T05:00:00Z')
  expect(waitedText(new Date(now.getTime() - seconds * 1000), now, 'en')).toBe(expected)
})

test('a day beside one of another year says its own', () => {
  expect([lookBeside('2026-12-21', '2026-01-02'), lookBeside('2027-01-02', '2026-12-21')]).toEqual(['day', 'date'])
})
