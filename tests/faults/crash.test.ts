/** A slice of `npm run bench -- crash`, which does the same for minutes and kills the database too. */
import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { rage } from './crash/storm.ts'

test('programs are killed while money moves: what was acknowledged is there once, and nothing else', async () => {
  const { url, dataDir } = await testDatabase()
  const seed = Date.now() % 1_000_000
  const outcome = await rage({ dataDir, databaseUrl: url, operations: 300, kills: 3, clients: 8, people: 6, seed })
  expect({ seed, amiss: outcome.amiss }).toEqual({ seed, amiss: [] })
  expect(outcome.kills).toEqual({ program: 3, database: 0 })
  expect(outcome.accepted).toBeGreaterThan(150)
}, 600_000) // a minute where nothing else runs
