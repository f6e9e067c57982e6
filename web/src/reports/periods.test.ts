import { expect, test } from 'vitest'
import { chosenPeriod, monthsOfPeriod, nameOf } from './periods.ts'

const today = '2027-02-10'

test.each([
  ['months_6', '2026-09-01', '2027-02-01'],
  ['months_12', '2026-03-01', '2027-02-01'],
  ['months_24', '2025-03-01', '2027-02-01'],
  ['year', '2026-04-01', '2027-02-01'],
  ['last_year', '2025-04-01', '2026-03-01'],
] as const)('%s', (name, from, to) => {
  expect(monthsOfPeriod(name, today)).toEqual({ from, to })
  expect(nameOf({ from, to }, today)).toBe(name)
})

test('an address may have other months, or one end only', () => {
  expect(nameOf({ from: '2026-05-01', to: '2026-06-01' }, today)).toBeNull()
  expect(chosenPeriod({}, today)).toEqual(monthsOfPeriod('months_12', today))
  expect(chosenPeriod({ from: '2026-11-01' }, today)).toEqual({ from: '2026-11-01', to: '2027-02-01' })
})

test('in April the current year is a single month', () => {
  expect(monthsOfPeriod('year', '2027-04-01')).toEqual({ from: '2027-04-01', to: '2027-04-01' })
})
