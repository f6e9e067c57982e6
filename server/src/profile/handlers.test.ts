import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectToWaitEmptyHanded } from '../../../tests/support/locks.ts'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { hashPassword } from '../platform/identity/passwords.ts'
import { sql } from '../platform/database/sql.ts'

const PASSWORD = 'teen hathi nadi par'
const NEXT = 'naya bharosa 12'
let server: TestServer

beforeAll(async () => {
  server = await testServer({ env: { PUBLIC_URL: 'https://khata.example/' } })
})
afterAll(() => server.close())

async function registered(): Promise<TestUser> {
  const phone = `+9195${String(randomInt(100_000_000)).padStart(8, '0')}`
  const body = { name: 'Asha Rao', email: `asha-${randomUUID()}@example.test`, phone, password: PASSWORD }
  const reply = await server.call('POST', '/register', { body })
  return { ...reply.body.user, token: reply.body.token }
}

async function signIn(user: TestUser, password = PASSWORD): Promise<TestUser> {
  const reply = await server.call('POST', '/login', { body: { login: user.email, password } })
  return { ...user, token: reply.body.token }
}

const change = (current: string, next: string, confirmation = next) => ({
  current_password: current,
  new_password: next,
  new_password_confirmation: confirmation,
})

test('a profile has exactly these fields', async () => {
  const user = await registered()
  const { status, body } = await server.call('GET', '/profile', { as: user })
  expect(status).toBe(200)
  expect(body).toEqual({
    name: 'Asha Rao',
    closes_on: null,
    email: user.email,
    phone: user.phone,
    email_verified: false,
    phone_verified: false,
    balance: 0,
    referral_code: expect.stringMatching(/^[2-9A-Z]{8}$/),
    refer_link: `https://khata.example/register?ref=${body.referral_code}`,
    govt_ids: [],
    welcome_bonus: 500,
    must_change_password: false,
  })
})

test('the balance is the wallet, to the paisa', async () => {
  const user = await server.makeUser({ walletRupees: 1234.5 })
  expect((await server.call('GET', '/profile', { as: user })).body.balance).toBe(1234.5)
})

test('the welcome popup is due until it was seen, then never again', async () => {
  const user = await registered()
  for (let turn = 0; turn < 2; turn++)
    expect((await server.call('POST', '/profile/welcome-seen', { as: user })).status).toBe(204)
  expect((await server.call('GET', '/profile', { as: user })).body.welcome_bonus).toBeNull()
  expect((await server.call('GET', '/profile', { as: await signIn(user) })).body.welcome_bonus).toBeNull()
})

test('a new password ends the other sessions, keeps this one, and notifies its owner', async () => {
  const user = await registered()
  const elsewhere = await signIn(user)
  const reply = await server.call('PUT', '/profile', { as: user, body: change(PASSWORD, NEXT) })
  expect(reply).toMatchObject({ status: 200, body: { email: user.email } })
  expect((await server.call('GET', '/profile', { as: user })).status).toBe(200)
  expect((await server.call('GET', '/profile', { as: elsewhere })).status).toBe(401)
  expect((await signIn(user, NEXT)).token).toBeDefined()
  expect((await signIn(user)).token).toBeUndefined()
  const { rows } = await sql`
    select subject from outbox where recipient = ${user.email} order by id`.execute(server.services.db)
  expect(rows.slice(1)).toEqual([{ subject: 'Your BittKosh password was changed' }])
})

test.each([
  [
    'a wrong current password',
    change('not the one at all', NEXT),
    'wrong_current_password',
    { current_password: 'The current password is not correct.' },
  ],
  [
    'passwords that differ',
    change(PASSWORD, NEXT, 'naya bharosa 13'),
    'passwords_differ',
    { new_password_confirmation: 'Passwords do not match' },
  ],
  ['a common password', change(PASSWORD, 'Password1'), 'weak_password', { new_password: expect.any(String) }],
  [
    'the current password again',
    change(PASSWORD, PASSWORD),
    'password_unchanged',
    { new_password: 'This is your current password. Please choose another one.' },
  ],
  [
    'the same wrong password twice',
    change(NEXT, NEXT),
    'wrong_current_password',
    { current_password: 'The current password is not correct.' },
  ],
  ['too short a password', change(PASSWORD, 'short'), 'invalid', { new_password: 'Use at least 8 characters' }],
  [
    'a missing confirmation',
    { current_password: PASSWORD, new_password: NEXT },
    'invalid',
    { new_password_confirmation: 'This field is required' },
  ],
  ['another name', { name: 'Someone else' }, 'invalid', { name: 'Unknown field' }],
])('%s is refused on its field and changes nothing', async (_case, body, code, errors) => {
  const user = await registered()
  const elsewhere = await signIn(user)
  expect(await server.call('PUT', '/profile', { as: user, body })).toMatchObject({
    status: 422,
    body: { code, errors },
  })
  expect((await server.call('GET', '/profile', { as: elsewhere })).body.name).toBe('Asha Rao')
})

test('a repeated change whose first reply was lost gets that reply, although the current password is another by now', async () => {
  const user = await registered()
  const key = randomUUID()
  const put = (body: object, options: { key?: string } = { key }) =>
    server.call('PUT', '/profile', { as: user, body, ...options })
  expect(await put(change('a wrong guess', NEXT))).toMatchObject({
    status: 422,
    body: { code: 'wrong_current_password' },
  })
  const first = await put(change(PASSWORD, NEXT))
  expect(first.status).toBe(200)
  expect(await put(change(PASSWORD, NEXT))).toMatchObject({ status: 200, body: first.body })
  for (const [body, options, code] of [
    [change(PASSWORD, 'yet another one'), { key }, 'key_reused'],
    [change(PASSWORD, NEXT), { key: randomUUID() }, 'wrong_current_password'],
    [change(PASSWORD, NEXT), {}, 'wrong_current_password'],
  ] as const)
    expect(await put(body, options)).toMatchObject({ status: 422, body: { code } })
  expect((await signIn(user, NEXT)).token).toBeDefined()
  const { rows } = await sql`
    select from outbox where recipient = ${user.email} and subject like '%password%'`.execute(server.services.db)
  expect(rows).toHaveLength(1)
})

test('an admin’s change of their own password is in the audit log, a user’s is not', async () => {
  const [owner, admin] = [await server.makeUser({ role: 'admin' }), await server.makeUser({ role: 'admin' })]
  for (const one of [admin, await server.makeUser()]) {
    const password_hash = await hashPassword(PASSWORD)
    await sql`update users set password_hash = ${password_hash} where id = ${one.id}`.execute(server.services.db)
    expect((await server.call('PUT', '/profile', { as: one, body: change(PASSWORD, NEXT) })).status).toBe(200)
    const { data } = (await server.call('GET', `/audit?subject=user&subject_id=${one.id}`, { as: owner })).body
    const expected = one === admin ? [['own password changed', { id: admin.id, name: admin.name }]] : []
    expect(data.map((row: { action: string; admin: unknown }) => [row.action, row.admin])).toEqual(expected)
  }
})

test('of twenty concurrent changes one wins, and its password is the valid one', async () => {
  const user = await registered()
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, turn) =>
      server.call('PUT', '/profile', { as: user, body: change(PASSWORD, `naya bharosa ${turn}`) }),
    ),
  )
  const winners = replies.flatMap((reply, turn) => (reply.status === 200 ? [turn] : []))
  expect(winners).toHaveLength(1)
  expect((await signIn(user, `naya bharosa ${winners[0]}`)).token).toBeDefined()
})

test('a change of one’s own row locks that row before anything else', async () => {
  const user = await registered()
  const { db } = server.services
  const changed = await expectToWaitEmptyHanded(db, user.id, () =>
    server.call('PUT', '/profile', { as: user, body: change(PASSWORD, NEXT) }),
  )
  expect(changed.status).toBe(200)
  const seen = await expectToWaitEmptyHanded(db, user.id, () =>
    server.call('POST', '/profile/welcome-seen', { as: user }),
  )
  expect(seen.status).toBe(204)
})

test('a user who must change the password can do that and sign out, and nothing else', async () => {
  const user = await registered()
  await sql`update users set must_change_password = true where id = ${user.id}`.execute(server.services.db)
  const refused = await server.call('GET', '/sessions', { as: user })
  expect(refused).toMatchObject({ status: 403, body: { code: 'password_change_required' } })
  const same = await server.call('PUT', '/profile', { as: user, body: change(PASSWORD, PASSWORD) })
  expect(same).toMatchObject({ status: 422, body: { code: 'password_unchanged' } })
  expect((await server.call('GET', '/profile', { as: user })).body.must_change_password).toBe(true)
  const changed = await server.call('PUT', '/profile', { as: user, body: change(PASSWORD, NEXT) })
  expect(changed).toMatchObject({ status: 200, body: { must_change_password: false } })
  expect((await server.call('GET', '/sessions', { as: user })).status).toBe(200)
})

test('nobody signed out has a profile', async () => {
  for (const method of ['GET', 'PUT']) expect((await server.call(method, '/profile')).status).toBe(401)
})
