import { expect, test } from 'vitest'
import { auditFields, unitDecimals } from './audit.ts'

test.each<[named: string, decimals: number, pattern: RegExp]>([
  [
    'an amount',
    2,
    /(^|_)(amount|balance|bonus|change|fee|fluctuation|least|most|usdt_rate|difference)$|^m\w+_deposit$/,
  ],
  ['a percentage', 4, /_percentage$/],
])('every logged field that is named like %s is sent in units', (_named, decimals, pattern) => {
  const named = auditFields.filter((field) => pattern.test(field))
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((field) => unitDecimals.get(field) !== decimals)).toEqual([])
})
