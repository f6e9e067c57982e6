/** Every call of the contract × every kind of caller: only its declared audience is admitted. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isPermitted, type Permission, permissions, roles } from '@bittkosh/contract/permissions'
import { roleNames, type Role } from '@bittkosh/contract/roles'
import { permissionsOf } from '@bittkosh/contract/endpoint'
import { routes } from '../server/src/rooms.ts'
import { type Answer, type TestServer, type TestUser, testServer } from './support/server.ts'
import { sql } from '../server/src/platform/database/sql.ts'

let server: TestServer
let admins: Record<Role, TestUser>
let callers: Record<'nobody' | 'forged' | 'deactivated' | 'signed-out' | 'user' | 'admin', TestUser | undefined>

beforeAll(async () => {
  server = await testServer()
  const user = await server.makeUser()
  const deactivated = await server.makeUser()
  await sql`update users set is_active = false where id = ${deactivated.id}`.execute(server.services.db)
  const signedOut = await server.makeUser()
  await sql`delete from sessions where user_id = ${signedOut.id}`.execute(server.services.db)
  const made = await Promise.all(
    roleNames.map(async (role) => [role, await server.makeUser({ role: 'admin', roles: [role] })]),
  )
  admins = Object.fromEntries(made)
  callers = {
    nobody: undefined,
    forged: { ...user, token: 'A'.repeat(43) },
    deactivated,
    'signed-out': signedOut,
    user,
    admin: admins.owner,
  }
})
afterAll(() => server.close())

const calls = routes.map(({ endpoint }) => ({ endpoint, title: `${endpoint.method} ${endpoint.path}` }))
const closed = calls.filter(({ endpoint }) => endpoint.who !== 'anyone')

function knock(path: string, method: string, as: TestUser | undefined): Promise<Answer> {
  const filled = path.replace(/\{\w+\}/g, '2000000000')
  const body = method === 'GET' || method === 'DELETE' ? {} : { body: { unknown_field: 1 } }
  return server.call(method, filled, { ...(as ? { as } : {}), ...body })
}

describe('who may not', () => {
  test.each(closed)('$title', async ({ endpoint }) => {
    for (const who of ['nobody', 'forged', 'deactivated', 'signed-out'] as const) {
      const answer = await knock(endpoint.path, endpoint.method, callers[who])
      expect([who, answer.status, answer.body.code]).toEqual([who, 401, 'unauthorized'])
      expect(Object.keys(answer.body).sort()).toEqual(['code', 'message'])
    }
    for (const who of ['user', 'admin'] as const) {
      const answer = await knock(endpoint.path, endpoint.method, callers[who])
      const mayEnter = endpoint.who === 'signed-in' || endpoint.who === who
      if (mayEnter) expect([401, 403, 500]).not.toContain(answer.status)
      else expect([who, answer.status, answer.body.code]).toEqual([who, 403, 'wrong_role'])
    }
  })
})

const byAdmins = closed.filter(({ endpoint }) => endpoint.who === 'admin')

describe('which role may', () => {
  test.each(byAdmins)('$title', async ({ endpoint }) => {
    const needed = permissionsOf(endpoint)
    expect(needed).not.toEqual([])
    for (const role of roleNames) {
      const answer = await knock(endpoint.path, endpoint.method, admins[role])
      const mayEnter = needed.some((permission) => isPermitted([role], permission))
      if (mayEnter) expect([role, answer.status]).not.toEqual([role, expect.toBeOneOf([401, 403, 500])])
      else expect([role, answer.status, answer.body.code]).toEqual([role, 403, 'not_permitted'])
    }
  })

  test('docs/security.md#roles has the same table', () => {
    const rows = readFileSync('docs/security.md', 'utf8').matchAll(/^\| `([\w.]+)` \|(.*)\|$/gm)
    const others = roleNames.filter((role) => role !== 'owner')
    const written = [...rows].map(([, permission, cells = '']) => [
      permission,
      others.filter((_role, column) => cells.split('|')[column + 1]?.trim() === 'yes'),
    ])
    const meant = permissions.map((permission) => [
      permission,
      others.filter((role) => isPermitted([role], permission)),
    ])
    expect(written).toEqual(meant)
  })

  test('owners alone may edit people, open locked identity records, change settings of money and payment methods, manage admins and export people', () => {
    const others = roleNames.filter((role) => role !== 'owner')
    const alone = permissions.filter((permission) => !isPermitted(others, permission))
    expect(alone).toEqual([
      'people.edit',
      'kyc.locked',
      'exports.people',
      'settings.money',
      'methods.edit',
      'admins.manage',
    ])
    expect(roles.owner).toEqual(permissions)
  })

  /** For each call that names several permissions: for each permission an act that needs it and no other. */
  const acts: Record<string, Partial<Record<Permission, () => Promise<Act> | Act>>> = {
    'PUT /settings/{key}': {
      'settings.money': () => ({ path: '/settings/min_deposit_limit', body: { value: 1000 } }),
      'settings.texts': () => ({ path: '/settings/header_line', body: { value: 'Namaste' } }),
      'admins.manage': () => ({ path: '/settings/admin_second_factor', body: { value: 'off' } }),
    },
    'PUT /settings': {
      'settings.money': () => changed('min_deposit_limit', 1000),
      'settings.texts': () => changed('header_line', 'Namaste'),
      'admins.manage': () => changed('admin_second_factor', 'off'),
    },
    'PUT /admin/users/{id}/edit': {
      'balances.edit': () => edited({ balance: 5, reason: 'Booked by hand' }),
      'people.edit': () => edited({ email: `x-${randomUUID()}@example.test` }),
    },
  }
  type Act = { path: string; body: object }
  async function changed(key: string, value: unknown): Promise<Act> {
    const { body } = await server.call('GET', '/settings', { as: admins.owner })
    const previous = { [key]: body.find((setting: { key: string }) => setting.key === key).value }
    return { path: '/settings', body: { changes: [{ key, value }], previous } }
  }
  async function edited(change: object): Promise<Act> {
    const { id, email } = await server.makeUser()
    const { body } = await server.call('GET', `/users?search=${encodeURIComponent(email)}`, { as: admins.owner })
    const { name, phone, referral_code, is_active, balance } = body.data[0]
    return {
      path: `/admin/users/${id}/edit`,
      body: { name, email, phone, referral_code, is_active, balance, ...change },
    }
  }
  const several = byAdmins.filter(({ endpoint }) => permissionsOf(endpoint).length > 1 && endpoint.method !== 'GET')

  test('every write that names several permissions has an act here for each of them', () => {
    const named = several.map(({ title, endpoint }) => [title, [...permissionsOf(endpoint)].sort()])
    expect(Object.entries(acts).map(([title, each]) => [title, Object.keys(each).sort()])).toEqual(
      expect.arrayContaining(named),
    )
  })
  const eachAct = Object.entries(acts).flatMap(([title, each]) =>
    Object.entries(each).map(([permission, act]) => [title, permission as Permission, act] as const),
  )
  test.each(eachAct)('%s requires %s to change that', async (title, permission, prepare) => {
    for (const role of roleNames) {
      const { path, body } = await prepare()
      const answer = await server.call(title.split(' ')[0] ?? '', path, { as: admins[role], body })
      const expected = isPermitted([role], permission) ? [200, undefined] : [403, 'not_permitted']
      expect([role, answer.status, answer.body.code]).toEqual([role, ...expected])
    }
  })

  test('an edit may leave fields unchanged that the admin may not change, and is otherwise refused as a whole', async () => {
    const both = await edited({ balance: 5, reason: 'Booked by hand', name: 'Renamed' })
    expect(await server.call('PUT', both.path, { as: admins.finance, body: both.body })).toMatchObject({
      status: 403,
      body: { code: 'not_permitted' },
    })
    const { body } = await server.call('GET', both.path.replace('/edit', '/details'), { as: admins.owner })
    expect(body.user).toMatchObject({ name: 'Asha Rao', balance: 0 })
  })

  test('an admin gets counts only of the pending requests that they may see', async () => {
    const told = roleNames.map(async (role) => {
      const { status, body } = await server.call('GET', '/waiting', { as: admins[role] })
      return [role, status === 200 ? Object.keys(body) : status]
    })
    expect(Object.fromEntries(await Promise.all(told))).toEqual({
      owner: ['deposits', 'withdrawals', 'kyc', 'alerts'],
      finance: ['deposits', 'withdrawals', 'kyc', 'alerts'],
      kyc: ['kyc', 'alerts'],
      support: ['deposits', 'withdrawals', 'alerts'],
      catalogue: ['alerts'],
      viewer: ['deposits', 'withdrawals', 'alerts'],
    })
  })

  test('two roles may do what either of them may', async () => {
    const both = await server.makeUser({ role: 'admin', roles: ['kyc', 'catalogue'] })
    for (const [path, status] of [
      ['/kyc/pending', 200],
      ['/settings', 200],
      ['/coverage', 403],
    ] as const)
      expect([path, (await server.call('GET', path, { as: both })).status]).toEqual([path, status])
  })

  test('a removed role takes effect from the next call on', async () => {
    const admin = await server.makeUser({ role: 'admin', roles: ['finance', 'viewer'] })
    const read = () => server.call('GET', '/audit', { as: admin })
    expect((await read()).status).toBe(200)
    await sql`update users set roles = '{support}' where id = ${admin.id}`.execute(server.services.db)
    expect(await read()).toMatchObject({ status: 403, body: { code: 'not_permitted' } })
  })
})

const withIds = closed.filter(({ endpoint }) => /\{(id|userId)\}/.test(endpoint.path))

test.each(withIds)('$title answers 404 to an impossible id', async ({ endpoint }) => {
  const as = callers[endpoint.who === 'admin' ? 'admin' : 'user']
  for (const id of ['0', '-1', '1.5', 'x', '99999999999', '1%27or%271']) {
    const answer = await server.call(endpoint.method, endpoint.path.replace(/\{(id|userId)\}/, id), as ? { as } : {})
    expect([id, answer.status]).toEqual([id, 404])
  }
})

test('a call that is not in the contract does not exist', async () => {
  for (const path of ['/nope', '/admin', '/users/1/secrets']) {
    const answer = await server.call('GET', path, { as: callers.admin as TestUser })
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
  }
})

test.each([
  ['an answer', '/settings/header_line', 200],
  ['a refusal', '/settings/nope', 404],
  ['an unknown call', '/nope', 404],
])('%s carries the security headers and is never cached', async (_case, path, status) => {
  const answer = await server.call('GET', path, { as: callers.user as TestUser })
  expect(answer.status).toBe(status)
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  const policy = String(answer.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe-inline')
})
