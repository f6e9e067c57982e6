import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testServer } from '../../tests/support/server.ts'
import { invariants, samples } from '../../server/src/rooms.ts'
import { transaction } from '../../server/src/platform/database.ts'
import { storedPicturesAmiss } from '../../server/src/uploads/verify.ts'
import { DEMO_PASSWORD, seedDemo } from './seed.ts'

const server = await testServer()
const { db, config } = server.services
const now = new Date('2026-06-15T09:00:00Z')
await server.makeUser({ role: 'admin' })
await transaction(db, async (tx) => {
  for (const seed of samples) await seed(tx, now)
})

test('fifty users come with a history that breaks no invariant, and a further run goes on where the last one ended', async () => {
  expect(await seedDemo(db, { total: 30, now, config })).toBe(30)
  expect(await seedDemo(db, { total: 50, now, config })).toBe(20)
  expect(await seedDemo(db, { total: 50, now, config })).toBe(0)
  const found = []
  for (const invariant of invariants) found.push(...(await invariant.find(db)))
  expect([...found, ...(await storedPicturesAmiss(db, config))]).toEqual([])
  const { rows } = await sql<{ email: string }>`
    select email from users where is_active and email like '%@example.test' and name <> 'Asha Rao' order by id limit 1`.execute(
    db,
  )
  const signedIn = await server.call('POST', '/login', { body: { login: rows[0]?.email, password: DEMO_PASSWORD } })
  expect(signedIn.status).toBe(200)
  const wallet = await server.call('GET', '/transactions', { as: signedIn.body })
  expect(wallet.status).toBe(200)
})

test('a batch that is stopped before its end leaves nothing in the database', async () => {
  const before = await counts()
  const stopped = Object.create(config, { appSecret: { get: () => stop() } })
  await expect(seedDemo(db, { total: 60, now, config: stopped })).rejects.toThrow('stopped')
  expect(await counts()).toEqual(before)
  expect(await seedDemo(db, { total: 60, now, config })).toBe(10)
  for (const invariant of invariants) expect(await invariant.find(db)).toEqual([])
})

async function counts() {
  const { rows } = await sql`
    select (select count(*) from users) as users, (select count(*) from ledger_entries) as entries,
           (select count(*) from deposits) as deposits`.execute(db)
  return rows[0]
}

function stop(): never {
  throw new Error('stopped')
}
