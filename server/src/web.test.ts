/** The built web app as the server sends it; `npm test` builds it first. */
import { createHook } from 'node:async_hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../tests/support/server.ts'

let server: TestServer
let script: string
const get = (url: string) => server.app.inject({ url, headers: { 'accept-encoding': 'br' } })

beforeAll(async () => {
  server = await testServer()
  const { body } = await server.app.inject({ url: '/index.html' })
  script = /src="(\/assets\/[^"]+\.js)"/.exec(body)?.[1] ?? 'the built page names no script'
})
afterAll(() => server.close())

test('a file named by its content is sent compressed and cached for a year, the document is revalidated each time', async () => {
  expect(await get(script)).toMatchObject({
    statusCode: 200,
    headers: { 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' },
  })
  for (const page of ['/index.html', '/wallet'])
    expect(await get(page)).toMatchObject({ statusCode: 200, headers: { 'cache-control': 'no-cache' } })
})

test('the page of a plan whose symbol contains a dot can be reloaded', async () => {
  for (const page of ['/invest/BTC', '/invest/BRK.B', '/invest/BRK.B?step=review'])
    expect(await get(page)).toMatchObject({
      statusCode: 200,
      headers: { 'content-type': expect.stringMatching(/^text\/html/) },
    })
})

test.each([
  '/assets/none.js',
  '/icons/none.svg',
  '/none.js',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/..%2fpackage.json',
  '/..%2f..%2fpackage.json',
  '//example.test/x.js',
  '/.built',
])('nothing is sent for %s', async (path) => {
  const { statusCode, body } = await get(path)
  expect([400, 404]).toContain(statusCode)
  expect(JSON.parse(body)).toHaveProperty('code')
})

test('a file is found without listing its folder, which has hundreds of entries', async () => {
  await get(script)
  let asked = 0
  const hook = createHook({ init: (_id, type) => void (type.startsWith('FSREQ') && asked++) }).enable()
  await get(script)
  hook.disable()
  expect(asked).toBeLessThanOrEqual(4) // its size, opening, reading, closing
})
