import { randomUUID } from 'node:crypto'
import { base32nopad } from '@scure/base'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectToWaitEmptyHanded, untilOneWaits } from '../../../tests/support/locks.ts'
import { type TestServer, testServer, type TestUser } from '../../../tests/support/server.ts'
import { transaction } from '../platform/database/database.ts'
import { keyRing } from '../platform/files/keys.ts'
import { hashPassword } from '../platform/identity/passwords.ts'
import { resealFactors } from '../platform/identity/secondFactor.ts'
import { sql } from '../platform/database/sql.ts'
import { codeOf, stepOf } from '../platform/identity/totp.ts'

const PASSWORD = 'teen hathi nadi par'
let server: TestServer
let boss: TestUser
let passwordHash: string

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD)
  server = await testServer()
  boss = await server.makeUser({ role: 'admin', name: 'Meera' })
})
afterAll(() => server.close())
beforeEach(async () => {
  later(60) // every test has its own codes
  boss = await server.signedInAgain(boss)
})

function later(seconds: number) {
  server.clock.moveTo(new Date(server.clock.now().getTime() + seconds * 1000))
}

type Admin = TestUser & { secret: Uint8Array }
const codeNow = ({ secret }: { secret: Uint8Array }, step = 0) => codeOf(secret, stepOf(server.clock.now()) + step)
const wrongFor = (admin: Admin) => String((Number(codeNow(admin)) + 7) % 1_000_000).padStart(6, '0')

type Sender = TestUser & { address?: string }

const call = (method: string, path: string, as: Sender, body?: unknown, code?: string) =>
  server.call(method, path, { as, body, code, address: as.address })

const signIn = (email: string, code?: string) =>
  server.call('POST', '/login', { body: { login: email, password: PASSWORD, ...(code === undefined ? {} : { code }) } })

async function signInFrom(email: string, code: string, place: { address: string; device?: string }) {
  const { status, body } = await server.call('POST', '/login', {
    ...place,
    body: { login: email, password: PASSWORD, code },
  })
  return { status, code: body.code }
}

/** An admin with a password, signed in. */
async function newAdmin(): Promise<TestUser> {
  const admin = await server.makeUser({ role: 'admin', name: 'Ravi' })
  await sql`update users set password_hash = ${passwordHash} where id = ${admin.id}`.execute(server.services.db)
  return admin
}

async function setUp(admin: TestUser): Promise<Admin & { recovery: string[] }> {
  const begun = await call('POST', '/admin/second-factor/begin', admin, { password: PASSWORD })
  expect(begun.status).toBe(200)
  expect(begun.body.uri).toBe(
    `otpauth://totp/BittKosh:${encodeURIComponent(admin.email)}?secret=${begun.body.secret}&issuer=BittKosh`,
  )
  const secret = base32nopad.decode(begun.body.secret)
  const confirmed = await call('POST', '/admin/second-factor/confirm', admin, { code: codeNow({ secret }) })
  expect(confirmed.status).toBe(200)
  later(60)
  return { ...admin, secret, recovery: confirmed.body.recovery_codes }
}
const withFactor = async () => setUp(await newAdmin())

/** What the log contains about this admin's second factor, and the mails about it. */
async function traceOf({ id, email }: TestUser) {
  const { db } = server.services
  const { rows: acts } = await sql<{ action: string }>`
    select action from audit_log
     where subject = 'user' and subject_id = ${id} and action ~ 'second factor|recovery' order by id`.execute(db)
  const { rows: mails } = await sql<{ body: string }>`
    select body from outbox where recipient = ${email} and subject like '%second factor%' order by id`.execute(db)
  return { acts: acts.map(({ action }) => action), mails: mails.map(({ body }) => body) }
}
const setUpMail = expect.stringContaining('A second factor was set up')

async function userToEdit() {
  const user = await server.makeUser()
  const { body } = await call('GET', `/users?search=${user.email}`, boss)
  const { name, email, phone, referral_code, is_active } = body.data[0]
  return { id: user.id, form: { name, email, phone, referral_code, is_active, balance: 0 } }
}

describe('setting it up', () => {
  test('requires the password, and a code of the new secret', async () => {
    const admin = await newAdmin()
    const begin = (password: string) => call('POST', '/admin/second-factor/begin', admin, { password })
    expect(await begin('wrong password')).toMatchObject({
      status: 422,
      body: { errors: { password: expect.any(String) } },
    })
    expect((await call('POST', '/admin/second-factor/confirm', admin, { code: '123456' })).body.code).toBe(
      'second_factor_wrong',
    )
    expect((await begin(PASSWORD)).status).toBe(200)
    expect((await call('GET', '/admin/second-factor', admin)).body).toMatchObject({
      active_since: null,
      required: false,
    })
    expect((await signIn(admin.email)).status).toBe(200) // not active yet
  })

  test('guesses of its first code with a copy of the session make the thief wait, not the owner elsewhere', async () => {
    const admin = await newAdmin()
    const { body } = await call('POST', '/admin/second-factor/begin', admin, { password: PASSWORD })
    const secret = base32nopad.decode(body.secret)
    const thief = { ...admin, address: '203.0.113.9' }
    const confirm = (as: Sender, code: string) => call('POST', '/admin/second-factor/confirm', as, { code })
    const wrong = wrongFor({ ...admin, secret })
    for (let n = 0; n < 5; n++) expect((await confirm(thief, wrong)).body.code).toBe('second_factor_wrong')
    expect(await confirm(thief, codeNow({ secret }))).toMatchObject({ status: 429 })
    expect((await confirm(admin, wrong)).status).toBe(422)
    expect((await confirm(admin, codeNow({ secret }))).status).toBe(200)
    const { rows } = await sql`
      select from attempts where name like ${`user ${admin.id} code%`} and name not like '%203.0.113.9'`.execute(
      server.services.db,
    )
    expect(rows).toEqual([])
  })

  test('signs out other devices, tells the admin by mail and the audit log, and keeps the secret sealed', async () => {
    const admin = await newAdmin()
    const other = await signIn(admin.email)
    const { secret } = await setUp(admin)
    expect((await call('GET', '/waiting', { ...admin, token: other.body.token })).status).toBe(401)
    expect((await call('GET', '/waiting', admin)).status).toBe(200)
    expect(await traceOf(admin)).toEqual({ acts: ['second factor set up'], mails: [setUpMail] })
    const { db, config } = server.services
    const { rows } = await sql<{ sealed: Buffer }>`
      select sealed_secret as sealed from second_factors where user_id = ${admin.id}`.execute(db)
    expect(rows[0]?.sealed.includes(Buffer.from(secret))).toBe(false)
    expect((await call('POST', '/admin/second-factor/begin', admin, { password: PASSWORD })).body.code).toBe(
      'second_factor_active',
    )
    expect(await resealFactors(db, keyRing(config))).toBe(0)
    const rotated = { appSecret: 'n'.repeat(40), oldAppSecrets: [config.appSecret] }
    expect(await resealFactors(db, keyRing(rotated))).toBeGreaterThan(0)
    expect(
      await resealFactors(db, keyRing({ appSecret: config.appSecret, oldAppSecrets: ['n'.repeat(40)] })),
    ).toBeGreaterThan(0)
  })
})

describe('signing in', () => {
  test('that began before the second factor was active opens no session without it', async () => {
    const admin = await newAdmin()
    const { body } = await call('POST', '/admin/second-factor/begin', admin, { password: PASSWORD })
    expect(body.secret).toBeTypeOf('string')
    const { db } = server.services
    let late: ReturnType<typeof signIn> | undefined
    await transaction(db, async (tx) => {
      await sql`select from users where id = ${admin.id} for no key update`.execute(tx)
      late = signIn(admin.email)
      await untilOneWaits(db)
      await sql`update second_factors set active_since = ${server.clock.now()} where user_id = ${admin.id}`.execute(tx)
    })
    expect(await late).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } })
    expect((await signIn(admin.email)).body.code).toBe('second_factor_required')
  })

  test('takes the password and a code; each code once', async () => {
    const admin = await withFactor()
    expect(await signIn(admin.email)).toMatchObject({
      status: 422,
      body: { code: 'second_factor_required', errors: { code: expect.any(String) } },
    })
    expect(await signIn(admin.email, wrongFor(admin))).toMatchObject({
      status: 422,
      body: { code: 'second_factor_wrong' },
    })
    const code = codeNow(admin)
    expect((await signIn(admin.email, code)).status).toBe(200)
    expect((await signIn(admin.email, code)).body.code).toBe('second_factor_wrong')
    expect((await signIn(admin.email, codeNow(admin, -1))).body.code).toBe('second_factor_wrong')
  })

  test('reveals no second factor to a caller who does not know the password', async () => {
    const admin = await withFactor()
    const reply = await server.call('POST', '/login', {
      body: { login: admin.email, password: 'wrong', code: codeNow(admin) },
    })
    expect(reply).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } })
  })

  test('accepts each recovery code once, in any spelling', async () => {
    const { email, recovery } = await withFactor()
    expect(recovery).toHaveLength(10)
    expect(recovery[0]).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/) // 120 bits
    const typed = (recovery[0] ?? '').toLowerCase().replaceAll('-', ' ')
    expect((await signIn(email, typed)).status).toBe(200)
    expect((await signIn(email, recovery[0])).body.code).toBe('second_factor_wrong')
    expect((await signIn(email, recovery[1])).status).toBe(200)
  })

  test('waits after five wrong codes from one place, where only a recovery code helps; elsewhere the right code is enough', async () => {
    const admin = await withFactor()
    const from = (place: { address: string; device?: string }, code: string) => signInFrom(admin.email, code, place)
    const thief = { address: '10.1.2.3' }
    for (let n = 0; n < 5; n++) expect((await from(thief, wrongFor(admin))).code).toBe('second_factor_wrong')
    expect((await from(thief, codeNow(admin))).status).toBe(429)
    expect((await from({ address: '10.1.2.4' }, codeNow(admin))).status).toBe(200)
    expect((await from(thief, admin.recovery[0] ?? '')).status).toBe(200)
    later(15 * 60)
    expect((await from({ address: '10.1.2.5' }, codeNow(admin))).status).toBe(200)
  })

  test('guesses from twenty addresses make unknown places wait, never the owner’s own browser', async () => {
    const admin = await withFactor()
    const device = randomUUID()
    expect((await signInFrom(admin.email, codeNow(admin), { address: '10.2.0.1', device })).status).toBe(200)
    later(60)
    for (let n = 0; n < 20; n++)
      expect((await signInFrom(admin.email, wrongFor(admin), { address: `10.3.0.${n}` })).code).toBe(
        'second_factor_wrong',
      )
    expect((await signInFrom(admin.email, codeNow(admin), { address: '10.3.1.1' })).status).toBe(429)
    expect((await signInFrom(admin.email, codeNow(admin), { address: '10.3.1.2', device })).status).toBe(200)
  })

  test('of twenty simultaneous sign-ins with one code, one succeeds', async () => {
    const admin = await withFactor()
    const code = codeNow(admin)
    const replies = await Promise.all(Array.from({ length: 8 }, () => signIn(admin.email, code)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('a fresh code', () => {
  test('is required of an admin with a second factor to edit a balance, and nothing changes without it', async () => {
    const admin = await withFactor()
    const { id, form } = await userToEdit()
    const edit = (code?: string) =>
      call('PUT', `/admin/users/${id}/edit`, admin, { ...form, balance: 500, reason: 'x' }, code)
    expect(await edit()).toMatchObject({ status: 403, body: { code: 'fresh_code_required' } })
    expect((await edit(wrongFor(admin))).body.code).toBe('second_factor_wrong')
    expect((await call('PUT', `/admin/users/${id}/edit`, admin, { ...form, name: 'Renamed' })).status).toBe(200)
    expect(await edit(codeNow(admin))).toMatchObject({ status: 200, body: { balance: 500 } })
  })

  test('of the same half minute is accepted again in its session, for a corrected form, and in no other', async () => {
    const admin = await withFactor()
    const { id, form } = await userToEdit()
    const code = codeNow(admin)
    const edit = (as: TestUser, body: object) => call('PUT', `/admin/users/${id}/edit`, as, { ...form, ...body }, code)
    expect((await edit(admin, { balance: 500, email: boss.email })).body.code).toBe('email_taken')
    expect((await edit(admin, { balance: 500 })).status).toBe(200)
    expect((await signIn(admin.email, code)).body.code).toBe('second_factor_wrong')
  })

  test('guessed by the thief of a session makes only that session wait, and a recovery code always works', async () => {
    const admin = await withFactor()
    const { id, form } = await userToEdit()
    const { body } = await signIn(admin.email, codeNow(admin))
    const thief = { ...admin, token: body.token }
    later(60)
    const edit = (as: TestUser, balance: number, code: string) =>
      call('PUT', `/admin/users/${id}/edit`, as, { ...form, balance }, code)
    for (let n = 0; n < 5; n++) expect((await edit(thief, 9, wrongFor(admin))).body.code).toBe('second_factor_wrong')
    expect((await edit(thief, 9, codeNow(admin))).status).toBe(429)
    expect((await edit(admin, 10, codeNow(admin))).status).toBe(200)
    expect((await edit(thief, 11, admin.recovery[0] ?? '')).status).toBe(200)
  })

  test('guessed with a copy of the owner’s session makes the thief wait, and not the owner', async () => {
    const admin = await withFactor()
    const { id, form } = await userToEdit()
    const edit = (as: Sender, balance: number, code: string) =>
      call('PUT', `/admin/users/${id}/edit`, as, { ...form, balance }, code)
    const thief = { ...admin, address: '203.0.113.9' }
    for (let n = 0; n < 5; n++) expect((await edit(thief, 9, wrongFor(admin))).body.code).toBe('second_factor_wrong')
    expect((await edit(thief, 9, codeNow(admin))).status).toBe(429)
    expect((await edit(admin, 10, codeNow(admin))).status).toBe(200)
  })

  test('is guessed at most twenty times with one session, from however many addresses', async () => {
    const admin = await withFactor()
    const { id, form } = await userToEdit()
    const guessFrom = (address: string) =>
      call('PUT', `/admin/users/${id}/edit`, { ...admin, address }, { ...form, balance: 9 }, wrongFor(admin))
    for (let n = 1; n <= 20; n++) expect((await guessFrom(`198.51.100.${n}`)).body.code).toBe('second_factor_wrong')
    expect((await guessFrom('198.51.100.21')).status).toBe(429)
  })

  test('is not required of an admin without a second factor', async () => {
    const { id, form } = await userToEdit()
    expect((await call('PUT', `/admin/users/${id}/edit`, boss, { ...form, balance: 5 })).status).toBe(200)
  })
})

describe('removing it', () => {
  test('by its owner with a fresh code; then the password is enough again', async () => {
    const admin = await withFactor()
    expect((await call('POST', '/admin/second-factor/remove', admin, undefined, codeNow(admin))).status).toBe(200)
    expect((await signIn(admin.email)).status).toBe(200)
    expect((await call('POST', '/admin/second-factor/remove', admin)).body.code).toBe('second_factor_missing')
    expect(await traceOf(admin)).toEqual({
      acts: ['second factor set up', 'second factor removed'],
      mails: [setUpMail, expect.stringContaining('was removed')],
    })
  })

  test('and setting it up lock the admin’s own row before anything else', async () => {
    const admin = await newAdmin()
    const { db } = server.services
    const begun = await call('POST', '/admin/second-factor/begin', admin, { password: PASSWORD })
    const secret = base32nopad.decode(begun.body.secret)
    const confirmed = await expectToWaitEmptyHanded(db, admin.id, () =>
      call('POST', '/admin/second-factor/confirm', admin, { code: codeNow({ secret }) }),
    )
    expect(confirmed.status).toBe(200)
    later(60)
    const removed = await expectToWaitEmptyHanded(db, admin.id, () =>
      call('POST', '/admin/second-factor/remove', admin, undefined, codeNow({ secret })),
    )
    expect(removed.status).toBe(200)
  })

  test('by another admin, for one who has lost it; never one’s own that way', async () => {
    const admin = await withFactor()
    const other = await withFactor()
    const reset = (id: number, as: Admin) =>
      call('POST', `/admin/admins/${id}/second-factor/reset`, as, undefined, codeNow(as))
    expect((await reset(other.id, other)).body.code).toBe('own_second_factor')
    expect((await reset((await server.makeUser()).id, other)).status).toBe(404)
    expect((await reset(admin.id, other)).status).toBe(200)
    expect((await call('GET', '/waiting', admin)).status).toBe(401)
    expect((await signIn(admin.email)).status).toBe(200)
    expect((await reset(admin.id, other)).body.code).toBe('second_factor_missing')
    expect(await traceOf(admin)).toEqual({
      acts: ['second factor set up', 'second factor reset'],
      mails: [setUpMail, expect.stringContaining('Another administrator reset')],
    })
  })

  test('not by an admin without one: a stolen session without it removes nobody’s', async () => {
    const admin = await withFactor()
    const reset = await call('POST', `/admin/admins/${admin.id}/second-factor/reset`, boss)
    expect(reset).toMatchObject({ status: 403, body: { code: 'own_second_factor_needed' } })
    expect((await call('GET', '/waiting', admin)).status).toBe(200)
    expect((await signIn(admin.email)).body.code).toBe('second_factor_required')
  })

  test('new recovery codes invalidate the old ones', async () => {
    const admin = await withFactor()
    const renewed = await call('POST', '/admin/second-factor/recovery-codes', admin, undefined, codeNow(admin))
    expect(renewed.body.recovery_codes).toHaveLength(10)
    expect((await traceOf(admin)).acts).toEqual(['second factor set up', 'recovery codes renewed'])
    const without = await call('POST', '/admin/second-factor/recovery-codes', await newAdmin())
    expect(without.body.code).toBe('second_factor_missing')
    expect((await signIn(admin.email, admin.recovery[0])).body.code).toBe('second_factor_wrong')
    expect((await signIn(admin.email, renewed.body.recovery_codes[0])).status).toBe(200)
  })
})

test('if it is required of all, an admin without one can do nothing but set it up', async () => {
  const admin = await newAdmin()
  const user = await server.makeUser()
  expect((await call('PUT', '/settings/admin_second_factor', boss, { value: 'on' })).status).toBe(200)
  try {
    expect((await call('GET', '/users', admin)).body.code).toBe('second_factor_setup_required')
    expect((await call('GET', '/profile', user)).status).toBe(200)
    expect((await call('GET', '/admin/second-factor', admin)).body.required).toBe(true)
    const ready = await setUp(admin)
    expect((await call('GET', '/users', ready)).status).toBe(200)
  } finally {
    await sql`delete from settings where key = 'admin_second_factor'`.execute(server.services.db)
    server.services.settings.forget()
  }
})

test('an admin whose second factor the operator deletes in the database signs in with the password alone', async () => {
  const admin = await setUp(await newAdmin())
  expect((await signIn(admin.email)).status).not.toBe(200)
  await sql`delete from second_factors where user_id = ${admin.id}`.execute(server.services.db)
  expect((await signIn(admin.email)).status).toBe(200)
})
