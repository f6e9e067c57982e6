import { expect, test } from 'vitest'
import { addDays, addMonths, dayOf, daysBetween, isDay, monthOf, monthsBetween, startOfDay, timeOf } from './time.ts'

test.each([
  ['the last millisecond of a day in India', '2026-03-31T18:29:59.999Z', '2026-03-31', '23:59'],
  ['the first of the next', '2026-03-31T18:30:00Z', '2026-04-01', '00:00'],
  ['the end of a year', '2026-12-31T18:30:00Z', '2027-01-01', '00:00'],
  ['noon', '2028-02-29T06:30:00Z', '2028-02-29', '12:00'],
])('%s', (_case, iso, day, time) => {
  const at = new Date(iso)
  expect([dayOf(at), timeOf(at)]).toEqual([day, time])
})

test('a day begins at midnight in India', () => {
  expect(startOfDay('2026-04-01').toISOString()).toBe('2026-03-31T18:30:00.000Z')
})

test.each([
  ['a day', '2026-11-30', true],
  ['a leap day', '2028-02-29', true],
  ['the last one', '9999-12-31', true],
  ['none of its month', '2026-11-31', false],
  ['a leap day of another year', '2026-02-29', false],
  ['before 1900', '1899-12-31', false],
  ['of year 1', '0001-01-01', false],
  ['of year 0', '0000-01-01', false],
  ['another notation', '30-11-2026', false],
])('whether it is a day: %s', (_case, text, is) => {
  expect(isDay(text)).toBe(is)
})

test.each([
  ['a day', '2026-03-31', 1, '2026-04-01'],
  ['a day back', '2026-03-01', -1, '2026-02-28'],
  ['over a leap day', '2028-02-28', 2, '2028-03-01'],
  ['a year', '2026-11-21', 365, '2027-11-21'],
  ['within the month', '2026-11-08', 1, '2026-11-09'],
  ['to the end of a February', '2026-02-01', 27, '2026-02-28'],
  ['past it', '2026-02-28', 1, '2026-03-01'],
  ['back from a 31st', '2026-01-31', -3, '2026-01-28'],
  ['back to a first', '2026-01-10', -9, '2026-01-01'],
  ['back over it', '2026-01-10', -10, '2025-12-31'],
])('days are added: %s', (_case, from, days, to) => {
  expect(addDays(from, days)).toBe(to)
  expect(daysBetween(from, to)).toBe(days)
})

test('each day of five years is the one after the day before it', () => {
  let day = '2026-01-01'
  for (let n = 1; n <= 5 * 365; n++) {
    day = addDays(day, 1)
    expect(day).toBe(new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10))
    expect(addDays(day, -n)).toBe('2026-01-01')
  }
})

test.each([
  ['the next', '2026-11-01', 1, '2026-12-01'],
  ['over the end of a year', '2026-11-01', 3, '2027-02-01'],
  ['the one before', '2026-01-01', -1, '2025-12-01'],
])('months are added: %s', (_case, month, months, to) => {
  expect(addMonths(month, months)).toBe(to)
  expect(monthsBetween(month, to)).toBe(months)
})

test('a day has its month', () => expect(monthOf('2026-11-21')).toBe('2026-11-01'))
