import { expect, test } from 'vitest'
import { jitter } from './jitter.ts'

const row = { name: 'BTC Saver 30', price: 1000, change: 0.4 }

test.each([
  ['as far down as it goes', [0, 0], 990, 0.2],
  ['not at all', [0.5, 0.5], 1000, 0.4],
  ['nearly as far up as it goes', [0.9999999, 0.9999999], 1010, 0.6],
  ['the two move by themselves', [0, 0.75], 990, 0.5],
])('moves %s', (_name, numbers, price, change) => {
  const moved = jitter(row, () => numbers.shift() ?? Number.NaN)
  expect(moved.price).toBeCloseTo(price, 3)
  expect(moved.change).toBeCloseTo(change, 3)
  expect(moved.name).toBe(row.name)
  expect(row.price).toBe(1000)
})
