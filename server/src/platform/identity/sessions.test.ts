/** Only calls that a person made keep a session alive, and none beyond its end. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { faultsOn } from '../../../../tests/support/faults.ts'
import { type TestServer, testServer, type TestUser } from '../../../../tests/support/server.ts'
import { sql } from '../database/sql.ts'
import { isToRenew, memberLookup } from './sessions.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

let server: TestServer
let injector: ReturnType<typeof faultsOn>
beforeAll(async () => {
  const database = await testDatabase()
  injector = faultsOn(database.pool)
  server = await testServer({ database })
})
afterAll(() => server.close())

/** Calls every `everyMs` for `forMs`; returns the statuses of all calls. */
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
  test('ends on time although polls continue', async () => {
    const person = await server.makeUser({ role })
    const statuses = await keepCalling(person, { path, everyMs, forMs: idleMs, background: true })
    expect(statuses.slice(0, -1).every((status) => status === 200)).toBe(true)
    expect(statuses.at(-1)).toBe(401)
    expect((await server.call('GET', path, { as: person })).status).toBe(401)
  })

  test('stays alive with calls that a person made', async () => {
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

describe.each([
  { role: 'admin', everyMs: 20 * MINUTE_MS, idleMs: 30 * MINUTE_MS, totalMs: DAY_MS / 2 },
  { role: 'user', everyMs: 6 * DAY_MS, idleMs: 7 * DAY_MS, totalMs: 30 * DAY_MS },
] as const)('whatever is asked for, a session of a $role', ({ role, everyMs, idleMs, totalMs }) => {
  const path = role === 'admin' ? '/waiting' : '/notifications/unread-count'
  const look = (token: string, at: Date) =>
    memberLookup(server.services.db)({ token, at, language: undefined, isBackground: true })

  test('ends when its time is over', async () => {
    const person = await server.makeUser({ role })
    const statuses = await keepCalling(person, { path, everyMs, forMs: totalMs + everyMs, background: false })
    expect(statuses.indexOf(401)).toBe(statuses.filter((status) => status === 200).length)
    expect(statuses.filter((status) => status === 200)).toHaveLength(Math.ceil(totalMs / everyMs) - 1)
  })

  test('says when it ends: when it has not been used for long enough, or when its time is over', async () => {
    const { token } = await server.makeUser({ role })
    const first = await look(token, server.clock.now())
    const begunMs = first!.seenAt.getTime()
    expect(first?.endsAt.getTime()).toBe(begunMs + idleMs)
    let seenMs = begunMs
    while (seenMs + idleMs < begunMs + totalMs) {
      seenMs += everyMs
      await memberLookup(server.services.db)({ token, at: new Date(seenMs), language: undefined, isBackground: false })
    }
    const last = await look(token, new Date(seenMs))
    expect(last?.seenAt.getTime()).toBe(seenMs)
    expect(Math.abs(last!.endsAt.getTime() - (begunMs + totalMs))).toBeLessThan(1000)
  })
})

test.each([
  [0, false],
  [MINUTE_MS, false],
  [MINUTE_MS + 1, true],
])('a session that was used %i ms ago is renewed: %s', (agoMs, isRenewed) => {
  const at = new Date('2026-12-01T06:30:00Z')
  expect(isToRenew(new Date(at.getTime() - agoMs), at)).toBe(isRenewed)
})

test('the language of the calling page becomes that of the person', async () => {
  const { token } = await server.makeUser()
  const as = (language: 'en' | 'hi' | undefined) =>
    memberLookup(server.services.db)({ token, at: server.clock.now(), language, isBackground: false })
  expect((await as('hi'))?.language).toBe('hi')
  expect((await as(undefined))?.language).toBe('hi')
  expect((await as('en'))?.language).toBe('en')
  expect((await as(undefined))?.language).toBe('en')
})

test("a call in the person's current language writes nothing about them", async () => {
  const { db } = server.services
  const { id, token } = await server.makeUser()
  const rowOf = async () =>
    (await sql<{ xmin: string }>`select xmin::text from users where id = ${id}`.execute(db)).rows
  const before = await rowOf()
  await memberLookup(db)({ token, at: server.clock.now(), language: 'en', isBackground: false })
  expect(await rowOf()).toEqual(before)
})

describe('sessions that are looked up at once', () => {
  const people = () => Promise.all(Array.from({ length: 6 }, () => server.makeUser()))
  async function lookUp(tokens: readonly string[], strike: (n: number) => 'terminated' | null = () => null) {
    const texts: string[] = []
    const look = memberLookup(server.services.db)
    const plan = ({ n, text }: { n: number; text: string }) => {
      texts.push(text)
      return strike(n)
    }
    const ask = (token: string) => look({ token, at: server.clock.now(), language: undefined, isBackground: true })
    const { result } = await injector.during(plan, () => Promise.all(tokens.map(ask)))
    return { ids: result.map((member) => member?.id), texts }
  }

  test('are looked up in one statement behind the first, and each caller gets their own', async () => {
    const users = await people()
    const [first, ...others] = users.map(({ token }) => token) as [string, ...string[]]
    const { ids, texts } = await lookUp([first, ...others, first, 'x'.repeat(43)])
    expect(ids).toEqual([...users.map(({ id }) => id), users[0]?.id, undefined])
    expect(texts).toHaveLength(2)
  })

  test('are looked up one by one if the common statement fails', async () => {
    const users = await people()
    const { ids, texts } = await lookUp(
      users.map(({ token }) => token),
      (n) => (n === 1 ? 'terminated' : null),
    )
    expect(ids).toEqual(users.map(({ id }) => id))
    expect(texts).toHaveLength(2 + users.length - 1)
  })
})
