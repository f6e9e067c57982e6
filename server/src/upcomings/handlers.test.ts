import { beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer, type TestUser } from '../../../tests/support/server.ts'

let server: TestServer
let admin: TestUser
let user: TestUser

beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin' })
  user = await server.makeUser()
  return () => server.close()
})

const item = { title: 'New coin', link: 'https://example.com/coin' }

async function listed(as = user): Promise<{ id: number; title: string; link: string | null }[]> {
  return (await server.call('GET', '/upcomings', { as })).body
}

test('an admin adds, changes and deletes an item, and each act is logged', async () => {
  const added = await server.call('POST', '/upcomings', { as: admin, body: item })
  expect(added).toMatchObject({ status: 201, body: item })
  const { id } = added.body
  expect(await listed(admin)).toContainEqual(added.body)
  expect(await listed()).toContainEqual(expect.objectContaining({ id, ...item }))

  const changed = await server.call('PUT', `/upcomings/${id}`, { as: admin, body: { title: 'Newer', link: '' } })
  expect(changed).toMatchObject({ status: 200, body: { id, title: 'Newer', link: null } })

  expect((await server.call('DELETE', `/upcomings/${id}`, { as: admin })).status).toBe(204)
  expect((await listed()).some((upcoming) => upcoming.id === id)).toBe(false)
  for (const method of ['PUT', 'DELETE']) {
    const body = method === 'PUT' ? { body: item } : {}
    expect((await server.call(method, `/upcomings/${id}`, { as: admin, ...body })).status).toBe(404)
  }

  const log = await server.call('GET', `/audit?subject=upcoming&subject_id=${id}`, { as: admin })
  expect(log.body.data.map((act: { action: string }) => act.action)).toEqual([
    'upcoming deleted',
    'upcoming changed',
    'upcoming added',
  ])
  expect(log.body.data[1]).toMatchObject({ before: item, after: { title: 'Newer', link: null } })
})

test('an item needs no link', async () => {
  expect(await server.call('POST', '/upcomings', { as: admin, body: { title: 'Soon' } })).toMatchObject({
    status: 201,
    body: { title: 'Soon', link: null },
  })
})

test.each([
  ['a script', 'javascript:alert(1)'],
  ['a script in capitals', ' JavaScript:alert(1)'],
  ['data', 'data:text/html,<script>'],
  ['no scheme', '//evil.example'],
  ['credentials', 'https://bank.example@evil.example/'],
  ['text that reads backwards', 'https://example.com/\u202egnp'],
  ['no host', 'https://'],
])('a link that is %s is refused and nothing is added', async (_case, link) => {
  const title = `bad ${link}`.replace(/\p{C}/gu, '')
  const reply = await server.call('POST', '/upcomings', { as: admin, body: { title, link } })
  expect(reply).toMatchObject({ status: 422, body: { errors: { link: expect.any(String) } } })
  expect((await listed()).some((upcoming) => upcoming.title === title)).toBe(false)
})

test('a title is required', async () => {
  for (const body of [{}, { title: '  ' }, { title: null }]) {
    const reply = await server.call('POST', '/upcomings', { as: admin, body })
    expect(reply).toMatchObject({ status: 422, body: { errors: { title: expect.any(String) } } })
  }
})

test('users only read', async () => {
  expect((await server.call('POST', '/upcomings', { as: user, body: item })).status).toBe(403)
  expect((await server.call('PUT', '/upcomings/1', { as: user, body: item })).status).toBe(403)
  expect((await server.call('DELETE', '/upcomings/1', { as: user })).status).toBe(403)
  expect((await server.call('GET', '/upcomings')).status).toBe(401)
})
