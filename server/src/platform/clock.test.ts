import { type EarnState, settle } from '@bittkosh/contract/flexible'
import { paise, ppm, ZERO } from '@bittkosh/contract/money'
import { addDays, dayOf } from '@bittkosh/contract/time'
import { expect, test } from 'vitest'
import { randomFrom } from '../../../tests/support/earnLife.ts'
import { isTooFarAhead, makeClock } from './clock.ts'

const DAY_MS = 86_400_000
const begin = new Date('2026-11-21T06:30:00Z')
const after = (ms: number) => new Date(begin.getTime() + ms)

test.each<[what: string, byMs: number, isTooFar: boolean]>([
  ['no time at all', 0, false],
  ['ten seconds', 10_000, false],
  ['a leap second', 1_000, false],
  ['three days off', 3 * DAY_MS, false],
  ['seven days to the millisecond', 7 * DAY_MS, false],
  ['a millisecond more than seven days', 7 * DAY_MS + 1, true],
  ['a year', 365 * DAY_MS, true],
  ['a day back', -DAY_MS, false],
  ['a year back', -365 * DAY_MS, false],
])('%s', (_what, byMs, isTooFar) => {
  expect(isTooFarAhead(after(byMs), begin)).toBe(isTooFar)
})

test('a clock is doubted until a moment is trusted, and whenever the machine jumps; moving it on purpose is no jump', () => {
  let machineAt = begin
  const clock = makeClock(0, () => machineAt)
  expect(clock.isDoubted()).toBe(true)
  clock.trust(begin)
  expect(clock.isDoubted()).toBe(false)
  clock.moveTo(after(400 * DAY_MS))
  expect([clock.isDoubted(), clock.now()]).toEqual([false, after(400 * DAY_MS)])
  machineAt = after(8 * DAY_MS)
  expect([clock.isDoubted(), clock.now()]).toEqual([true, after(408 * DAY_MS)])
  machineAt = after(DAY_MS)
  expect(clock.isDoubted()).toBe(false)
})

test('10,000 jumps ahead and back: no day is posted twice, and no unconfirmed day more than a week ahead is posted', () => {
  const seed = Date.now() % 1_000_000
  const random = randomFrom(seed)
  // How wrong the machine's clock is: it returns from each jump, so that each seed posts hundreds of real days.
  const errors = [
    0,
    1_000,
    -1_000,
    10_000,
    DAY_MS,
    -DAY_MS,
    3 * DAY_MS,
    7 * DAY_MS,
    8 * DAY_MS,
    365 * DAY_MS,
    -400 * DAY_MS,
  ]
  let realMs = begin.getTime()
  let machineMs = realMs
  const clock = makeClock(0, () => new Date(machineMs))
  let trustedAt = begin
  clock.trust(begin)
  const none = { carried: 0n, lowDay: '', low: ZERO }
  let account: EarnState = { balance: paise(1_00_000n), settledThrough: addDays(dayOf(begin), -1), ...none }
  const posted = new Set<string>()
  const counts = { held: 0, confirmed: 0, days: 0 }
  for (let n = 0; n < 10_000; n++) {
    realMs += Math.round(random() * 0.25 * DAY_MS)
    machineMs = realMs + Math.round((errors[Math.floor(random() * errors.length)] ?? 0) * (0.5 + random()))
    const wasTooFar = machineMs - trustedAt.getTime() > 7 * DAY_MS
    expect({ seed, n, isDoubted: clock.isDoubted() }).toEqual({ seed, n, isDoubted: wasTooFar })
    if (wasTooFar && random() < 0.5) {
      counts.held++
      continue // nobody confirms it: nothing is posted, and no moment of it is trusted
    }
    if (wasTooFar) counts.confirmed++
    trustedAt = clock.machine()
    clock.trust(trustedAt)
    const night = settle(account, addDays(dayOf(clock.now()), -1), () => ppm(200n))
    for (const { day } of night.days) {
      if (posted.has(day)) throw new Error(`seed ${seed}: ${day} was posted twice`)
      posted.add(day)
    }
    counts.days += night.days.length
    account = { ...night.state, balance: paise(1_00_000n) }
  }
  expect(posted.size).toBe(counts.days)
  expect(Math.min(counts.held, counts.confirmed, counts.days)).toBeGreaterThan(100)
})
