/** A slice of `npm run bench -- migrations`, which kills two hundred. */
import { expect, test } from 'vitest'
import { emptyDatabase } from '../support/database.ts'
import { randomFrom } from '../support/earnLife.ts'
import { killMigrations } from './migrations.ts'

const databases: string[] = []
for (let n = 0; n < 12; n++) databases.push(await emptyDatabase())
const newDatabase = async () => databases.pop() ?? expect.fail('more databases were needed than kills')

test('a killed migration leaves the previous schema or its own', async () => {
  const seed = Date.now() % 1_000_000
  const outcome = await killMigrations(newDatabase, { kills: 8, random: randomFrom(seed) })
  expect({ seed, amiss: outcome.amiss }).toEqual({ seed, amiss: [] })
})
