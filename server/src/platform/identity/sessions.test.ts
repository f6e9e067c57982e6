/** Only what somebody asked for keeps a session alive. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestServer, testServer, type TestUser } from '../../../../tests/support/server.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

/** Calls every `everyMs` until `forMs` are over; the statuses of all calls. */
async function keepCalling(
  as: TestUser,
  { path, everyMs, forMs, background }: { path: string; everyMs: number; forMs: number; background: boolean },
): Promise<number[]> {
  const statuses: number[] = []
  for (let passed = everyMs; passed <= forMs; passed += everyMs) {
    server.clock.moveTo(new Date(server.clock.now().getTime() + everyMs))
    const { status } = await server.call('GET', path, { as, background })
    statuses.push(status)
  }
  return statuses
}

describe.each([
  { role: 'admin', path: '/waiting', everyMs: 5 * MINUTE_MS, idleMs: 30 * MINUTE_MS },
  { role: 'user', path: '/notifications/unread-count', everyMs: DAY_MS, idleMs: 7 * DAY_MS },
] as const)('a session of a $role', ({ role, path, everyMs, idleMs }) => {
  test('ends on time although polls go on', async () => {
    const person = await server.makeUser({ role })
    const statuses = await keepCalling(person, { path, everyMs, forMs: idleMs, background: true })
    expect(statuses.slice(0, -1).every((status) => status === 200)).toBe(true)
    expect(statuses.at(-1)).toBe(401)
    expect((await server.call('GET', path, { as: person })).status).toBe(401)
  })

  test('lives on with calls that somebody asked for', async () => {
    const person = await server.makeUser({ role })
    const statuses = await keepCalling(person, { path, everyMs, forMs: idleMs * 2, background: false })
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  test('counts from the last such call, whatever was polled since', async () => {
    const person = await server.makeUser({ role })
    const steps = { path, everyMs, forMs: idleMs - everyMs }
    await keepCalling(person, { ...steps, background: true })
    expect((await server.call('GET', path, { as: person })).status).toBe(200)
    expect((await keepCalling(person, { ...steps, background: true })).at(-1)).toBe(200)
    expect(await keepCalling(person, { path, everyMs, forMs: everyMs, background: true })).toEqual([401])
  })
})
