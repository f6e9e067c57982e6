/** A slice of `npm run bench -- crash`, which does the same for minutes and kills the database too. */
import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { runStorm } from './crash/storm.ts'

test('programs are killed while money moves: what was acknowledged exists once, and nothing else', async () => {
  const { url, dataDir } = await testDatabase()
  const seed = Date.now() % 1_000_000
  const outcome = await runStorm({
    dataDir,
    databaseUrls: [url, url],
    operations: 160,
    kills: 2,
    clients: 8,
    people: 4,
    seed,
  })
  expect({ seed, amiss: outcome.amiss }).toEqual({ seed, amiss: [] })
  expect(outcome.kills).toEqual({ program: 2, database: 0 })
  expect(outcome.accepted).toBeGreaterThan(80)
  const { proposals, approvals, claims, reversals, returns } = outcome.records
  expect(proposals).toBeGreaterThan(1)
  expect(approvals).toBeGreaterThan(0)
  expect(claims + reversals + returns).toBeGreaterThan(0)
}, 600_000)
