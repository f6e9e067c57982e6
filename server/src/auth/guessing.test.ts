/** Guessing passwords, with the limits on. */
import { randomInt, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../tests/support/server.ts'
import { outboxFolder } from '../platform/outbox/post.ts'
import { sql } from '../platform/database/sql.ts'

const PASSWORD = 'teen hathi nadi par'
let server: TestServer

beforeAll(async () => {
  server = await testServer({ env: { RATE_LIMITS: 'on' } })
})
afterAll(() => server.close())

/** A call from a network address of its own, so that only the account's own counter is at work. */
async function from(address: string, path: string, body: unknown) {
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api${path}`,
    remoteAddress: address,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  return { status: reply.statusCode, retryAfter: Number(reply.headers['retry-after']) }
}

const anyAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

async function registered() {
  const home = anyAddress()
  const email = `asha-${randomUUID()}@example.test`
  const phone = `+9196${String(randomInt(100_000_000)).padStart(8, '0')}`
  expect((await from(home, '/register', { name: 'Asha', email, phone, password: PASSWORD })).status).toBe(201)
  return { email, phone, home }
}

async function waitSeconds(seconds: number) {
  server.clock.moveTo(new Date(server.clock.now().getTime() + seconds * 1000))
}

test('five failures from anywhere make everyone wait, and the wait grows; the owner’s own address stays open', async () => {
  const { email, phone, home } = await registered()
  for (let failure = 0; failure < 5; failure++)
    expect((await from(anyAddress(), '/login', { login: failure % 2 ? phone : email, password: 'guess' })).status).toBe(
      401,
    )
  const blocked = await from(anyAddress(), '/login', { login: email, password: PASSWORD })
  expect(blocked.status).toBe(429)
  expect(blocked.retryAfter).toBeGreaterThan(25)
  expect(blocked.retryAfter).toBeLessThanOrEqual(30)
  await waitSeconds(31)
  expect((await from(anyAddress(), '/login', { login: email, password: 'guess' })).status).toBe(401)
  await waitSeconds(31)
  expect((await from(anyAddress(), '/login', { login: phone, password: PASSWORD })).status).toBe(429)
  // Nobody can lock the owner out: where they have signed in before, a counter of their own decides.
  expect((await from(home, '/login', { login: email, password: PASSWORD })).status).toBe(200)
  expect((await from(anyAddress(), '/login', { login: phone, password: PASSWORD })).status).toBe(200)
})

test('a login that nobody has is slowed down alike', async () => {
  const login = `nobody-${randomUUID()}@example.test`
  const guess = () => from(anyAddress(), '/login', { login, password: 'guess' })
  const answers = []
  for (let turn = 0; turn < 6; turn++) answers.push((await guess()).status)
  expect(answers).toEqual([401, 401, 401, 401, 401, 429])
})

test('of a hundred guesses at once only the free tries are looked at', async () => {
  const { email } = await registered()
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => from(anyAddress(), '/login', { login: email, password: 'guess' })),
  )
  expect(answers.filter((answer) => answer.status === 401).length).toBeLessThanOrEqual(5)
})

test('more sign-ins than can be hashed are told to come back, and are not counted as failures', async () => {
  const answers = await Promise.all(
    Array.from({ length: 120 }, () =>
      from(anyAddress(), '/login', { login: `${randomUUID()}@example.test`, password: 'guess' }),
    ),
  )
  const busy = answers.filter((answer) => answer.status === 503)
  expect(busy.length).toBeGreaterThan(0)
  expect(answers.every((answer) => [401, 503].includes(answer.status))).toBe(true)
  const { rows } = await sql<{ counted: bigint }>`
    select count(*) as counted from login_failures where account like 'unknown %' and failures = 1`.execute(
    server.services.db,
  )
  expect(Number(rows[0]?.counted)).toBeLessThanOrEqual(answers.length - busy.length)
})

test('a new password can be set while strangers keep the account waiting, and ends the waiting', async () => {
  const { email } = await registered()
  for (let failure = 0; failure < 6; failure++) await from(anyAddress(), '/login', { login: email, password: 'guess' })
  expect((await from(anyAddress(), '/login', { login: email, password: PASSWORD })).status).toBe(429)
  expect((await from(anyAddress(), '/forgot-password', { email })).status).toBe(200)
  await server.travelTo(server.clock.now())
  const token = /token=([\w-]+)/.exec(await mailedTexts(email))?.[1]
  const passwords = { password: 'naya bharosa 90', password_confirmation: 'naya bharosa 90' }
  expect((await from(anyAddress(), '/reset-password', { token, ...passwords })).status).toBe(200)
  expect((await from(anyAddress(), '/login', { login: email, password: 'naya bharosa 90' })).status).toBe(200)
})

test('registrations and reset requests are bounded by address', async () => {
  const address = anyAddress()
  const requests = []
  for (let turn = 0; turn < 4; turn++)
    requests.push((await from(address, '/forgot-password', { email: 'a@b.in' })).status)
  expect(requests).toEqual([200, 200, 200, 429])
})

async function mailedTexts(recipient: string): Promise<string> {
  const folder = outboxFolder(server.services.config)
  const texts = []
  for (const name of await readdir(folder)) {
    const { to, text = '' } = await PostalMime.parse(await readFile(`${folder}/${name}`))
    if (to?.[0]?.address === recipient) texts.push(text)
  }
  return texts.join('\n')
}
