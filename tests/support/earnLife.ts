/**
 * A simulation of one Earn account, day by day: random deposits, withdrawals, changes of the rate and nights on which the server
 * was down. Exact arithmetic runs in parallel: the sum of eligible × rate in millionths of a paisa must at all times equal what was
 * credited plus the carried fraction. Throws with the seed if it does not.
 */
import { type EarnState, moved, settle } from '@bittkosh/contract/flexible'
import { paise, ppm, ZERO } from '@bittkosh/contract/money'
import { addDays } from '@bittkosh/contract/time'

const FIRST_DAY = '2025-01-01'
const EMPTY: EarnState = {
  balance: ZERO,
  carried: 0n,
  settledThrough: addDays(FIRST_DAY, -1),
  lowDay: '',
  low: ZERO,
}

export function liveOn({ seed, days }: { seed: number; days: number }): void {
  const random = randomFrom(seed)
  let exact = 0n
  let credited = 0n
  let nightly = EMPTY // posted every night
  let withOutages = EMPTY // posted on some nights, and otherwise by the next movement
  let rate = 200n
  const rates = new Map<string, bigint>() // of the days that some account still waits for
  const rateOn = (day: string) => ppm(rates.get(day) ?? fail(`seed ${seed}: no rate for ${day}`))
  for (let n = 0, day = FIRST_DAY; n < days; n++, day = addDays(day, 1)) {
    if (random() < 0.02) rate = BigInt(Math.floor(random() * 3_000))
    rates.set(day, rate)
    let lowest = nightly.balance
    for (let moves = Math.floor(random() * 2.2); moves > 0; moves--) {
      withOutages = settle(withOutages, addDays(day, -1), rateOn).state
      const change = paise(BigInt(Math.floor((random() - 0.4) * 2_000_000)))
      if (nightly.balance + change < 0n) continue
      nightly = moved(nightly, day, change)
      withOutages = moved(withOutages, day, change)
      if (nightly.balance < lowest) lowest = nightly.balance
    }
    exact += lowest * rate
    const night = settle(nightly, day, rateOn)
    for (const { posted } of night.days) credited += posted
    nightly = night.state
    if (random() < 0.7) {
      withOutages = settle(withOutages, day, rateOn).state
      rates.clear()
    }
    if (exact - credited * 1_000_000n !== nightly.carried || nightly.carried >= 1_000_000n)
      fail(`seed ${seed}, ${day}: exact ${exact}, credited ${credited}, carried ${nightly.carried}`)
  }
  const caughtUp = settle(withOutages, nightly.settledThrough, rateOn).state
  if (caughtUp.balance !== nightly.balance || caughtUp.carried !== nightly.carried)
    fail(`seed ${seed}: ${caughtUp.balance} paise after outages, ${nightly.balance} without`)
}

function fail(message: string): never {
  throw new Error(message)
}

/** A small seeded generator (mulberry32): the same seed gives the same simulation. */
export function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
