/** A slice of `npm run bench -- simulation`: money calls while their statements fail. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faults, faultsOn } from '../support/faults.ts'
import { testDatabase } from '../support/database.ts'
import { testServer } from '../support/server.ts'
import { cases } from './simulation/cases.ts'
import { differences, playCall, playDay, failEachStatement, type FaultyStage } from './simulation/play.ts'
import { findingsIn, makeStage } from './simulation/world.ts'

const FIRST_SEED = 261_123 // the command draws other seeds
// THOROUGH=1 draws more, for runs that may take half an hour; the command tries every kind of failure at every statement.
const [SEEDS, KINDS] = process.env['THOROUGH'] ? [24, 2] : [8, 1]
let theatre: FaultyStage

beforeAll(async () => {
  const database = await testDatabase()
  const injector = faultsOn(database.pool)
  theatre = { ...(await makeStage(await testServer({ database }))), injector }
})
afterAll(async () => {
  expect(await findingsIn(theatre)).toEqual([])
  await theatre.server.close()
})

/** At each statement the next kinds in turn, so that most of them occur in every call. */
const kindsAt = (place: number) => Array.from({ length: KINDS }, (_, n) => faults[(KINDS * place + n) % faults.length]!)

test.each(Object.keys(cases))(
  '%s: whatever fails at whatever statement, a retry gives the same reply and result',
  async (name) => {
    const figures = { calls: 0, struck: 0, repeats: 0 }
    expect(await failEachStatement(theatre, name, { figures, kindsAt })).toEqual([])
    expect(figures.repeats).toBeGreaterThan(2)
  },
)

test.each([
  ['large deposit approved by another admin', 'Meera is in the audit log: deposit approved with Ravi'],
  ['large payment approved by another admin', 'Meera is in the audit log: withdrawal approved with Ravi'],
  ['large payment declined by another admin', 'proposal of withdrawal approved declined'],
  ['a night with interest', 'interest'],
  ['a night when a plan matures', 'Asha Rao is told plan_matured'],
])('%s ends with: %s', async (name, line) => {
  const figures = { calls: 0, struck: 0, repeats: 0 }
  const { ledger } = await playCall(theatre, name, { plan: () => null, figures })
  expect(ledger).toContainEqual(expect.stringContaining(line))
})

test('days drawn from a seed end with the same ledger with and without failures', async () => {
  const figures = { calls: 0, struck: 0, repeats: 0 }
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
    const calm = await playDay(theatre, { seed, fail: false, figures })
    const struck = await playDay(theatre, { seed, fail: true, figures })
    expect(struck, `seed ${seed}: ${differences(calm, struck)}`).toEqual(calm)
  }
  expect(figures.struck).toBeGreaterThan(SEEDS)
})
