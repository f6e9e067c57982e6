import { expect, test } from 'vitest'
import { barsOf, isRangeTooLong, labelEvery, lastDays, lastMonth, rangeOf, thisMonth } from './dashboardTimes.ts'

const now = new Date('2026-11-30T20:00:00Z') // 1 December, 01:30 in Kolkata

const sofar = { start: '2026-12-01', end: '2026-12-01' }
test.each([
  ['nothing named is this month in Kolkata', {}, sofar],
  ['half a range', { end: '2026-01-01' }, sofar],
  ['what is named', { start: '2026-01-01', end: '2026-01-01' }, { start: '2026-01-01', end: '2026-01-01' }],
  ['an end before its start', { start: '2026-01-02', end: '2026-01-01' }, sofar],
  ['more than a year', { start: '2025-01-01', end: '2026-01-02' }, sofar],
  ['a whole leap year', { start: '2024-01-01', end: '2024-12-31' }, { start: '2024-01-01', end: '2024-12-31' }],
])('range: %s', (_case, named, expected) => {
  expect(rangeOf(named, now)).toEqual(expected)
})

test('seven days are today and the six before', () => {
  expect(lastDays(7, now)).toEqual({ start: '2026-11-25', end: '2026-12-01' })
})

test('a month ends before the next one begins', () => {
  expect(thisMonth(new Date('2026-11-30T18:29:59Z'))).toEqual({ start: '2026-11-01', end: '2026-11-30' })
  expect(lastMonth(now)).toEqual({ start: '2026-11-01', end: '2026-11-30' })
  expect(lastMonth(new Date('2028-03-01T00:00:00Z'))).toEqual({ start: '2028-02-01', end: '2028-02-29' })
})

test.each([
  ['a month', 31, 31, 1],
  ['more days than have room for a figure each', 32, 32, 6],
  ['the most days', 45, 45, 8],
  ['weeks, the last one of four days', 46, 7, 2],
  ['a leap year', 366, 53, 9],
])('for %s the number of bars stays distinguishable, and labels fit', (_case, days, count, every) => {
  const bars = barsOf(Array.from({ length: days }, (_, day) => day))
  expect(bars.flat()).toEqual(Array.from({ length: days }, (_, day) => day))
  expect(bars).toHaveLength(count)
  expect(labelEvery(bars)).toBe(every)
})

test.each([
  ['2025-01-01', '2026-01-01', false],
  ['2025-01-01', '2026-01-02', true],
  ['2026-01-02', '2025-01-01', false],
  [undefined, '2026-01-02', false],
])('from %s to %s is too long: %s', (start, end, expected) => {
  expect(isRangeTooLong({ ...(start && { start }), end })).toBe(expected)
})
