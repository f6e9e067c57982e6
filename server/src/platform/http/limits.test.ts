/** The figures of limits.ts, with the limits on (docs/security.md#rate-limits). */
import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer, type TestUser } from '../../../../tests/support/server.ts'
import { routes } from '../../rooms.ts'
import { limitOf, makeLimiter } from './limits.ts'
import { Refusal } from './refuse.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer({ env: { RATE_LIMITS: 'on' } })
  server.clock.moveTo(new Date('2026-12-01T10:30:20Z')) // in the middle of a minute, an hour and a day
})
afterAll(() => server.close())

const anyAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

async function statuses(
  times: number,
  call: (n: number) => { method?: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; as: TestUser; from?: string },
) {
  const answers: number[] = []
  for (let n = 0; n < times; n++) {
    const { method = 'GET', path, as, from } = call(n)
    const reply = await server.app.inject({
      method,
      url: `/api${path}`,
      headers: { authorization: `Bearer ${as.token}` },
      remoteAddress: from ?? anyAddress(),
    })
    answers.push(reply.statusCode)
  }
  return answers
}

const refusedAfter = (answers: readonly number[]) => answers.findIndex((status) => status === 429)

test('the bell’s list and its badge may each be polled 20 times a minute', async () => {
  const as = await server.makeUser()
  const list = await statuses(21, () => ({ path: '/notifications', as }))
  const badge = await statuses(21, () => ({ path: '/notifications/unread-count', as }))
  expect([refusedAfter(list), refusedAfter(badge)]).toEqual([20, 20])
})

test('other reads of one person are counted together: 120 a minute', async () => {
  const as = await server.makeUser()
  const answers = await statuses(122, (n) => ({ path: n % 2 ? '/sessions' : '/profile', as }))
  expect(refusedAfter(answers)).toBe(120)
})

test('writes are counted in the database, for all processes together', async () => {
  const { id } = await server.makeUser()
  const user = { id, role: 'user', session: 1 } as const
  const limiters = [makeLimiter(server.services), makeLimiter(server.services)]
  const write = (n: number) =>
    limiters[n % 2]!.count({
      limit: 'money',
      call: 'POST /withdrawals',
      address: anyAddress(),
      user,
      isRead: false,
      at: server.clock.now(),
    })
  for (let n = 0; n < 20; n++) await write(n)
  for (const n of [20, 21]) await expect(write(n)).rejects.toThrow(Refusal)
})

test('each kind of money write has its own 20 an hour', async () => {
  const as = await server.makeUser()
  const claims = await statuses(21, () => ({ method: 'POST', path: '/crypto/withdraw/2147483647', as }))
  expect(claims.slice(0, 20).includes(429)).toBe(false)
  expect(claims[20]).toBe(429)
  const cancels = await statuses(1, () => ({ method: 'POST', path: '/withdrawals/2147483647/cancel', as }))
  expect(cancels).toEqual([404])
})

test('whoever copied a session cannot use up what its owner needs: changing the password, ending it, signing out', async () => {
  const as = await server.makeUser()
  const seen = await statuses(60, () => ({ method: 'POST', path: '/notifications/2147483647/mark-read', as }))
  const tried = await statuses(61, () => ({ method: 'POST', path: '/profile/welcome-seen', as }))
  expect([...seen, ...tried.slice(0, 60)]).not.toContain(429)
  for (const method of ['GET', 'PUT'] as const) {
    const own = await statuses(121, () => ({ method, path: '/profile', as }))
    expect(refusedAfter(own)).toBe(120)
  }
  const elsewhere = { ...as, ...(await server.signedInAgain(as)) }
  const owner = [
    { path: '/sessions', as: elsewhere },
    { path: '/profile', as: elsewhere },
    { method: 'PUT', path: '/profile', as: elsewhere },
    { method: 'DELETE', path: '/sessions/2147483647', as },
    { method: 'POST', path: '/logout', as },
  ] as const
  for (const call of owner) expect(await statuses(1, () => call), call.path).not.toEqual([429])
})

test('every call that reads has a limit by the minute, which is how long its counts are kept in memory', async () => {
  const limiter = makeLimiter(server.services)
  const reads = routes.filter(({ endpoint, run }) => run.kind === 'read' || endpoint.method === 'GET')
  expect(reads.length).toBeGreaterThan(50)
  for (const { endpoint } of reads) {
    const read = { ...limitOf(endpoint), address: anyAddress(), user: undefined, at: new Date() }
    await expect(limiter.count({ ...read, isRead: true }), read.call).resolves.toBeUndefined()
  }
})

test('calls that are refused to their caller count for the address', async () => {
  const [nobody, user] = [await server.makeUser(), await server.makeUser()]
  const unknown = { ...nobody, token: 'A'.repeat(nobody.token.length) }
  for (const [path, as, status] of [
    ['/sessions', unknown, 401],
    ['/users', user, 403],
  ] as const) {
    const from = anyAddress()
    const answers = await statuses(122, () => ({ path, as, from }))
    expect([refusedAfter(answers), new Set(answers.slice(0, 120))]).toEqual([120, new Set([status])])
  }
})

test('an admin is not held to a user’s figures', async () => {
  const as = await server.makeUser({ role: 'admin' })
  const answers = await statuses(70, () => ({ method: 'POST', path: '/admin/alerts/2147483647/seen', as }))
  expect(new Set(answers)).toEqual(new Set([404]))
})

test('an admin sends 60 notifications an hour; other writes of theirs go on', async () => {
  const as = await server.makeUser({ role: 'admin' })
  const answers = await statuses(62, () => ({ method: 'POST', path: '/send-notification', as }))
  expect(refusedAfter(answers)).toBe(60)
  const [other] = await statuses(1, () => ({ method: 'POST', path: '/withdrawals/2147483647/claim', as }))
  expect(other).not.toBe(429)
})

test('many accounts at one address share twenty times a person’s figure', async () => {
  const from = anyAddress()
  const people = await Promise.all(Array.from({ length: 21 }, () => server.makeUser()))
  const answers = await statuses(21 * 20, (n) => ({ path: '/notifications', as: people[n % 21]!, from }))
  expect(refusedAfter(answers)).toBe(400)
  expect(await statuses(1, () => ({ path: '/wallet-of-nothing', as: people[0]! }))).toEqual([404])
})

test('one person’s refused polls leave the others at their address their own', async () => {
  const from = anyAddress()
  const [hasty, other] = [await server.makeUser(), await server.makeUser()]
  const answers = await statuses(500, () => ({ path: '/notifications', as: hasty, from }))
  expect(refusedAfter(answers)).toBe(20)
  expect(await statuses(1, () => ({ path: '/notifications', as: other, from }))).toEqual([200])
})

test("a call that the hour's limit refuses uses up nothing of the day's", async () => {
  const { db, config } = server.services
  const limiter = makeLimiter({ db, config })
  const user = { id: randomInt(1_000_000_000, 2_000_000_000), role: 'user' as const, session: 1 }
  const begin = async (at: string) => {
    const call = {
      limit: 'transfer' as const,
      call: 'POST /x',
      address: anyAddress(),
      user,
      isRead: false,
      at: new Date(at),
    }
    return limiter.count(call).then(
      () => 'ok',
      (error: Refusal) => error.refused.retryAfterSeconds,
    )
  }
  const hours = []
  for (let hour = 8; hour < 13; hour++) {
    const answers = []
    for (let n = 0; n < 8; n++) answers.push(await begin(`2026-12-02T${String(hour).padStart(2, '0')}:30:00Z`))
    hours.push(answers.filter((answer) => answer === 'ok').length)
  }
  expect(hours).toEqual([5, 5, 5, 5, 0]) // 20 a day, whatever else was tried
  expect(await begin('2026-12-02T12:30:00Z')).toBe(11.5 * 3600) // until midnight UTC
})

test('strangers cannot close a call for everybody: 1,200 reset requests, and the next person’s is accepted', async () => {
  const { db, config } = server.services
  const limiter = makeLimiter({ db, config })
  const at = new Date('2026-12-03T08:30:00Z')
  const ask = (address: string) =>
    limiter.count({
      limit: 'forgot',
      call: 'POST /forgot-password',
      address,
      user: undefined,
      isRead: false,
      at,
    })
  for (let asked = 0; asked < 1200; asked += 50) await Promise.all(Array.from({ length: 50 }, () => ask(randomUUID())))
  await expect(ask('203.0.113.9')).resolves.toBeUndefined()
  // The addresses of one /64 belong to one person.
  for (let asked = 0; asked < 3; asked++) await ask(`2001:db8:1:2::${asked}`)
  await expect(ask('2001:db8:1:2:ffff::9')).rejects.toThrow(Refusal)
  await expect(ask('2001:db8:1:3::9')).resolves.toBeUndefined()
})

test('an hour later the same person may continue', async () => {
  const as = await server.makeUser()
  const path = '/crypto/withdraw/2147483647'
  await statuses(20, () => ({ method: 'POST', path, as }))
  server.clock.moveTo(new Date('2026-12-01T11:00:01Z'))
  const again = await server.signedInAgain(as)
  expect(refusedAfter(await statuses(1, () => ({ method: 'POST', path, as: again })))).toBe(-1)
})
