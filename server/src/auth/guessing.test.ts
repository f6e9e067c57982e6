/** Guessing passwords, with the limits on. */
import { randomInt, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer, type TestUser } from '../../../tests/support/server.ts'
import { outboxFolder } from '../platform/outbox/post.ts'
import { sql } from '../platform/database/sql.ts'

const PASSWORD = 'teen hathi nadi par'
let server: TestServer

beforeAll(async () => {
  server = await testServer({ env: { RATE_LIMITS: 'on' } })
})
afterAll(() => server.close())

/** A call from its own network address, so that only the account's counter applies. */
async function from(address: string, path: string, body: unknown, device?: string) {
  const reply = await server.call('POST', path, { body, address, device })
  return { ...reply, retryAfter: Number(reply.headers['retry-after']) }
}

const anyAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

async function registered() {
  const home = anyAddress()
  const device = randomUUID()
  const email = `asha-${randomUUID()}@example.test`
  const phone = `+9196${String(randomInt(100_000_000)).padStart(8, '0')}`
  const form = { name: 'Asha', email, phone, password: PASSWORD }
  expect((await from(home, '/register', form, device)).status).toBe(201)
  return { email, phone, home, device }
}

async function waitSeconds(seconds: number) {
  server.clock.moveTo(new Date(server.clock.now().getTime() + seconds * 1000))
}

/** Wrong passwords, each from its own address: as many as are free for all unknown places together. */
async function guessFromEverywhere(email: string, times = 20) {
  for (let failure = 0; failure < times; failure++)
    expect((await from(anyAddress(), '/login', { login: email, password: 'guess' })).status).toBe(401)
}

test('five failures make their own address wait, longer and longer; nobody else waits', async () => {
  const { email, phone } = await registered()
  const guesser = anyAddress()
  const guess = (turn: number) => from(guesser, '/login', { login: turn % 2 ? phone : email, password: 'guess' })
  for (let failure = 0; failure < 5; failure++) expect((await guess(failure)).status).toBe(401)
  const blocked = await from(guesser, '/login', { login: email, password: PASSWORD })
  expect(blocked.status).toBe(429)
  expect(blocked.retryAfter).toBeGreaterThan(25)
  expect(blocked.retryAfter).toBeLessThanOrEqual(30)
  await waitSeconds(31)
  expect((await guess(0)).status).toBe(401)
  await waitSeconds(31)
  expect((await guess(1)).status).toBe(429)
  expect((await from(anyAddress(), '/login', { login: phone, password: PASSWORD })).status).toBe(200)
})

test('guesses from everywhere make unknown places wait, but no place where the owner has signed in before', async () => {
  const { email, phone, home, device } = await registered()
  await guessFromEverywhere(email)
  expect((await from(anyAddress(), '/login', { login: phone, password: PASSWORD })).status).toBe(429)
  expect((await from(home, '/login', { login: email, password: PASSWORD })).status).toBe(200)
  expect((await from(anyAddress(), '/login', { login: email, password: PASSWORD }, device)).status).toBe(200)
  expect((await from(anyAddress(), '/login', { login: email, password: PASSWORD }, randomUUID())).status).toBe(429)
})

test('the right password resets the count of wrong ones, and each known browser has its own', async () => {
  const { email, home, device } = await registered()
  const other = randomUUID()
  const signIn = (password: string, by: string) => from(home, '/login', { login: email, password }, by)
  expect((await signIn(PASSWORD, other)).status).toBe(200)
  for (let turn = 0; turn < 2; turn++) {
    for (let failure = 0; failure < 4; failure++) expect((await signIn('guess', device)).status).toBe(401)
    expect((await signIn(PASSWORD, device)).status).toBe(200)
  }
  for (let failure = 0; failure < 5; failure++) expect((await signIn('guess', device)).status).toBe(401)
  expect((await signIn(PASSWORD, device)).status).toBe(429)
  expect((await signIn(PASSWORD, other)).status).toBe(200)
})

test('a browser that guesses from the owner’s address does not affect the owner’s browser', async () => {
  const { email, home, device } = await registered()
  for (let failure = 0; failure < 6; failure++) await from(home, '/login', { login: email, password: 'guess' })
  expect((await from(home, '/login', { login: email, password: PASSWORD })).status).toBe(429)
  expect((await from(home, '/login', { login: email, password: PASSWORD }, device)).status).toBe(200)
})

test('a thief of a session who guesses the current password does not stop its owner from changing it', async () => {
  const { email, home, device } = await registered()
  const sessions = [await from(home, '/login', { login: email, password: PASSWORD }, device)]
  sessions.push(await from(home, '/login', { login: email, password: PASSWORD }, device))
  const [thief, owner] = sessions.map(({ body }) => ({ ...body.user, token: body.token }))
  const change = (as: TestUser, current_password: string) =>
    server.call('PUT', '/profile', {
      as,
      body: { current_password, new_password: 'naya bharosa 91', new_password_confirmation: 'naya bharosa 91' },
    })
  for (let failure = 0; failure < 5; failure++) expect((await change(thief, 'guess')).status).toBe(422)
  expect((await change(thief, PASSWORD)).status).toBe(429)
  expect((await change(owner, PASSWORD)).status).toBe(200)
})

test('all addresses of one IPv6 network count as one guesser', async () => {
  const { email } = await registered()
  const guess = (n: number) => from(`2001:db8:7:8::${n}`, '/login', { login: email, password: 'guess' })
  for (let failure = 1; failure <= 5; failure++) expect((await guess(failure)).status).toBe(401)
  expect((await guess(6)).status).toBe(429)
})

test('an unknown login is slowed down alike', async () => {
  const login = `nobody-${randomUUID()}@example.test`
  const address = anyAddress()
  const guess = () => from(address, '/login', { login, password: 'guess' })
  const answers = []
  for (let turn = 0; turn < 6; turn++) answers.push((await guess()).status)
  expect(answers).toEqual([401, 401, 401, 401, 401, 429])
  await guessFromEverywhere(login, 15)
  expect((await from(anyAddress(), '/login', { login, password: 'guess' })).status).toBe(429)
})

test('of a hundred simultaneous guesses only the free tries are checked', async () => {
  const { email } = await registered()
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => from(anyAddress(), '/login', { login: email, password: 'guess' })),
  )
  expect(answers.filter((answer) => answer.status === 401).length).toBeLessThanOrEqual(20)
})

test('sign-ins beyond what can be hashed are asked to retry, and do not count as failures', async () => {
  const answers = await Promise.all(
    Array.from({ length: 120 }, () =>
      from(anyAddress(), '/login', { login: `${randomUUID()}@example.test`, password: 'guess' }),
    ),
  )
  const busy = answers.filter((answer) => answer.status === 503)
  expect(busy.length).toBeGreaterThan(0)
  expect(answers.every((answer) => [401, 503].includes(answer.status))).toBe(true)
  const { rows } = await sql<{ counted: bigint }>`
    select count(*) as counted from attempts where name like 'unknown % anywhere' and failures = 1`.execute(
    server.services.db,
  )
  expect(Number(rows[0]?.counted)).toBeLessThanOrEqual(answers.length - busy.length)
})

test('a new password can be set while strangers make the account wait, and ends the wait', async () => {
  const { email } = await registered()
  await guessFromEverywhere(email)
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
