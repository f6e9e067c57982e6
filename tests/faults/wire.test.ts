/** A slice of `npm run bench -- wire`: connections are cut at random bytes of each money call's exchange. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { randomFrom } from '../support/earnLife.ts'
import { failures, ways } from '../support/wire.ts'
import { calls } from './simulation/cases.ts'
import { findingsIn } from './simulation/world.ts'
import { lines, measure, playCuts, wire, type WiredStage } from './wire/play.ts'

const seed = Date.now() % 1_000_000
const random = randomFrom(seed)
let stage: WiredStage
// For a connection that may be silent. A slow machine sometimes takes longer to reply, and the call is retried.
const SILENCE_MS = 400

beforeAll(async () => {
  stage = await wire(await testDatabase(), SILENCE_MS)
})
afterAll(async () => {
  expect(await findingsIn(stage)).toEqual([])
  await stage.wires.browser.close()
  await stage.server.close()
})

/**
 * Each connection cut in each direction by each failure: four of the sixteen for a call, so that every four calls cover them all.
 */
const kinds = lines.flatMap((line) => ways.flatMap((way) => failures.map((failure) => ({ line, way, failure }))))

test.each(
  Object.keys(calls).map(
    (name, n) => [name, kinds.filter((_, kind) => (kind + Math.floor(kind / 4)) % 4 === n % 4)] as const,
  ),
)('%s: wherever a connection fails, a retry ends with one effect and the right reply', async (name, chosen) => {
  const { outcome: calm, ends } = await measure(stage, name)
  const cuts = chosen.map((kind) => ({ ...kind, after: Math.floor(random() * ends[kind.line][kind.way].at(-1)!) }))
  const played = await playCuts(stage, { name, cuts, calm })
  const amiss = played.flatMap((one) => one.amiss ?? [])
  expect({ seed, amiss }).toEqual({ seed, amiss: [] })
  expect(played.some(({ end }) => end !== null)).toBe(true)
})
