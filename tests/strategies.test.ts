/** Nobody makes money by knowing the rules: players try in the model and on the server (docs/money.md#what-players-may-gain). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Act, drawRates, drawStrategy, rupees, type Strategy, underRates } from '../bench/strategies/acts.ts'
import type { Result } from '../bench/strategies/book.ts'
import { knownStrategies } from '../bench/strategies/known.ts'
import { type OldRule, playInModel } from '../bench/strategies/model.ts'
import { strategiesOn } from '../bench/strategies/server.ts'
import { expectInvariants } from './support/invariants.ts'
import { type TestServer, testServer } from './support/server.ts'

const SEED = 20_261_122
const DRAWN = 400
const PLAYED_ON_SERVER = 4

test(`${DRAWN} strategies from seed ${SEED} make nothing in the model`, () => {
  const winners = Array.from({ length: DRAWN }, (_, n) => SEED + n).filter((seed) => {
    const { gain, unearned } = playInModel(drawStrategy(seed))
    return gain > 0n || unearned > 0n
  })
  expect(winners).toEqual([])
})

test.each(Object.entries(knownStrategies))('%s makes nothing in the model', (_name, strategy) => {
  const { gain, unearned } = playInModel(strategy)
  expect(gain).toBeLessThanOrEqual(0n)
  expect(unearned).toBeLessThanOrEqual(0n)
})

// The player is useful only if it finds strategies that used to work.
test.each<[keyof typeof knownStrategies, OldRule]>([
  ['the largest package, withdrawn the same day', 'package above the fee'],
  ['five accounts without identity and one leader', 'rewards without identity'],
  ['the same with half-paid packages', 'rewards without identity'],
  ['register, prove, take the bonus, close, again', 'bonus again after closing'],
  ['interest of locked bonuses', 'interest of locked bonuses leaves'],
  ['shares of linked accounts', 'linked accounts share'],
  ['shares of locked bonuses', 'interest of locked bonuses leaves'],
  ['a reward from an account of the same person', 'linked accounts share'],
  ['a payout in USDT that waits for a better rate', 'the USDT rate of a request holds for ever'],
  ['USDT at the rate before they fell', 'the payer says the USDT rate'],
])('%s is found under the old rule: %s', (name, old) => {
  const { gain, unearned } = playInModel(knownStrategies[name] ?? [], new Set([old]))
  expect(gain > 0n || unearned > 0n).toBe(true)
})

describe('on the server', () => {
  // Concurrently, so that the effects of one would show in the sums of the others.
  const rates = drawRates(SEED)
  const plays = [
    ...Object.entries(knownStrategies),
    ...Array.from({ length: PLAYED_ON_SERVER }, (_, n) => [`seed ${SEED + n}`, drawStrategy(SEED + n)] as const),
  ].map(([name, strategy]) => ({ name, strategy: underRates(strategy, rates) }))
  let server: TestServer
  let results: Result[]
  beforeAll(async () => {
    server = await testServer()
    const players = await strategiesOn(server)
    results = await players.playTogether(plays.map(({ strategy }) => strategy))
  })
  afterAll(async () => {
    await expectInvariants(server)
    await server.close()
  })

  test.each(plays.map((play, n) => ({ ...play, n })))('$name makes what the model predicts', ({ strategy, n }) => {
    const result = results[n]!
    expect(result).toEqual(playInModel(strategy))
    expect(result.gain).toBeLessThanOrEqual(0n)
    expect(result.unearned).toBeLessThanOrEqual(0n)
  })
})

test('a strategy under other rates waits as long and does the same', () => {
  const strategy = drawStrategy(SEED)
  const rates = {
    earn: new Map([
      [0, 333],
      [3, 1],
    ]),
    usdt: new Map([[3, rupees(97)]]),
  }
  const changed = underRates(strategy, rates)
  const isRate = ({ do: what }: Act) => what === 'rate' || what === 'usdtRate'
  const daysOf = (acts: Strategy) => acts.reduce((sum, act) => sum + (act.do === 'wait' ? act.days : 0), 0)
  const others = (acts: Strategy) => acts.filter((act) => act.do !== 'wait' && !isRate(act))
  expect(daysOf(changed)).toBe(daysOf(strategy))
  expect(others(changed)).toEqual(others(strategy))
  expect(changed.filter(isRate)).toEqual([
    { do: 'rate', ppm: 333 },
    { do: 'rate', ppm: 1 },
    { do: 'usdtRate', rate: rupees(97) },
  ])
  expect(
    daysOf(
      changed.slice(
        0,
        changed.findLastIndex((act) => act.do === 'rate'),
      ),
    ),
  ).toBe(3)
})
