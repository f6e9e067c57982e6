/** The devices from which people sign in. */
import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { sql } from '../platform/database/sql.ts'

const PASSWORD = 'teen hathi nadi par'
let server: TestServer
let admin: TestUser

beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin' })
})
afterAll(() => server.close())

async function registered(device?: string): Promise<TestUser> {
  const email = `asha-${randomUUID()}@example.test`
  const phone = `+9195${String(randomInt(100_000_000)).padStart(8, '0')}`
  const body = { name: 'Asha', email, phone, password: PASSWORD }
  const reply = await server.call('POST', '/register', { body, ...(device ? { device } : {}) })
  expect(reply.status).toBe(201)
  return { ...reply.body.user, token: reply.body.token }
}

async function signIn(user: TestUser, device?: string): Promise<void> {
  const body = { login: user.email, password: PASSWORD }
  expect((await server.call('POST', '/login', { body, ...(device ? { device } : {}) })).status).toBe(200)
}

async function devicesOf(user: TestUser): Promise<string[]> {
  const { rows } = await sql<{ hash: Buffer }>`
    select device_hash as hash from user_devices where user_id = ${user.id} order by first_seen_at`.execute(
    server.services.db,
  )
  return rows.map(({ hash }) => hash.toString('hex'))
}

test('each device is stored once, from registration on, and never as the id that it sent', async () => {
  const [phone, laptop] = [randomUUID(), randomUUID()]
  const user = await registered(phone)
  await signIn(user, phone)
  await signIn(user, laptop)
  const kept = await devicesOf(user)
  expect(kept).toHaveLength(2)
  expect(kept.join()).not.toContain(Buffer.from(phone).toString('hex'))
})

test('admins see when a person last signed in, registration included and whichever device it was', async () => {
  const [phone, laptop] = [randomUUID(), randomUUID()]
  const lastSignIn = async ({ id }: TestUser) =>
    (await server.call('GET', `/admin/users/${id}/details`, { as: admin })).body.standing.last_sign_in_at
  const before = server.clock.now().toISOString()
  const user = await registered(phone)
  const first = await lastSignIn(user)
  expect(first > before).toBe(true)
  await signIn(user, laptop)
  const second = await lastSignIn(user)
  expect(second > first).toBe(true)
  await signIn(user, phone)
  expect((await lastSignIn(user)) > second).toBe(true)
  expect(await lastSignIn(await server.makeUser())).toBeNull()
})

test('two accounts in one browser share its device; two that send no id share nothing', async () => {
  const browser = randomUUID()
  const [first, second] = [await registered(browser), await registered(browser)]
  expect(await devicesOf(first)).toEqual(await devicesOf(second))
  const [third, fourth] = [await registered(), await registered()]
  expect(await devicesOf(third)).toHaveLength(1)
  expect(await devicesOf(third)).not.toEqual(await devicesOf(fourth))
})

test.each(['short', 'x'.repeat(65), 'sixteen letters!', ''])(
  'an id like %j is none: the browser is known by its user agent',
  async (device) => {
    const user = await registered(device)
    await signIn(user)
    expect(await devicesOf(user)).toHaveLength(1)
  },
)

test('without an id a browser is recognised in every version, and another browser is different', async () => {
  const user = await registered(randomUUID())
  const before = await devicesOf(user)
  for (const agent of [
    'Firefox/150.0 (Linux)',
    'Firefox/151.10 (Linux)',
    'Firefox/152.0 (Linux)',
    'Chrome/150.0 (Linux)',
  ])
    await server.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { 'user-agent': agent },
      payload: { login: user.email, password: PASSWORD },
    })
  expect(await devicesOf(user)).toHaveLength(before.length + 2)
})

describe('a sign-in', () => {
  const mailsTo = async ({ email }: TestUser) => {
    const { rows } = await sql<{ subject: string; body: string }>`
      select subject, body from outbox where recipient = ${email} and subject ~ 'device|डिवाइस' order by id`.execute(
      server.services.db,
    )
    return rows
  }

  test('from an unknown device is reported by mail, once for each device; the very first is not', async () => {
    const [phone, laptop] = [randomUUID(), randomUUID()]
    const user = await registered(phone)
    await signIn(user, phone)
    expect(await mailsTo(user)).toEqual([])
    await signIn(user, laptop)
    const [told] = await mailsTo(user)
    expect(told?.subject).toBe('A new device signed in to your BittKosh account')
    expect(told?.body).toMatch(/Time: \d+ \w+ \d{4}, \d\d:\d\d \(India\)/)
    expect(told?.body).toContain(`${server.services.config.publicUrl}/change-password`)
    await signIn(user, laptop)
    await signIn(user, phone)
    expect(await mailsTo(user)).toHaveLength(1)
  })

  test('names the device in the mail, in the language of the account', async () => {
    const user = await registered(randomUUID())
    await sql`update users set language = 'hi' where id = ${user.id}`.execute(server.services.db)
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/150.0.0.0', 'x-device-id': randomUUID() },
      payload: { login: user.email, password: PASSWORD },
    })
    expect(reply.statusCode).toBe(200)
    expect(await mailsTo(user)).toMatchObject([
      {
        subject: expect.stringContaining('नए डिवाइस'),
        body: expect.stringMatching(/डिवाइस: Android पर Chrome\nसमय: .*[\u0900-\u097f]/),
      },
    ])
    const here = { ...user, token: reply.json().token }
    const { body } = await server.call('GET', '/sessions', { as: here, language: 'hi' })
    expect(body.data).toContainEqual(expect.objectContaining({ device: 'Android पर Chrome', current: true }))
  })

  test('with a wrong password sends no mail and stores no device', async () => {
    const user = await registered(randomUUID())
    const body = { login: user.email, password: 'guess' }
    expect((await server.call('POST', '/login', { body, device: randomUUID() })).status).toBe(401)
    expect([await mailsTo(user), await devicesOf(user)]).toEqual([[], [expect.any(String)]])
  })

  test('of an admin from a second device is reported too', async () => {
    const form = {
      name: 'Ravi',
      email: `ravi-${randomUUID()}@example.test`,
      phone: '+919512345678',
      password: PASSWORD,
    }
    const made = (await server.call('POST', '/admin/admins', { as: admin, body: form })).body
    await signIn(made, randomUUID())
    expect(await mailsTo(made)).toEqual([])
    await signIn(made, randomUUID())
    expect(await mailsTo(made)).toHaveLength(1)
  })
})

test('closing the account deletes its devices and addresses', async () => {
  const user = await server.makeUser({ walletRupees: 50 }) // with history, so the row of the user stays
  const { name, email, phone } = user
  const body = { name, email, phone, balance: 0, is_active: true, referral_code: `R${user.id}`, password: PASSWORD }
  expect((await server.call('PUT', `/admin/users/${user.id}/edit`, { as: admin, body })).status).toBe(200)
  await signIn(user, randomUUID())
  expect(await devicesOf(user)).toHaveLength(1)
  expect((await server.call('DELETE', `/users/${user.id}`, { as: admin })).status).toBe(204)
  expect(await devicesOf(user)).toEqual([])
  const { rows } = await sql`select from known_addresses where user_id = ${user.id}`.execute(server.services.db)
  expect(rows).toEqual([])
})
