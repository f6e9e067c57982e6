import { expect, onTestFinished, test } from 'vitest'
import { testServer } from '../../tests/support/server.ts'

async function idOf(env: Record<string, string>, sent?: string): Promise<string> {
  const server = await testServer({ env })
  onTestFinished(() => server.close())
  const headers = sent === undefined ? {} : { 'x-request-id': sent }
  const reply = await server.app.inject({ url: '/api/site', headers })
  return String(reply.headers['x-request-id'])
}
const own = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const proxied = { TRUST_PROXY: '127.0.0.1' }

test('a call has an id that no other call has, in this process or another', async () => {
  const ids = await Promise.all([idOf({}), idOf({}), idOf(proxied)])
  for (const id of ids) expect(id).toMatch(own)
  expect(new Set(ids).size).toBe(3)
})

test('a proxy names the calls that it passes on; nobody else does, and nobody writes into the log by it', async () => {
  expect(await idOf(proxied, '9f3c2e7a51d04b6f')).toBe('9f3c2e7a51d04b6f')
  expect(await idOf({}, '9f3c2e7a51d04b6f')).toMatch(own)
  for (const wrong of ['short', `a"b\\u0000${'x'.repeat(20)}`, 'y'.repeat(65)])
    expect(await idOf(proxied, wrong)).toMatch(own)
})

test('no cache keeps the reply to a call, however its address is written', async () => {
  const server = await testServer()
  onTestFinished(() => server.close())
  const { token } = await server.makeUser()
  for (const url of ['/api/profile', '/%61pi/profile', '/api/%70rofile', '/api/nothing', '/%61pi/nothing']) {
    const reply = await server.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    expect([url, reply.statusCode, reply.headers['cache-control']]).toEqual([
      url,
      url.endsWith('nothing') ? 404 : 200,
      'no-store',
    ])
  }
})
