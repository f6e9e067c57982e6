import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { liveOn } from '../tests/support/earnLife.ts'
import {
  type EarnState,
  exactRupees,
  fromPrincipal,
  growth,
  interestOfDay,
  moved,
  pendingInterest,
  settle,
} from './flexible.ts'
import { paise, ppm, ZERO } from './money.ts'

const state: EarnState = {
  balance: paise(10_000_00n),
  carried: 0n,
  settledThrough: '2026-03-30',
  lowDay: '2026-03-01',
  low: paise(10_000_00n),
}
const rate = ppm(200n) // 0.02 %
const rateOn = () => rate

describe('the interest of a day', () => {
  test.each([
    ['₹10,000 at 0.02 % earns ₹2', 10_000_00n, 200n, 0n, 2_00n, 0n],
    ['a fraction of a paisa is carried', 1_00n, 200n, 0n, 0n, 20_000n],
    ['the carried fraction completes a paisa', 1_00n, 200n, 980_000n, 1n, 0n],
    ['nothing earns nothing and keeps the fraction', 0n, 200n, 7n, 0n, 7n],
    ['a rate of zero earns nothing', 10_000_00n, 0n, 7n, 0n, 7n],
  ])('%s', (_case, eligible, rate, carried, posted, left) => {
    expect(interestOfDay({ eligible: paise(eligible), rate: ppm(rate), carried })).toEqual({ posted, carried: left })
  })
})

test('₹10,000 becomes ₹10,060.17 in 30 days at 0.02 %', () => {
  expect(growth({ amount: paise(10_000_00n), rate, days: 30 })).toBe(10_060_17n)
})

describe('the eligible balance', () => {
  test('a deposit earns from the next day', () => {
    const after = moved({ ...state, balance: ZERO }, '2026-03-31', paise(5_000_00n))
    const { days } = settle(after, '2026-04-01', rateOn)
    expect(days.map((day) => [day.day, day.eligible, day.posted])).toEqual([
      ['2026-03-31', 0n, 0n],
      ['2026-04-01', 5_000_00n, 1_00n],
    ])
  })

  test('moving money out and in again within a day counts the lowest balance', () => {
    const out = moved(state, '2026-03-31', paise(-9_000_00n))
    const back = moved(out, '2026-03-31', paise(9_000_00n))
    expect(settle(back, '2026-03-31', rateOn).days[0]?.eligible).toBe(1_000_00n)
  })

  test('moving money in and out within a day gains nothing', () => {
    const inward = moved(state, '2026-03-31', paise(90_000_00n))
    const out = moved(inward, '2026-03-31', paise(-90_000_00n))
    expect(settle(out, '2026-03-31', rateOn).days[0]?.eligible).toBe(10_000_00n)
  })
})

test('missed days are posted one by one, compounding, each at its own rate', () => {
  const rates: Record<string, bigint> = { '2026-03-31': 200n, '2026-04-01': 1_000n }
  const { days, state: after } = settle(state, '2026-04-01', (day) => ppm(rates[day] ?? 0n))
  expect(days.map((day) => [day.day, day.eligible, day.posted, day.carried])).toEqual([
    ['2026-03-31', 10_000_00n, 2_00n, 0n],
    ['2026-04-01', 10_002_00n, 10_00n, 200_000n],
  ])
  expect(after).toMatchObject({ balance: 10_012_00n, settledThrough: '2026-04-01' })
})

test('an empty account skips its years at once and is up to date', () => {
  const { days, state: after } = settle({ ...state, balance: ZERO }, '2036-03-31', rateOn)
  expect([days, after.settledThrough]).toEqual([[], '2036-03-31'])
  expect(settle(after, '2026-03-31', rateOn).state.settledThrough).toBe('2036-03-31')
})

test('pending interest grows through the day: the unposted days plus the elapsed part of today', () => {
  const at = (iso: string) => pendingInterest({ ...state, settledThrough: '2026-03-30' }, new Date(iso), rateOn)
  expect(at('2026-03-30T18:30:00Z')).toBe(0n) // 00:00 of the 31st
  expect(at('2026-03-31T06:30:00Z')).toBe(1_00n) // noon
  expect(at('2026-03-31T18:29:59.999Z')).toBe(1_99n)
  expect(at('2026-03-31T18:30:00Z')).toBe(2_00n) // the day has ended and waits to be posted
})

test('a withdrawal takes principal first and never more than there is', () => {
  expect(fromPrincipal({ amount: paise(30n), principal: paise(100n) })).toBe(30n)
  expect(fromPrincipal({ amount: paise(130n), principal: paise(100n) })).toBe(100n)
})

test('exact rupees show every decimal', () => {
  expect([exactRupees(200_000_000n), exactRupees(1n), exactRupees(0n)]).toEqual([
    '2.00000000',
    '0.00000001',
    '0.00000000',
  ])
})

test('1,000 accounts over 400 days with random outages lose and gain nothing', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      liveOn({ seed, days: 400 })
    }),
    { numRuns: 1_000 },
  )
})

test('splitting money over accounts never earns more than keeping it in one', () => {
  const money = fc.array(fc.bigInt(1n, 10_000_00n), { minLength: 2, maxLength: 5 })
  fc.assert(
    fc.property(money, fc.bigInt(1n, 50_000n), (parts, rate) => {
      const grown = (amount: bigint) => growth({ amount: paise(amount), rate: ppm(rate), days: 60 })
      const whole = parts.reduce((sum, part) => sum + part, 0n)
      expect(parts.reduce((sum, part) => sum + grown(part), 0n) <= grown(whole)).toBe(true)
    }),
  )
})
