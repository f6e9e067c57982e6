import { expect, test } from 'vitest'
import { isRangeTooLong, labelEvery, lastDays, monthOf, rangeOf } from './dashboardTimes.ts'

const now = new Date('2026-11-30T20:00:00Z') // 1 December, 01:30 in Kolkata

test.each([
  ['nothing named is the month in Kolkata', {}, { year: 2026, month: 12 }],
  ['what is named', { year: 2025, month: 3 }, { year: 2025, month: 3 }],
  ['a month of no year', { month: 3 }, { year: 2026, month: 12 }],
  ['a thirteenth month', { year: 2025, month: 13 }, { year: 2026, month: 12 }],
  ['a year that the server refuses', { year: 1999, month: 1 }, { year: 2026, month: 12 }],
])('month: %s', (_case, named, expected) => {
  expect(monthOf(named, now)).toEqual(expected)
})

const thirty = { start: '2026-11-02', end: '2026-12-01' }
test.each([
  ['nothing named is the last thirty days', {}, thirty],
  ['what is named', { start: '2026-01-01', end: '2026-01-01' }, { start: '2026-01-01', end: '2026-01-01' }],
  ['an end before its start', { start: '2026-01-02', end: '2026-01-01' }, thirty],
  ['a day that does not exist', { start: '2026-02-30', end: '2026-03-01' }, thirty],
  ['more than a year', { start: '2025-01-01', end: '2026-01-02' }, thirty],
  ['a whole leap year', { start: '2024-01-01', end: '2024-12-31' }, { start: '2024-01-01', end: '2024-12-31' }],
  ['no day at all', { start: 'yesterday', end: '2026-01-02' }, thirty],
])('range: %s', (_case, named, expected) => {
  expect(rangeOf(named, now)).toEqual(expected)
})

test('seven days are today and the six before', () => {
  expect(lastDays(7, now)).toEqual({ start: '2026-11-25', end: '2026-12-01' })
})

test.each([
  [31, 1],
  [90, 15],
  [366, 65],
])('of %i bars every %ith has a label, in fives', (bars, every) => {
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
