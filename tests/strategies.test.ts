/** Nobody makes money by knowing the rules: players try in the model and on the server (docs/money.md#what-players-may-gain). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawStrategy } from '../bench/strategies/acts.ts'
import { knownStrategies } from '../bench/strategies/known.ts'
import { type OldRule, playInModel } from '../bench/strategies/model.ts'
import { strategiesOn } from '../bench/strategies/server.ts'
import { expectInvariants } from './support/invariants.ts'
import { type TestServer, testServer } from './support/server.ts'

const SEED = 20_261_122
const DRAWN = 400
const PLAYED_ON_SERVER = 2

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

// The player is worth something only if it finds what used to work.
test.each<[keyof typeof knownStrategies, OldRule]>([
  ['the largest package, withdrawn the same day', 'package above the fee'],
  ['five accounts without identity and one leader', 'rewards without identity'],
  ['the same with half-paid packages', 'rewards without identity'],
  ['register, prove, take the bonus, close, again', 'bonus again after closing'],
  ['interest of locked bonuses', 'interest of locked bonuses leaves'],
  ['shares of linked accounts', 'linked accounts share'],
  ['shares of locked bonuses', 'interest of locked bonuses leaves'],
  ['a reward from an account of the same person', 'linked accounts share'],
])('%s is found where the rule is the old one: %s', (name, old) => {
  const { gain, unearned } = playInModel(knownStrategies[name] ?? [], new Set([old]))
  expect(gain > 0n || unearned > 0n).toBe(true)
})

describe('on the server', () => {
  let server: TestServer
  let players: Awaited<ReturnType<typeof strategiesOn>>
  beforeAll(async () => {
    server = await testServer()
    players = await strategiesOn(server)
  })
  afterAll(async () => {
    await expectInvariants(server)
    await server.close()
  })

  test.each(Object.entries(knownStrategies))('%s makes what the model says', async (_name, strategy) => {
    const result = await players.play(strategy)
    expect(result).toEqual(playInModel(strategy))
    expect(result.gain).toBeLessThanOrEqual(0n)
    expect(result.unearned).toBeLessThanOrEqual(0n)
  })

  test(`${PLAYED_ON_SERVER} strategies from seed ${SEED} make nothing`, async () => {
    for (let n = 0; n < PLAYED_ON_SERVER; n++) {
      const { gain, unearned } = await players.play(drawStrategy(SEED + n))
      expect({ seed: SEED + n, won: gain > 0n || unearned > 0n }).toEqual({ seed: SEED + n, won: false })
    }
  })
})
