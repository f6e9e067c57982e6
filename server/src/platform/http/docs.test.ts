import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../../tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ env: { RATE_LIMITS: 'on' } })
})
afterAll(() => server.close())

let addresses = 0
const get = (url: string, headers: Record<string, string> = {}, address = `10.9.0.${++addresses}`) =>
  server.app.inject({ url, headers, remoteAddress: address })

test.each(['/openapi.json', '/docs', '/docs/reference.js'])(
  '%s comes compressed, and not a second time',
  async (url) => {
    const plain = await get(url)
    expect(plain.statusCode).toBe(200)
    const br = await get(url, { 'accept-encoding': 'gzip, br' })
    const gzip = await get(url, { 'accept-encoding': 'gzip' })
    expect([br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip'])
    expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length)
    expect(plain.headers).toMatchObject({ 'cache-control': 'public, max-age=300', vary: 'accept-encoding' })
    const again = await get(url, { 'if-none-match': String(plain.headers.etag) })
    expect(again).toMatchObject({ statusCode: 304, rawPayload: Buffer.alloc(0) })
  },
)

test('an address that reads in a loop is refused, and uses up no limit of others or of its own other calls', async () => {
  const replies = await Promise.all(Array.from({ length: 70 }, () => get('/openapi.json', {}, '10.8.0.1')))
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(60)
  expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10)
  expect((await get('/docs', {}, '10.8.0.1')).headers['retry-after']).toMatch(/^\d+$/)
  expect((await get('/docs', {}, '10.8.0.2')).statusCode).toBe(200)
  expect((await get('/api/site', {}, '10.8.0.1')).statusCode).toBe(200)
})

test("the page runs in a sandbox without the app's origin, and runs only its own scripts", async () => {
  const { headers, body } = await get('/docs')
  const policy = String(headers['content-security-policy'])
  expect(policy).toMatch(/^sandbox allow-scripts;/)
  expect(policy).not.toMatch(/allow-same-origin|script-src [^;]*unsafe/)
  expect(body).toContain('src="/docs/reference.js"')
  expect((await get('/openapi.json')).headers['access-control-allow-origin']).toBe('*')
})
