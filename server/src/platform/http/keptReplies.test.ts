/** What every call goes through, for replies that are sent before Fastify sees it. What is kept, and until when: tests/polls.test.ts. */
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { BELL, type Poll, pollerOf } from '../../../../tests/support/poller.ts'
import { type Answer, type TestServer, testServer } from '../../../../tests/support/server.ts'
import { buildApp } from '../../app.ts'
import type { Services } from '../services.ts'
import type { Metrics } from './metrics.ts'

const SPAN = 'GET /api/notifications/unread-count'
const answered: Parameters<Metrics['answered']>[0][] = []
const spans: { name: string; attributes: object; cause: string | undefined; ends: number }[] = []
const traces: NonNullable<Services['traces']> = {
  begin(name, { attributes = {}, cause } = {}) {
    const span = { name, attributes, cause, ends: 0 }
    spans.push(span)
    return {
      within: (work) => work(),
      set: (more) => void Object.assign(attributes, more),
      end: () => void span.ends++,
    }
  },
  part: () => null,
  close: async () => {},
}

let server: TestServer
let poll: Poll

beforeAll(async () => {
  server = await testServer({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' } })
  const metrics: Metrics = { answered: (call) => void answered.push(call), text: async () => '', close: () => {} }
  const app = await buildApp({ ...server.services, traces }, metrics)
  poll = await pollerOf(app)
  return () => app.close()
})
afterAll(() => server.close())

async function polled(headers?: Record<string, string>) {
  const user = await server.makeUser()
  const first = await poll(user, BELL, headers)
  expect(first.status).toBe(200)
  return { user, etag: String(first.headers['etag']) }
}

/** The kept reply: its call runs no statement. */
async function kept(...call: Parameters<Poll>): Promise<Answer> {
  const run = vi.spyOn(server.services.db, 'run')
  const answer = await poll(...call)
  expect(run).not.toHaveBeenCalled()
  run.mockRestore()
  return answer
}

test.each([200, 304])('it is counted and traced: %i', async (status) => {
  const { user, etag } = await polled()
  answered.length = 0
  spans.length = 0
  const headers = { ...(status === 304 && { 'if-none-match': etag }), 'x-background': '1' }
  const reply = await kept(user, BELL, headers)
  expect(reply.status).toBe(status)
  expect(answered).toEqual([
    { method: 'GET', route: '/api/notifications/unread-count', status, seconds: expect.any(Number) },
  ])
  const attributes = {
    'http.request.method': 'GET',
    'http.route': '/api/notifications/unread-count',
    'http.response.status_code': status,
    'bittkosh.request_id': reply.headers['x-request-id'],
  }
  expect(spans).toEqual([{ name: SPAN, attributes, cause: undefined, ends: 1 }])
})

test('a trusted proxy sets its id and its trace', async () => {
  const { user } = await polled()
  spans.length = 0
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const headers = { 'x-background': '1', 'x-request-id': 'edge-0001', 'x-forwarded-for': '203.0.113.9', traceparent }
  expect((await kept(user, BELL, headers)).headers['x-request-id']).toBe('edge-0001')
  expect(spans).toMatchObject([{ cause: traceparent, attributes: { 'bittkosh.request_id': 'edge-0001' } }])
})

test('the accounts at one address share twenty times the limit of one, by the address that the proxy forwards', async () => {
  const at = (address: string) => ({ 'x-background': '1', 'x-forwarded-for': address })
  const crowded = at('203.0.113.77')
  for (let n = 0; n < 20; n++) {
    const { user } = await polled(crowded)
    for (let more = 1; more < 20; more++) expect((await poll(user, BELL, crowded)).status).toBe(200)
  }
  const { user } = await polled(at('203.0.113.78'))
  expect((await kept(user, BELL, at('203.0.113.78'))).status).toBe(200)
  expect((await poll(user, BELL, crowded)).status).toBe(429)
})

test('it does not keep the connections of a program that ends', async () => {
  const { db } = server.services
  const app = await buildApp({ ...server.services, traces: null })
  const pollHere = await pollerOf(app)
  const { token, ...user } = await server.makeUser()
  await pollHere({ token, ...user })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let received = ''
  socket.on('data', (bytes) => (received += bytes.toString()))
  const ask = (path: string) =>
    socket.write(`GET /api${path} HTTP/1.1\r\nhost: test\r\nauthorization: Bearer ${token}\r\nx-background: 1\r\n\r\n`)
  const original = db.run.bind(db)
  const held = Promise.withResolvers<void>()
  const reading = Promise.withResolvers<void>()
  vi.spyOn(db, 'run').mockImplementation(async (query) => {
    reading.resolve()
    await held.promise
    return original(query)
  })
  ask('/profile')
  await reading.promise
  const closed = app.close()
  await vi.waitUntil(() => !app.server.listening)
  ask(BELL)
  held.resolve()
  await once(socket, 'close')
  await closed
  expect(received.match(/^connection: .*$/gim)).toEqual(['Connection: keep-alive', 'Connection: close'])
})
