import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { untilOneWaits } from '../../tests/support/locks.ts'
import { testServer } from '../../tests/support/server.ts'
import { buildApp } from './app.ts'
import { transaction } from './platform/database/database.ts'
import { sql } from './platform/database/sql.ts'
import { makeLog } from './platform/log.ts'

const forwarded = { 'x-forwarded-for': '203.0.113.9' }
async function idOf(env: Record<string, string>, sent?: string, more: object = forwarded): Promise<string> {
  const server = await testServer({ env })
  onTestFinished(() => server.close())
  const headers = { ...more, ...(sent !== undefined && { 'x-request-id': sent }) }
  const reply = await server.app.inject({ url: '/api/site', headers })
  return String(reply.headers['x-request-id'])
}
const own = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const proxied = { TRUST_PROXY: '127.0.0.1' }

test('a call has an id that no other call has, in this or any other process', async () => {
  const ids = await Promise.all([idOf({}), idOf({}), idOf(proxied)])
  for (const id of ids) expect(id).toMatch(own)
  expect(new Set(ids).size).toBe(3)
})

test('a trusted proxy names the calls that it forwards; nobody else can, and nobody can write into the log that way', async () => {
  expect(await idOf(proxied, '9f3c2e7a51d04b6f')).toBe('9f3c2e7a51d04b6f')
  expect(await idOf({}, '9f3c2e7a51d04b6f')).toMatch(own)
  expect(await idOf({ TRUST_PROXY: '10.0.0.5' }, '9f3c2e7a51d04b6f'), 'of a caller beside the proxy').toMatch(own)
  expect(await idOf(proxied, '9f3c2e7a51d04b6f', {}), 'forwarded for nobody').toMatch(own)
  for (const wrong of ['short', `a"b\\u0000${'x'.repeat(20)}`, 'y'.repeat(65)])
    expect(await idOf(proxied, wrong)).toMatch(own)
})

test('the log line of a call that failed by a bug is found by the id of its reply', async () => {
  const server = await testServer()
  onTestFinished(() => server.close())
  const lines: string[] = []
  const log = makeLog({ readable: false, write: (line) => lines.push(line) })
  const app = await buildApp({ ...server.services, log })
  app.get('/api/broken', () => Promise.reject(new Error('a bug')))
  const { statusCode, headers } = await app.inject({ url: '/api/broken' })
  await app.close()
  expect([statusCode, lines.map((line) => JSON.parse(line))]).toEqual([
    500,
    [expect.objectContaining({ request: headers['x-request-id'], route: '/api/broken', msg: 'request failed' })],
  ])
})

test('no cache keeps the reply to a call, however its address is spelled', async () => {
  const server = await testServer()
  onTestFinished(() => server.close())
  const { token } = await server.makeUser()
  for (const url of ['/api/profile', '/%61pi/profile', '/api/%70rofile', '/api/nothing']) {
    const reply = await server.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    expect([url, reply.statusCode, reply.headers['cache-control']]).toEqual([
      url,
      url.endsWith('nothing') ? 404 : 200,
      'no-store',
    ])
  }
})

test.each([
  ['an address that cannot be read', 'GET /api/%F0%9D HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400],
  ['what is no HTTP', 'Hello\r\n\r\n', 400],
  ['a length that is none', 'POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n', 400],
  ['two lengths', 'POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}', 400],
  [
    'a length beside chunks',
    'POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['headers without an end', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
])('%s is refused like other calls, with the headers of every reply', async (_what, sent, status) => {
  const server = await testServer()
  onTestFinished(() => server.close())
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1')
  let reply = ''
  socket.on('data', (text) => (reply += String(text)))
  socket.write(sent)
  await once(socket, 'close')
  const [head = '', body = ''] = reply.split('\r\n\r\n')
  expect(head).toContain(`HTTP/1.1 ${status} `)
  expect(JSON.parse(body)).toEqual({ message: 'The request could not be read.', code: 'malformed' })
  const usual = (await server.app.inject({ url: '/api/nothing' })).headers
  for (const name of ['content-security-policy', 'x-content-type-options', 'referrer-policy', 'cache-control'])
    expect(head).toContain(`\r\n${name}: ${usual[name]}`)
})

test('whoever asks often whether it is ready keeps one connection busy', async () => {
  const server = await testServer()
  onTestFinished(() => server.close())
  const { db } = server.services
  const ready = () => server.app.inject('/health/ready')
  const asked: ReturnType<typeof ready>[] = []
  await transaction(db, async (tx) => {
    await sql`lock table ledger_losses`.execute(tx)
    asked.push(...Array.from({ length: 8 }, ready))
    await untilOneWaits(db)
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(tx)
    expect(rows).toHaveLength(1)
  })
  const statuses = new Set((await Promise.all(asked)).map(({ statusCode }) => statusCode))
  expect(statuses.size).toBe(1) // they share an answer
})
