/** A slice of `npm run bench -- catch-up`, which does the same with more accounts and days. */
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { randomFrom } from '../support/earnLife.ts'
import { makeSavers } from '../support/savers.ts'
import { bookOf, catchUpUnderFire, changeRates, postEachNight } from './catchUp.ts'

const DAYS = 45
const [calm, struck] = [await testDatabase(), await testDatabase()]
const clients = [calm, struck].map(({ url }) => new pg.Client({ connectionString: url }))
afterAll(() => Promise.all(clients.map((client) => client.end())))

test('a catch-up whose process is killed again and again equals night-by-night posting', async () => {
  for (const client of clients) {
    await client.connect()
    await makeSavers(client, { accounts: 40, referredOfTen: 3 })
    await changeRates(client, DAYS)
  }
  await postEachNight(calm.db, DAYS)
  const seed = Date.now() % 1_000_000
  const env = { DATABASE_URL: struck.url, DATA_DIR: struck.dataDir }
  const { killed } = await catchUpUnderFire(env, { days: DAYS, kills: 5, random: randomFrom(seed) })
  expect({ seed, book: await bookOf(clients[1]!) }).toEqual({ seed, book: await bookOf(clients[0]!) })
  expect(killed).toBeGreaterThan(2)
})
