/** The calls that a copy of the database may serve: lists of the panel, reports and files. */
import { afterAll, expect, test, vi } from 'vitest'
import { testServer } from './support/server.ts'

const server = await testServer()
const admin = await server.makeUser({ role: 'admin' })
const user = await server.makeUser({ walletRupees: 100 })
afterAll(() => server.close())

async function readApart(method: string, path: string, as: typeof user, body?: object): Promise<boolean> {
  const run = vi.spyOn(server.services.reads, 'run')
  const choose = vi.spyOn(server.services.reads, 'choose')
  const reply = await server.call(method, path, { as, ...(body && { body }) })
  expect(reply.status).toBe(200)
  const isApart = run.mock.calls.length + choose.mock.calls.length > 0
  run.mockRestore()
  choose.mockRestore()
  return isApart
}

test.each([
  '/deposits',
  '/users',
  '/reports/inflow',
  '/reports/inflow/export?format=csv',
  '/deposits/export',
  `/users/${user.id}/data`,
  `/admin/users/${user.id}/statement?from=2026-01-01&to=2026-01-31&format=csv`,
])('an admin reads %s from a copy', async (path) => {
  expect(await readApart('GET', path, admin)).toBe(true)
})

test.each(['/statement?from=2026-01-01&to=2026-01-31&format=csv', '/profile/data'])(
  'a person reads the file %s from a copy',
  async (path) => {
    expect(await readApart('GET', path, user)).toBe(true)
  },
)

test.each(['/transactions', '/portfolio', '/profile'])('a person’s screen reads %s from the primary', async (path) => {
  expect(await readApart('GET', path, user)).toBe(false)
})

test('no decision uses a copy', async () => {
  expect(await readApart('POST', `/users/${user.id}/freeze`, admin, { reason: 'Under review' })).toBe(false)
})
