import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../tests/support/server.ts'
import { sql } from '../platform/database/sql.ts'

const HOUR_MS = 3_600_000
let server: TestServer

beforeAll(async () => {
  server = await testServer({ env: { RATE_LIMITS: 'on' } })
})
afterAll(() => server.close())

async function rowsLeft() {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::integer from sessions) as sessions,
           (select count(*)::integer from attempts) as failures,
           (select count(*)::integer from password_resets) as resets,
           (select count(*)::integer from reset_requests) as requests,
           (select count(*)::integer from contact_codes) as codes,
           (select count(*)::integer from email_claims) as claims,
           (select count(*)::integer from idempotency_keys) as keys,
           (select count(*)::integer from rate_windows) as windows,
           (select count(*)::integer from known_addresses) as addresses`.execute(server.services.db)
  return rows[0]
}

test('expired records are deleted, and nothing before its time', async () => {
  const email = `asha-${randomUUID()}@example.test`
  const phone = `+9193${String(randomInt(100_000_000)).padStart(8, '0')}`
  const person = { name: 'Asha', email, phone, password: 'teen hathi nadi par' }
  expect((await server.call('POST', '/register', { body: person })).status).toBe(201)
  await server.call('POST', '/register', { body: person })
  await server.call('POST', '/login', { body: { login: 'nobody@example.test', password: 'guess' } })
  await server.call('POST', '/forgot-password', { body: { email } })
  const begin = server.clock.now().getTime()
  await server.travelTo(new Date(begin + HOUR_MS))
  expect(await rowsLeft()).toMatchObject({
    sessions: 1,
    failures: 2,
    resets: 1,
    requests: 0,
    codes: 1,
    claims: 1,
    addresses: 1,
  })
  await server.travelTo(new Date(begin + 8 * 24 * HOUR_MS))
  expect(await rowsLeft()).toMatchObject({
    sessions: 0,
    failures: 0,
    resets: 0,
    codes: 0,
    claims: 0,
    keys: 0,
    windows: 0,
    addresses: 1,
  })
  await server.travelTo(new Date(begin + 91 * 24 * HOUR_MS))
  expect(await rowsLeft()).toMatchObject({ addresses: 0 })
})
