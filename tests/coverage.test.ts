/** Each figure of what the platform owes is the sum of the lines behind it, whatever the demo's users have done. */
import { beforeAll, expect, test } from 'vitest'
import { seedDemo } from '../scripts/demo/seed.ts'
import { transaction } from '../server/src/platform/database.ts'
import { samples } from '../server/src/rooms.ts'
import { type TestServer, testServer, type TestUser } from './support/server.ts'

const now = new Date('2026-06-15T09:00:00Z')
let server: TestServer
let admin: TestUser

beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin' })
  const { db, config } = server.services
  await transaction(db, async (tx) => {
    for (const seed of samples) await seed(tx, now)
  })
  await seedDemo(db, { total: 60, now, config })
  return () => server.close()
}, 120_000)

test.each(['wallet', 'flexible', 'invested', 'held'])('%s', async (account) => {
  const { body } = await server.call('GET', '/coverage', { as: admin })
  const seen = new Set<string>()
  let [sum, cursor]: [number, string | null] = [0, '']
  while (cursor !== null) {
    const path: string = `/coverage/lines?account=${account}${cursor && `&cursor=${cursor}`}`
    const { data, next_cursor } = (await server.call('GET', path, { as: admin })).body
    for (const line of data) {
      expect(line.user.name).toEqual(expect.any(String))
      seen.add(line.id)
      sum += Math.round(line.amount * 100)
    }
    cursor = next_cursor
  }
  expect(seen.size).toBeGreaterThan(0)
  expect(sum / 100).toBe(body.owed[account])
})

test('a cursor that no list handed out is refused', async () => {
  for (const key of [['x', 1], [1], [1, 2, 3]]) {
    const cursor = Buffer.from(JSON.stringify(key)).toString('base64url')
    const reply = await server.call('GET', `/coverage/lines?account=held&cursor=${cursor}`, { as: admin })
    expect(reply.status).toBe(400)
  }
})
