import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { canDrawLanding } from './landing.ts'

// The page is rendered by the output of the web app's build; `npm test` builds it first.
describe.skipIf(!canDrawLanding)('the landing page', () => {
  let server: TestServer
  let admin: TestUser

  beforeAll(async () => {
    server = await testServer()
    admin = await server.makeUser({ role: 'admin' })
  })
  afterAll(() => server.close())

  const open = async (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })
  const read = async (url: string, headers?: Record<string, string>) => (await open(url, headers)).body
  const set = (key: string, value: string) => server.call('PUT', `/settings/${key}`, { as: admin, body: { value } })

  test('is complete before any script runs', async () => {
    const page = await read('/')
    expect(page).toContain('<html lang="en">')
    expect(page).toMatch(/<h1[^>]*>Before you put money in/)
    for (const text of ['Demo: no real money', 'highly risky', 'Referral rewards', '50,000+', 'App Install'])
      expect(page).toContain(text)
  })

  test('carries one style and one script, which the content policy names, and no style attribute', async () => {
    const { body, headers } = await open('/')
    const policy = String(headers['content-security-policy'])
    const hash = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    const styles = [...body.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text]) => hash(text))
    const scripts = [...body.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text]) => hash(text))
    expect(policy).toContain(`style-src 'self' ${styles.join(' ')};`)
    expect(policy).toContain(`script-src 'self' ${scripts.join(' ')};`)
    expect([styles.length, scripts.length]).toEqual([1, 1])
    expect(body).not.toContain(' style=')
    expect((await open('/login')).headers['content-security-policy']).toContain("script-src 'self';")
  })

  test('leaves every other page to the app, at the first attempt', async () => {
    const warnings: string[] = []
    const warn = ({ name }: Error) => void warnings.push(name)
    process.on('warning', warn)
    const { statusCode, body } = await open('/login')
    await new Promise(setImmediate) // warnings come after this tick
    process.off('warning', warn)
    expect([statusCode, body.includes('<div id="root"></div>')]).toEqual([200, true])
    expect(warnings).toEqual([]) // a second attempt on the same response adds too many listeners to it
  })

  test('is in the language that its reader last chose', async () => {
    expect(await read('/', { cookie: 'a=b; language=hi' })).toMatch(/<html lang="hi">[\s\S]*पैसा लगाने से पहले/)
    expect(await read('/', { cookie: 'language=hindi' })).toContain('<html lang="en">')
    expect(await read('/', { 'accept-language': 'hi' })).toContain('<html lang="en">')
  })

  test('does not offer its installation inside the app', async () => {
    expect(await read('/?mobile=true')).not.toContain('App Install')
    expect(await read('/?mobile=false')).toContain('App Install')
  })

  test('shows the operator’s texts as soon as they change, as text and never as markup', async () => {
    const before = await open('/')
    expect((await open('/', { 'if-none-match': String(before.headers.etag) })).statusCode).toBe(304)
    await set('operator_name', 'Kosh & <i>Sons</i>')
    await set('app_install_url', 'https://kosh.test/app')
    const after = await open('/', { 'if-none-match': String(before.headers.etag) })
    expect(after.statusCode).toBe(200)
    expect(after.body).not.toContain('Demo: no real money')
    expect(after.body).toContain('Kosh &amp; &lt;i&gt;Sons&lt;/i&gt;')
    expect(after.body).not.toContain('<i>')
    expect(after.body).toContain('href="https://kosh.test/app"')
    await set('operator_name', '')
    await set('app_install_url', '')
  })

  test('is sent compressed if the browser accepts that', async () => {
    const zipped = await open('/', { 'accept-encoding': 'gzip, deflate' })
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-cache' })
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(await read('/'))
    expect((await open('/', { 'accept-encoding': 'gzip, br' })).headers['content-encoding']).toBe('br')
  })

  test('is served only at its own address', async () => {
    for (const path of ['/login', '/dashboard', '/no/such/page'])
      expect(await read(path)).toContain('<div id="root"></div>')
    expect((await open('/.server/drawLanding.js')).statusCode).toBe(404)
  })
})
