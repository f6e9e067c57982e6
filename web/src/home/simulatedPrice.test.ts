import { expect, test } from 'vitest'
import { firstPrice, nextPrice, type PriceRule, type Random } from './simulatedPrice.ts'

const rule: PriceRule = { lower: 100, higher: 200, bottomFlow: 0.5, upperFlow: 2 }

/** Returns these numbers, in order. */
function given(...numbers: number[]): Random {
  return () => numbers.shift() ?? Number.NaN
}

/** A small seeded generator (mulberry32): the same seed gives the same prices. */
function seeded(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

test.each([
  ['at the lower bound', 0, 100],
  ['in the middle', 0.5, 150],
])('a price starts %s', (_name, number, value) => {
  expect(firstPrice(rule, given(number))).toEqual({ value, change: 0 })
})

test.each([
  ['just below 70 % goes up by the bottom flow', 150, [0.699, 0], 0.5],
  ['up by nearly the upper flow', 150, [0, 0.999999], 2],
  ['70 % and more goes down by nothing', 150, [0.7, 0], 0],
  ['down by nearly twice the bottom flow', 150, [0.99, 0.999999], -1],
  ['not above the higher bound', 199, [0, 0.999999], 0.5025],
  ['not below the lower bound', 100.5, [0.99, 0.999999], -0.4975],
])('%s', (_name, value, numbers, percent) => {
  const next = nextPrice({ value, change: 0 }, rule, given(...numbers))
  expect(next.change).toBeCloseTo(percent, 3)
  expect(next.value).toBeCloseTo(value * (1 + percent / 100), 3)
})

test('ten thousand ticks stay within the bounds and rise seven times in ten', () => {
  const wide = { ...rule, lower: 1, higher: 1e300 }
  const random = seeded(20_261_121)
  let price = firstPrice(rule, random)
  let bounded = firstPrice(rule, random)
  let ups = 0
  for (let tick = 0; tick < 10_000; tick++) {
    price = nextPrice(price, wide, random)
    if (price.change > 0) ups++
    bounded = nextPrice(bounded, rule, random)
    expect(bounded.value).toBeGreaterThanOrEqual(rule.lower)
    expect(bounded.value).toBeLessThanOrEqual(rule.higher)
  }
  expect(ups / 10_000).toBeCloseTo(0.7, 1)
})
