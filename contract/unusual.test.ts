import { expect, test } from 'vitest'
import { paise } from './money.ts'
import { type AmountFacts, unusualAbout } from './unusual.ts'

const usual: AmountFacts = {
  amount: paise(1000_00n),
  requested: paise(1000_00n),
  largest: paise(1000_00n),
  limit: paise(2_00_000_00n),
}

test.each<[string, Partial<AmountFacts>, string[]]>([
  ['the requested amount', {}, []],
  ['less than requested', { amount: paise(1_00n) }, []],
  ['a paisa more than requested', { amount: paise(1000_01n) }, ['above_requested 10']],
  ['a tenth more', { amount: paise(1100_00n) }, ['above_requested 11']],
  ['three times the largest so far', { amount: paise(3000_00n), requested: paise(3000_00n) }, []],
  ['a paisa more than that', { amount: paise(3000_01n), requested: paise(3000_01n) }, ['above_largest 30']],
  ['a withdrawal 42 times the largest', { amount: paise(42_000_00n), requested: null }, ['above_largest 420']],
  ['a first one', { amount: paise(1_00_000_00n), requested: null, largest: null }, []],
  ['the limit', { amount: paise(2_00_000_00n), requested: null, largest: null }, []],
  ['a paisa above the limit', { amount: paise(2_00_000_01n), requested: null, largest: null }, ['above_limit']],
  ['all of it', { amount: paise(5_00_000_00n) }, ['above_requested 5000', 'above_largest 5000', 'above_limit']],
])('%s', (_case, facts, expected) => {
  const found = unusualAbout({ ...usual, ...facts })
  const than = { above_requested: 1000_00n, above_largest: 1000_00n, above_limit: 2_00_000_00n }
  for (const one of found) expect(one.than).toBe(than[one.sort])
  expect(found.map((one) => ('tenths' in one ? `${one.sort} ${one.tenths}` : one.sort))).toEqual(expected)
})
