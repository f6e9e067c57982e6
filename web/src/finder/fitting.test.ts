import { expect, test } from 'vitest'
import { fitting } from './fitting.ts'

const places = [
  { name: 'Minimum deposit', about: 'Smallest deposit a user can request.' },
  { name: 'Deposits' },
  { name: 'Deposit Methods' },
  { name: 'USDT rate', about: 'Rupees per USDT.' },
  { name: 'निकासी शुल्क', about: 'हर निकासी से कटता है।' },
]

test.each([
  ['what begins with it comes first', 'deposit', ['Deposits', 'Deposit Methods', 'Minimum deposit']],
  ['two letters inside a word fit', 'sd', ['USDT rate']],
  ['each word fits anywhere, in any order and case', 'DEPOSIT min', ['Minimum deposit']],
  ['a description fits too', 'rupees', ['USDT rate']],
  ['Hindi fits', 'शुल्क', ['निकासी शुल्क']],
  ['a single letter finds nothing', 'd', []],
  ['spaces alone find nothing', '   ', []],
  ['one word that fits nowhere excludes', 'deposit zebra', []],
])('%s', (_case, typed, names) => {
  expect(fitting(places, typed, 5).map(({ name }) => name)).toEqual(names)
})

test('only the best few are returned', () => {
  expect(fitting(places, 'deposit', 1)).toEqual([{ name: 'Deposits' }])
})
