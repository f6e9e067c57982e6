import { randomInt, randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { untilOneWaits } from '../../../tests/support/locks.ts'
import { type Answer, type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { transaction } from '../platform/database/database.ts'
import { runDueJobs } from '../platform/jobs/jobs.ts'
import { sql } from '../platform/database/sql.ts'
import { isOutdated, isPasswordOf } from '../platform/identity/passwords.ts'
import { ensureFirstAdmin } from './firstAdmin.ts'
import { jobs } from './jobs.ts'

const PASSWORD = 'teen hathi nadi par'
let server: TestServer
let admin: TestUser

beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin' })
})
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

function person() {
  return {
    name: 'Meera Nair',
    email: `meera-${randomUUID()}@example.test`,
    phone: `+9197${String(randomInt(100_000_000)).padStart(8, '0')}`,
    password: PASSWORD,
  }
}

async function registered(extra: object = {}): Promise<TestUser & { reply: Answer }> {
  const body = { ...person(), ...extra }
  const reply = await server.call('POST', '/register', { body })
  return { ...reply.body.user, token: reply.body.token, reply }
}

async function newestMail(recipient: string): Promise<{ subject: string; body: string } | undefined> {
  const { rows } = await sql<{ subject: string; body: string }>`
    select subject, body from outbox where recipient = ${recipient} order by id desc limit 1`.execute(
    server.services.db,
  )
  return rows[0]
}

async function resetToken(email: string): Promise<string> {
  expect(await server.call('POST', '/forgot-password', { body: { email } })).toMatchObject({ status: 200 })
  await runDueJobs(server.services, jobs)
  return /reset-password\?token=([\w-]+)/.exec((await newestMail(email))?.body ?? '')?.[1] ?? ''
}

test('a registration opens an account, signs in and pays the welcome bonus into Earn', async () => {
  const body = {
    ...person(),
    email: `  Asha-${randomUUID()}@Example.Test `,
    phone: `097${String(randomInt(100_000_000)).padStart(8, '0')}`,
  }
  const reply = await server.call('POST', '/register', { body })
  expect(reply).toMatchObject({
    status: 201,
    body: {
      token: expect.stringMatching(/^[\w-]{43}$/),
      user: {
        name: 'Meera Nair',
        email: body.email.trim().toLowerCase(),
        phone: `+91${body.phone.slice(1)}`,
        role: 'user',
      },
    },
  })
  expect(Object.keys(reply.body.user).sort()).toEqual(['email', 'id', 'name', 'phone', 'role'])
  const { rows } = await sql`
    select kind, balance from ledger_accounts where holder = ${reply.body.user.id} order by kind`.execute(
    server.services.db,
  )
  expect(rows).toEqual([
    { kind: 'flexible', balance: 50_000n },
    { kind: 'held', balance: 0n },
    { kind: 'invested', balance: 0n },
    { kind: 'wallet', balance: 0n },
  ])
})

test('while the bonus is switched off, none is paid and no popup is shown', async () => {
  await server.call('PUT', '/settings/welcome_bonus', { as: admin, body: { value: 0 } })
  const user = await registered()
  expect((await server.call('GET', '/profile', { as: user })).body.welcome_bonus).toBeNull()
  await server.call('PUT', '/settings/welcome_bonus', { as: admin, body: { value: 500 } })
  expect((await server.call('GET', '/profile', { as: user })).body.welcome_bonus).toBeNull()
})

test('a referral code links to its user; an empty one counts as none', async () => {
  const referrer = await registered({ referral_code: '' })
  const code = (await server.call('GET', '/profile', { as: referrer })).body.referral_code
  const referred = await registered({ referral_code: ` ${code.toLowerCase()} ` })
  const { rows } = await sql`select referred_by from users where id = ${referred.id}`.execute(server.services.db)
  expect(rows).toEqual([{ referred_by: referrer.id }])
})

test("an unknown code and an inactive user's code are refused alike, and nothing is created", async () => {
  const inactive = await registered()
  const code = (await server.call('GET', '/profile', { as: inactive })).body.referral_code
  await sql`update users set is_active = false where id = ${inactive.id}`.execute(server.services.db)
  await sql`delete from sessions where user_id = ${inactive.id}`.execute(server.services.db)
  for (const referral_code of ['NOSUCH22', code]) {
    const body = { ...person(), referral_code }
    const reply = await server.call('POST', '/register', { body })
    expect(reply).toMatchObject({
      status: 422,
      body: { errors: { referral_code: 'This referral code is not valid.' } },
    })
    expect((await server.call('POST', '/register', { body: { ...body, referral_code: null } })).status).toBe(201)
  }
})

test('the scheme before the token may be in any case, as in HTTP', async () => {
  const { token } = await registered()
  for (const [authorization, status] of [
    [`bearer ${token}`, 200],
    [`Basic ${token}`, 401],
    [token, 401],
  ] as const)
    expect((await server.app.inject({ url: '/api/profile', headers: { authorization } })).statusCode).toBe(status)
})

test('an address or number that is taken is refused on its field, in any spelling', async () => {
  const first = await registered()
  const email = await server.call('POST', '/register', { body: { ...person(), email: first.email.toUpperCase() } })
  expect(email).toMatchObject({ status: 422, body: { code: 'email_taken', errors: { email: expect.any(String) } } })
  const identified = await server.makeUser()
  const phone = await server.call('POST', '/register', {
    body: { ...person(), phone: identified.phone.replace('+91', '0') },
  })
  expect(phone).toMatchObject({ status: 422, body: { code: 'phone_taken', errors: { phone: expect.any(String) } } })
})

test('of eight simultaneous registrations with one address, one succeeds and gets one bonus', async () => {
  const { email } = person()
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => server.call('POST', '/register', { body: { ...person(), email } })),
  )
  expect(replies.map((reply) => reply.status).sort()).toEqual([201, 422, 422, 422, 422, 422, 422, 422])
})

test.each([
  ['too short a password', { password: 'short' }, 'password', 'Use at least 8 characters'],
  ['too long a password', { password: 'x'.repeat(129) }, 'password', 'Use at most 128 characters'],
  [
    'a common password',
    { password: 'Password1' },
    'password',
    'This password is too common. Please choose another one.',
  ],
  ['no e-mail address', { email: 'asha' }, 'email', 'Enter a valid e-mail address'],
  ['an e-mail with a header', { email: 'a@b.in\r\nBcc: c@d.in' }, 'email', 'Enter a valid e-mail address'],
  ['no phone number', { phone: '12345' }, 'phone', 'Enter a valid phone number'],
  ['an empty name', { name: '  ' }, 'name', 'This field is required'],
  ['a missing name', { name: undefined }, 'name', 'This field is required'],
  ['a role of one’s own', { role: 'admin' }, 'role', 'Unknown field'],
])('a registration with %s is refused', async (_case, wrong, field, message) => {
  const reply = await server.call('POST', '/register', { body: { ...person(), ...wrong } })
  expect(reply).toMatchObject({ status: 422, body: { errors: { [field]: message } } })
})

test('a user signs in by e-mail or phone, in any spelling', async () => {
  const user = await registered()
  for (const login of [
    user.email,
    ` ${user.email.toUpperCase()} `,
    user.phone,
    user.phone.slice(3),
    `0${user.phone.slice(3)}`,
    `\u202a${user.phone}\u202c`, // copied from an address book
  ]) {
    const reply = await server.call('POST', '/login', { body: { login, password: PASSWORD } })
    expect(reply).toMatchObject({ status: 200, body: { user: { id: user.id, role: 'user' } } })
    expect((await server.call('GET', '/profile', { as: { ...user, token: reply.body.token } })).status).toBe(200)
  }
})

test('a password typed with other code points for the same letters is accepted; spaces count', async () => {
  const user = await registered({ password: 'caf\u00e9 au lait' })
  const login = (password: string) => server.call('POST', '/login', { body: { login: user.email, password } })
  expect((await login('cafe\u0301 au lait')).status).toBe(200)
  expect((await login('caf\u00e9 au lait ')).status).toBe(401)
})

test('an unknown login, a wrong password and an invalid one get the same answer', async () => {
  const user = await registered()
  const answers = await Promise.all(
    [
      { login: user.email, password: 'wrong password' },
      { login: `nobody-${randomUUID()}@example.test`, password: 'wrong password' },
      { login: 'not a login', password: 'wrong password' },
      { login: user.phone, password: 'x'.repeat(1000) },
    ].map((body) => server.call('POST', '/login', { body })),
  )
  for (const { status, body } of answers)
    expect({ status, body }).toEqual({
      status: 401,
      body: { message: 'Invalid email or password', code: 'wrong_credentials' },
    })
})

test('a deactivated user cannot sign in and learns the reason only with the right password', async () => {
  const user = await registered()
  await sql`delete from sessions where user_id = ${user.id}`.execute(server.services.db)
  await sql`update users set is_active = false where id = ${user.id}`.execute(server.services.db)
  const login = (password: string) => server.call('POST', '/login', { body: { login: user.email, password } })
  expect(await login(PASSWORD)).toMatchObject({ status: 403, body: { code: 'account_inactive' } })
  expect(await login('wrong password')).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } })
})

test('a sign-in fails if the password has changed meanwhile', async () => {
  const user = await registered()
  const { db } = server.services
  let running: Promise<Answer> | undefined
  await transaction(db, async (tx) => {
    await sql`update users set password_hash = 'another' where id = ${user.id}`.execute(tx)
    running = server.call('POST', '/login', { body: { login: user.email, password: PASSWORD } })
    await untilOneWaits(db)
  })
  expect(await running).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } })
})

test('a hash with weaker parameters is renewed at the next sign-in', async () => {
  const user = await registered()
  const { db } = server.services
  const weak = await hash(PASSWORD, { memoryCost: 4_096, timeCost: 1 })
  await sql`update users set password_hash = ${weak} where id = ${user.id}`.execute(db)
  expect((await server.call('POST', '/login', { body: { login: user.email, password: PASSWORD } })).status).toBe(200)
  const { rows } = await sql<{ hash: string }>`select password_hash as hash from users where id = ${user.id}`.execute(
    db,
  )
  expect(isOutdated(weak)).toBe(true)
  expect(isOutdated(rows[0]?.hash ?? '')).toBe(false)
  expect(await isPasswordOf(rows[0]?.hash ?? '', PASSWORD)).toBe(true)
})

test('with the limits off nobody waits after wrong passwords', async () => {
  const user = await registered()
  const signIn = (password: string) => server.call('POST', '/login', { body: { login: user.email, password } })
  for (let failure = 0; failure < 6; failure++) expect((await signIn('guess')).status).toBe(401)
  expect((await signIn(PASSWORD)).status).toBe(200)
})

test('signing out ends the session at once', async () => {
  const user = await registered()
  expect(await server.call('POST', '/logout', { as: user })).toMatchObject({
    status: 200,
    body: { message: 'Signed out' },
  })
  expect((await server.call('GET', '/profile', { as: user })).status).toBe(401)
})

test('sessions are listed with their device; one ends another, not a stranger’s', async () => {
  const user = await registered()
  const stranger = await registered()
  const second = await server.call('POST', '/login', { body: { login: user.email, password: PASSWORD } })
  const other = { ...user, token: second.body.token as string }
  const list = await server.call('GET', '/sessions', { as: user })
  expect(list.body.data).toHaveLength(2)
  expect(list.body.data.filter((session: { current: boolean }) => session.current)).toHaveLength(1)
  const target = list.body.data.find((session: { current: boolean }) => !session.current)
  expect((await server.call('DELETE', `/sessions/${target.id}`, { as: stranger })).status).toBe(404)
  expect((await server.call('GET', '/profile', { as: other })).status).toBe(200)
  expect((await server.call('DELETE', `/sessions/${target.id}`, { as: user })).status).toBe(204)
  expect((await server.call('GET', '/profile', { as: other })).status).toBe(401)
  expect((await server.call('DELETE', `/sessions/${target.id}`, { as: user })).status).toBe(404)
})

test('the answer to a forgotten password is the same for everyone; only a user gets mail', async () => {
  const user = await registered()
  const known = await server.call('POST', '/forgot-password', { body: { email: user.email } })
  const stranger = `nobody-${randomUUID()}@example.test`
  const unknown = await server.call('POST', '/forgot-password', { body: { email: stranger } })
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
  expect(known.body.message).toMatch(/^If this e-mail address is registered, a link/)
  await runDueJobs(server.services, jobs)
  expect((await newestMail(user.email))?.body).toContain(`${server.services.config.publicUrl}/reset-password?token=`)
  expect(await newestMail(stranger)).toBeUndefined()
})

test('every character of a long password counts', async () => {
  const password = randomUUID().repeat(4).slice(0, 128)
  const { email } = await registered({ password })
  const signIn = (typed: string) => server.call('POST', '/login', { body: { login: email, password: typed } })
  expect((await signIn(`${password.slice(0, 127)}?`)).body.code).toBe('wrong_credentials')
  expect((await signIn(password)).status).toBe(200)
})

test('a reset link leads to the configured address, whatever host the request names', async () => {
  const user = await registered()
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/forgot-password',
    headers,
    payload: { email: user.email },
  })
  expect(reply.statusCode).toBe(200)
  await runDueJobs(server.services, jobs)
  const mail = await newestMail(user.email)
  expect(mail?.body).toContain(`${server.services.config.publicUrl}/reset-password?token=`)
  expect(mail?.body).not.toContain('evil.example')
})

test('no mailbox is flooded: at most three links within the half hour that a link lives', async () => {
  const user = await registered()
  for (let request = 0; request < 6; request++)
    await server.call('POST', '/forgot-password', { body: { email: user.email } })
  await runDueJobs(server.services, jobs)
  const { rows } = await sql`
    select from outbox where recipient = ${user.email} and subject like 'Reset %'`.execute(server.services.db)
  expect(rows).toHaveLength(3)
})

test('a reset sets the password, ends every session, tells the owner and does not sign in', async () => {
  const user = await registered()
  const token = await resetToken(user.email)
  const body = { token, password: 'naya bharosa 77', password_confirmation: 'naya bharosa 77' }
  const reply = await server.call('POST', '/reset-password', { body })
  expect(reply).toMatchObject({ status: 200, body: { message: 'Your password has been reset. Please sign in.' } })
  expect(Object.keys(reply.body)).toEqual(['message'])
  const again = await server.signedInAgain(user)
  expect((await server.call('GET', '/profile', { as: again })).body.must_change_password).toBe(false)
  expect((await server.call('GET', '/profile', { as: user })).status).toBe(401)
  expect((await server.call('POST', '/login', { body: { login: user.email, password: PASSWORD } })).status).toBe(401)
  expect(
    (await server.call('POST', '/login', { body: { login: user.email, password: 'naya bharosa 77' } })).status,
  ).toBe(200)
  expect((await newestMail(user.email))?.subject).toContain('was changed')
  expect(await server.call('POST', '/reset-password', { body })).toMatchObject({
    status: 422,
    body: { code: 'reset_link_dead' },
  })
})

test('a link from before a deactivation stays dead when the account is activated again', async () => {
  const user = await registered()
  const token = await resetToken(user.email)
  for (const is_active of [false, true]) {
    const toggled = await server.call('POST', `/users/${user.id}/toggle-status`, { as: admin, body: { is_active } })
    expect(toggled).toMatchObject({ status: 200, body: { is_active } })
  }
  const body = { token, password: 'naya bharosa 79', password_confirmation: 'naya bharosa 79' }
  expect(await server.call('POST', '/reset-password', { body })).toMatchObject({
    status: 422,
    body: { code: 'reset_link_dead' },
  })
})

test('for an expired link the reply says nothing about the password sent with it', async () => {
  const body = { token: 'no such link', password: 'Password1', password_confirmation: 'another one' }
  expect((await server.call('POST', '/reset-password', { body })).body.code).toBe('reset_link_dead')
})

test('of twenty simultaneous uses of one link, one succeeds', async () => {
  const user = await registered()
  const token = await resetToken(user.email)
  const passwords = Array.from({ length: 20 }, (_, turn) => `naya bharosa ${turn}`)
  const replies = await Promise.all(
    passwords.map((password) =>
      server.call('POST', '/reset-password', { body: { token, password, password_confirmation: password } }),
    ),
  )
  const statuses = replies.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
  // A machine that is busy with other work may answer some of them, even the successful one, with 503.
  expect(statuses.filter((status) => ![200, 422, 503].includes(status))).toEqual([])
  const { rows } = await sql<{ hash: string }>`
    select password_hash as hash from users where email = ${user.email}`.execute(server.services.db)
  const works = await Promise.all(passwords.map((password) => isPasswordOf(rows[0]?.hash ?? null, password)))
  expect(works.filter(Boolean)).toHaveLength(1)
})

test('only the newest link works, and none after 30 minutes', async () => {
  const user = await registered()
  const reset = (token: string) =>
    server.call('POST', '/reset-password', {
      body: { token, password: 'naya bharosa 78', password_confirmation: 'naya bharosa 78' },
    })
  const first = await resetToken(user.email)
  const second = await resetToken(user.email)
  expect(second).not.toBe(first)
  expect((await reset(first)).status).toBe(422)
  const before = server.clock.now()
  server.clock.moveTo(new Date(before.getTime() + 31 * 60_000))
  expect((await reset(second)).status).toBe(422)
  server.clock.moveTo(before)
  expect((await reset(second)).status).toBe(200)
})

test.each([
  [
    'differing passwords',
    { password: 'naya bharosa 79', password_confirmation: 'naya bharosa 80' },
    { password_confirmation: 'Passwords do not match' },
  ],
  [
    'a common password',
    { password: 'Password1', password_confirmation: 'Password1' },
    { password: expect.any(String) },
  ],
])('a reset with %s changes nothing and keeps the link alive', async (_case, passwords, errors) => {
  const user = await registered()
  const token = await resetToken(user.email)
  expect(await server.call('POST', '/reset-password', { body: { token, ...passwords } })).toMatchObject({
    status: 422,
    body: { errors },
  })
  expect((await server.call('GET', '/profile', { as: user })).status).toBe(200)
  const right = { token, password: 'naya bharosa 81', password_confirmation: 'naya bharosa 81' }
  expect((await server.call('POST', '/reset-password', { body: right })).status).toBe(200)
})

test('a reset link replaces a password that an admin typed only by another one', async () => {
  const user = await registered()
  const { referral_code } = (await server.call('GET', '/profile', { as: user })).body
  const typed = 'naya bharosa 82'
  const { name, email, phone } = user
  const body = { name, email, phone, balance: 0, is_active: true, referral_code, password: typed }
  expect((await server.call('PUT', `/admin/users/${user.id}/edit`, { as: admin, body })).status).toBe(200)
  const token = await resetToken(email)
  const reset = (password: string) =>
    server.call('POST', '/reset-password', { body: { token, password, password_confirmation: password } })
  expect(await reset(typed)).toMatchObject({
    status: 422,
    body: { code: 'password_unchanged', errors: { password: expect.any(String) } },
  })
  const mustChange = async (password: string) => {
    const signedIn = await server.call('POST', '/login', { body: { login: email, password } })
    const as = { ...user, token: signedIn.body.token }
    return (await server.call('GET', '/profile', { as })).body.must_change_password
  }
  expect(await mustChange(typed)).toBe(true)
  expect((await reset(`${typed}3`)).status).toBe(200)
  expect(await mustChange(`${typed}3`)).toBe(false)
})

test('a new admin can do nothing before changing the password that somebody else typed', async () => {
  const body = person()
  await server.call('POST', '/admin/admins', { as: admin, body })
  const login = await server.call('POST', '/login', { body: { login: body.email, password: PASSWORD } })
  expect(login).toMatchObject({ status: 200, body: { user: { role: 'admin' } } })
  const as = { ...login.body.user, token: login.body.token }
  expect((await server.call('GET', '/profile', { as })).body.must_change_password).toBe(true)
  for (const path of ['/users', '/waiting', '/admin/second-factor'])
    expect(await server.call('GET', path, { as })).toMatchObject({
      status: 403,
      body: { code: 'password_change_required' },
    })
  const own = {
    current_password: PASSWORD,
    new_password: 'naya bharosa 90',
    new_password_confirmation: 'naya bharosa 90',
  }
  expect((await server.call('PUT', '/profile', { as, body: own })).status).toBe(200)
  expect((await server.call('GET', '/users', { as })).status).toBe(200)
})

test('the first admin is created once, with a password that works', async () => {
  const fresh = await testServer()
  const starts = await Promise.all(Array.from({ length: 4 }, () => ensureFirstAdmin(fresh.services, [])))
  const [made, ...others] = starts.filter((start) => start !== null)
  expect(others).toEqual([])
  expect(made).toMatchObject({ email: 'admin@bittkosh.local', password: expect.stringMatching(/^[a-z2-7]{16}$/) })
  const login = await fresh.call('POST', '/login', { body: { login: made?.email, password: made?.password } })
  expect(login).toMatchObject({ status: 200, body: { user: { role: 'admin', roles: ['owner'] } } })
  await fresh.close()
})

test('a first start that fails before the samples are there leaves no admin, so that the next one is the first', async () => {
  const fresh = await testServer()
  const lost = async () => Promise.reject(new Error('lost'))
  await expect(ensureFirstAdmin(fresh.services, [lost])).rejects.toThrow('lost')
  expect(await ensureFirstAdmin(fresh.services, [])).not.toBeNull()
  await fresh.close()
})
