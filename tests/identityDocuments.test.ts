/** Identity documents in every admin call that returns them: only roles that may see them get them. */
import { isPermitted } from '@bittkosh/contract/permissions'
import { type Role, roleNames } from '@bittkosh/contract/roles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectInvariants } from './support/invariants.ts'
import { approveKycOf } from './support/kyc.ts'
import { type TestServer, type TestUser, testServer } from './support/server.ts'
import { withdrawalsOn } from './support/withdrawals.ts'

let server: TestServer
let admins: Record<Role, TestUser>
let user: TestUser
/** As in the owner's list. */
let number: string

beforeAll(async () => {
  server = await testServer()
  const made = roleNames.map(async (role) => [role, await server.makeUser({ role: 'admin', roles: [role] })])
  admins = Object.fromEntries(await Promise.all(made))
  user = await server.makeUser({ walletRupees: 5000 })
  await approveKycOf(server, user, admins.owner)
  expect((await withdrawalsOn(server, admins.owner).ask(user)).status).toBe(201)
  const [document] = (await server.call('GET', `/users?search=${user.email}`, { as: admins.owner })).body.data[0]
    .govt_ids
  number = document.id_number
})
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

const seeing = roleNames.filter((role) => isPermitted([role], 'kyc.read'))
const others = roleNames.filter((role) => !seeing.includes(role))

test('finance pays out and KYC decides, so only they and the owners see documents', () => {
  expect(seeing).toEqual(['owner', 'finance', 'kyc'])
})

const carriers: Record<string, (as: TestUser) => ReturnType<TestServer['call']>> = {
  'the list of users': (as) => server.call('GET', `/users?search=${user.email}`, { as }),
  'the details of a user': (as) => server.call('GET', `/admin/users/${user.id}/details`, { as }),
  'the list of withdrawals': (as) => server.call('GET', `/withdrawals?search=${user.email}`, { as }),
  'the audit log': (as) => server.call('GET', '/audit?subject=kyc', { as }),
  'what waits for KYC': (as) => server.call('GET', '/kyc/pending', { as }),
}

describe.each(Object.keys(carriers))('%s', (name) => {
  const call = (role: Role) => carriers[name]!(admins[role])

  test.each(others)('hides number and pictures from %s', async (role) => {
    const { status, body } = await call(role)
    expect([200, 403]).toContain(status)
    const text = JSON.stringify(body)
    expect(text).not.toContain(number)
    expect(text).not.toContain('/api/files/')
  })

  test('still shows how far the identity is checked', async () => {
    const { status, body } = await call('support')
    if (status === 403) return
    const row = body.data?.[0] ?? body
    const { govt_ids: documents } = row.user ?? row
    expect(documents).toEqual([expect.objectContaining({ status: 'approved', id_number: null, urls: [] })])
  })
})

test.each(seeing)('%s sees number and pictures of a person who withdraws', async (role) => {
  const carrier = role === 'kyc' ? 'the details of a user' : 'the list of withdrawals'
  const text = JSON.stringify((await carriers[carrier]!(admins[role])).body)
  expect(text).toContain(number)
  expect(text).toContain('/api/files/')
})

test('a link to a picture expires when the role of its reader is removed', async () => {
  const { body } = await carriers['the details of a user']!(admins.kyc)
  const link: string = body.user.govt_ids[0].urls[0]
  const look = async () => (await server.app.inject({ method: 'GET', url: link })).statusCode
  expect(await look()).toBe(200)
  const path = `/admin/admins/${admins.kyc.id}/roles`
  await server.call('PUT', path, { as: admins.owner, body: { roles: ['support'] } })
  expect(await look()).toBe(404)
})
