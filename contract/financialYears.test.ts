import { expect, test } from 'vitest'
import { financialYear, financialYearName, financialYearOf } from './financialYears.ts'

test.each([
  ['2026-03-31', 2025],
  ['2026-04-01', 2026],
  ['2026-12-31', 2026],
  ['2027-01-01', 2026],
])('%s is in the financial year that began in %i', (day, year) => expect(financialYearOf(day)).toBe(year))

test('a past year is complete, the current one ends today', () => {
  expect(financialYear(2025, '2026-11-21')).toEqual({ from: '2025-04-01', to: '2026-03-31' })
  expect(financialYear(2026, '2026-11-21')).toEqual({ from: '2026-04-01', to: '2026-11-21' })
})

test('years are named by both their numbers, also across a century', () => {
  expect([financialYearName(2026), financialYearName(2099)]).toEqual(['2026–27', '2099–00'])
})
