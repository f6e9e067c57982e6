import { randomInt, randomUUID } from 'node:crypto'
import type { Role } from '@bittkosh/contract/roles'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { untilOneWaits } from '../../../tests/support/locks.ts'
import { adminWithFactor } from '../../../tests/support/secondFactor.ts'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

const PASSWORD = 'teen hathi nadi par'
let server: TestServer
let meera: TestUser
beforeAll(async () => {
  server = await testServer()
})
beforeEach(async () => {
  // Each test has its own, single owner: several of them are about the last one.
  await sql`update users set is_active = false where role = 'admin'`.execute(server.services.db)
  meera = await server.makeUser({ role: 'admin', name: 'Meera' })
})
afterAll(() => server.close())

const person = () => ({
  name: 'Ravi Iyer',
  email: `x-${randomUUID()}@example.test`,
  phone: `+9194${String(randomInt(100_000_000)).padStart(8, '0')}`,
  password: PASSWORD,
})
const anAdmin = (...roles: Role[]) => server.makeUser({ role: 'admin', name: 'Ravi', roles })
const setRoles = (as: TestUser, of: TestUser, roles: readonly string[], more = {}) =>
  server.call('PUT', `/admin/admins/${of.id}/roles`, { as, body: { roles, ...more } })
async function rolesOf({ id }: TestUser): Promise<Role[]> {
  const { rows } = await sql<{ roles: Role[] }>`select roles from users where id = ${id}`.execute(server.services.db)
  return rows[0]?.roles ?? []
}
async function mailedAbout(text: string): Promise<string[]> {
  const { rows } = await sql<{ recipient: string }>`
    select recipient from outbox where body like ${`%${text}%`} order by recipient`.execute(server.services.db)
  return rows.map(({ recipient }) => recipient)
}

describe('making an admin', () => {
  test('only owners can; the other admins are notified, and the log keeps the roles without the password', async () => {
    const vikram = await server.makeUser({ role: 'admin', name: 'Vikram' })
    const viewer = await anAdmin('viewer')
    const body = { ...person(), name: 'Ravi the new', roles: ['support', 'finance', 'support'] }
    expect((await server.call('POST', '/admin/admins', { as: await server.makeUser(), body })).status).toBe(403)
    const made = await server.call('POST', '/admin/admins', { as: meera, body })
    const roles = ['finance', 'support'] // each once, in the order of the table
    expect(made).toMatchObject({
      status: 201,
      body: { email: body.email, role: 'admin', roles, last_sign_in_at: null },
    })
    const login = await server.call('POST', '/login', { body: { login: body.email, password: PASSWORD } })
    expect(login).toMatchObject({ status: 200, body: { user: { role: 'admin', roles } } })
    const { rows } = await sql`
      select admin_id, subject, after from audit_log
       where action = 'admin created' and subject_id = ${made.body.id}`.execute(server.services.db)
    const { name, email, phone } = body
    const after = { name, email, phone, role: 'admin', roles }
    expect(rows).toEqual([{ admin_id: meera.id, subject: 'user', after }])
    expect(await mailedAbout('“Meera” made “Ravi the new” an administrator')).toEqual(
      [vikram.email, viewer.email].toSorted(),
    )
  })

  test('the contacts count as proven, no popup is shown, and the typed password must be changed', async () => {
    const body = person()
    const { id } = (await server.call('POST', '/admin/admins', { as: meera, body })).body
    const { rows } = await sql`
      select email_verified_at is not null as email, phone_verified_at is not null as phone,
             welcome_seen_at is not null as welcomed
        from users where id = ${id}`.execute(server.services.db)
    expect(rows).toEqual([{ email: true, phone: true, welcomed: true }])
    const login = await server.call('POST', '/login', { body: { login: body.email, password: PASSWORD } })
    const reply = await server.call('GET', '/users', { as: { ...meera, token: login.body.token } })
    expect(reply.body.code).toBe('password_change_required')
  })

  test.each(['email', 'phone'] as const)('%s of another account is refused at its field', async (field) => {
    const taken = await server.makeUser()
    const reply = await server.call('POST', '/admin/admins', {
      as: meera,
      body: { ...person(), [field]: taken[field] },
    })
    expect(reply.body).toMatchObject({ code: `${field}_taken`, errors: { [field]: expect.any(String) } })
  })

  test('an admin without roles is a viewer; nobody is without any', async () => {
    const made = await server.call('POST', '/admin/admins', { as: meera, body: person() })
    expect(made.body.roles).toEqual(['viewer'])
    for (const roles of [[], ['boss'], 'owner', null]) {
      const reply = await server.call('POST', '/admin/admins', { as: meera, body: { ...person(), roles } })
      expect(reply).toMatchObject({ status: 422, body: { code: 'invalid' } })
    }
  })
})

test("the list shows each admin's roles, second factor and last sign-in", async () => {
  const body = person()
  const { body: made } = await server.call('POST', '/admin/admins', { as: meera, body })
  await server.call('POST', '/login', { body: { login: body.email, password: PASSWORD } })
  const guarded = await adminWithFactor(server)
  const { body: list } = await server.call('GET', '/admin/admins', { as: meera })
  const rows = new Map<number, object>(list.data.map((row: { id: number }) => [row.id, row]))
  expect(rows.get(guarded.id)).toMatchObject({ roles: ['owner'], second_factor: true, is_active: true })
  expect(rows.get(made.id)).toMatchObject({
    roles: ['viewer'],
    second_factor: false,
    last_sign_in_at: expect.stringMatching(/^2\d{3}-/),
  })
})

test('admins have roles in their session and profile, users do not', async () => {
  const body = person()
  const registered = await server.call('POST', '/register', { body })
  expect(Object.keys(registered.body.user)).toEqual(['id', 'name', 'email', 'phone', 'role'])
  const user = { ...meera, token: registered.body.token }
  expect((await server.call('GET', '/profile', { as: user })).body).not.toHaveProperty('roles')
  const login = await server.call('POST', '/login', { body: { login: body.email, password: PASSWORD } })
  expect(Object.keys(login.body.user)).toEqual(['id', 'name', 'email', 'phone', 'role'])
  expect((await server.call('GET', '/profile', { as: meera })).body.roles).toEqual(['owner'])
})

describe('changing roles', () => {
  test('the admin and the other owners are notified, and the log has the previous roles', async () => {
    const vikram = await server.makeUser({ role: 'admin', name: 'Vikram' })
    const admin = await server.makeUser({ role: 'admin', name: 'Ravi of KYC', roles: ['kyc'] })
    expect(await setRoles(meera, admin, ['support', 'kyc'])).toMatchObject({
      status: 200,
      body: { id: admin.id, roles: ['kyc', 'support'] },
    })
    expect(await rolesOf(admin)).toEqual(['kyc', 'support'])
    const told = [admin.email, vikram.email].toSorted()
    expect(await mailedAbout('“Meera” changed the roles of “Ravi of KYC”')).toEqual(told)
    const { rows } = await sql`
      select admin_id, subject, before, after from audit_log
       where action = 'admin roles changed' and subject_id = ${admin.id}`.execute(server.services.db)
    expect(rows).toEqual([
      { admin_id: meera.id, subject: 'user', before: { roles: ['kyc'] }, after: { roles: ['kyc', 'support'] } },
    ])
  })

  test('the same roles again are no change: not for the log, and not for another owner', async () => {
    const admin = await server.makeUser({ role: 'admin', roles: ['kyc', 'support'] })
    expect((await setRoles(meera, admin, ['support', 'kyc', 'kyc'])).status).toBe(200)
    const { rows } = await sql`
      select from audit_log where action = 'admin roles changed' and subject_id = ${admin.id}`.execute(
      server.services.db,
    )
    expect(rows).toEqual([])
  })

  test('no roles, an unknown role, a user and an unknown id are refused', async () => {
    const admin = await anAdmin('kyc')
    expect((await setRoles(meera, admin, [])).status).toBe(422)
    expect((await setRoles(meera, admin, ['boss'])).status).toBe(422)
    expect((await setRoles(meera, await server.makeUser(), ['viewer'])).status).toBe(404)
    expect((await setRoles(meera, { ...meera, id: 2_000_000_000 }, ['viewer'])).status).toBe(404)
    expect(await rolesOf(admin)).toEqual(['kyc'])
  })

  test('of two owners who look at the same admin, the second learns that the first was quicker', async () => {
    const [vikram, admin] = [await anAdmin('owner'), await anAdmin('kyc')]
    expect((await setRoles(meera, admin, ['support'], { previous_updated_at: null })).status).toBe(200)
    expect(await setRoles(vikram, admin, ['finance'], { previous_updated_at: null })).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile', params: { by: meera.name } },
    })
    expect(await rolesOf(admin)).toEqual(['support'])
  })

  test('an owner whose role is removed meanwhile changes nobody’s', async () => {
    const [vikram, admin] = [await anAdmin('owner'), await anAdmin('kyc')]
    const { db } = server.services
    let running: ReturnType<typeof setRoles> | undefined
    await transaction(db, async (tx) => {
      await sql`update users set roles = '{finance}' where id = ${vikram.id}`.execute(tx)
      running = setRoles(vikram, admin, ['support'])
      await untilOneWaits(db)
    })
    expect(await running).toMatchObject({ status: 403, body: { code: 'not_permitted' } })
    expect(await rolesOf(admin)).toEqual(['kyc'])
  })

  test('an owner may give the role up while another owner is active', async () => {
    const vikram = await anAdmin('owner')
    expect((await setRoles(vikram, vikram, ['finance'])).status).toBe(200)
    expect(await setRoles(vikram, meera, ['finance'])).toMatchObject({ status: 403, body: { code: 'not_permitted' } })
  })
})

const left = { reason: 'Left the company', reason_kind: 'other' }

test.each([
  ['with a reason, which the audit log keeps', left, left.reason],
  ['by a client that sends none', undefined, null],
])('an admin is deactivated and deleted %s', async (_case, body, reason) => {
  const leaving = await anAdmin('viewer')
  const shutOuts = [
    ['POST', `/users/${leaving.id}/toggle-status`, 'user deactivated'],
    ['DELETE', `/users/${leaving.id}`, 'user removed'],
  ] as const
  for (const [method, path, action] of shutOuts) {
    expect((await server.call(method, path, { as: meera, body })).status).toBeLessThan(300)
    expect((await server.call('GET', '/users', { as: leaving })).status).toBe(401)
    const trail = await server.call('GET', `/audit?subject=user&subject_id=${leaving.id}`, { as: meera })
    expect(trail.body.data).toContainEqual(expect.objectContaining({ action, reason }))
  }
})

describe('one active owner remains', () => {
  test('the last one cannot give the role up, however many inactive owners there are', async () => {
    const inactive = await anAdmin('owner')
    await server.call('POST', `/users/${inactive.id}/toggle-status`, { as: meera, body: left })
    const refused = { status: 422, body: { code: 'last_owner', errors: { roles: expect.any(String) } } }
    expect(await setRoles(meera, meera, ['finance'])).toMatchObject(refused)
    expect(await rolesOf(meera)).toEqual(['owner'])
  })

  const shutOuts: Record<string, (as: TestUser, of: TestUser) => ReturnType<TestServer['call']>> = {
    'take the role from': (as, of) => setRoles(as, of, ['viewer']),
    deactivate: (as, of) => server.call('POST', `/users/${of.id}/toggle-status`, { as, body: left }),
    delete: (as, of) => server.call('DELETE', `/users/${of.id}`, { as, body: left }),
  }
  const pairs = Object.keys(shutOuts).flatMap((one) => Object.keys(shutOuts).map((other) => [one, other] as const))
  test.each(pairs)('when two owners %s and %s each other at once', async (one, other) => {
    const vikram = await anAdmin('owner')
    const replies = await Promise.all([shutOuts[one]!(meera, vikram), shutOuts[other]!(vikram, meera)])
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(1)
    const { rows } = await sql`
      select id from users where role = 'admin' and 'owner' = any (roles) and is_active and closed_at is null`.execute(
      server.services.db,
    )
    expect(rows).toHaveLength(1)
  })
})
