/** Input that no call accepts, in any room: broken, doubled, deep, large or foreign. */
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { amount, money, percent } from '@bittkosh/contract/amounts'
import { AMOUNT_MAX } from '@bittkosh/contract/money'
import { routes } from '../server/src/rooms.ts'
import { type TestServer, type TestUser, testServer } from './support/server.ts'

let server: TestServer
let admin: TestUser
let user: TestUser

beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin' })
  user = await server.makeUser({ walletRupees: 1000 })
})
afterAll(() => server.close())

async function send(
  payload: string,
  headers: Record<string, string> = { 'content-type': 'application/json' },
  url = '/api/settings/operator_name',
) {
  const reply = await server.app.inject({
    method: 'PUT',
    url,
    headers: { authorization: `Bearer ${admin.token}`, ...headers },
    payload,
  })
  return [reply.statusCode, reply.json().code]
}

test.each([
  ['broken JSON', '{"value":', [400, 'malformed']],
  ['a key given twice', '{"value":"a","value":"b"}', [400, 'malformed']],
  ['a key given twice in another spelling', '{"value":"a","\\u0076alue":"b"}', [400, 'malformed']],
  ['a reach for the prototype', '{"value":"a","__proto__":{"x":1}}', [400, 'malformed']],
  ['nesting without end', `{"value":${'['.repeat(30)}${']'.repeat(30)}}`, [400, 'malformed']],
  ['nothing at all', '', [422, 'invalid']],
  ['a list instead of an object', '[1]', [422, 'invalid']],
  ['null', 'null', [422, 'invalid']],
])('%s is refused', async (_case, payload, expected) => {
  expect(await send(payload)).toEqual(expected)
})

test('an amount with more decimals than a JavaScript number holds is refused beside its field', async () => {
  const move = (amount: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/flexible/deposit',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
      payload: `{"amount":${amount}}`,
    })
  const refused = await move('100.10000000000000000001')
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['amount']])
  const zeros = await move('100.10000000000000000000')
  expect([zeros.statusCode, zeros.json().amount]).toEqual([201, 100.1])
})

test('more than 32 KB is refused; for the settings, which contain whole pages of text, more than 256', async () => {
  const body = (characters: number) => JSON.stringify({ value: 'x'.repeat(characters) })
  expect(await send(body(40_000), undefined, '/api/profile')).toEqual([413, 'too_large'])
  expect(await send(body(40_000))).toEqual([422, 'setting_out_of_range'])
  expect(await send(body(300_000))).toEqual([413, 'too_large'])
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'multipart/form-data; boundary=x'])(
  'a body of %s is refused',
  async (type) => {
    expect(await send('{"value":"a"}', { 'content-type': type })).toEqual([415, 'unsupported_type'])
  },
)

test('a form is refused by a call that takes JSON, and changes nothing', async () => {
  const activeNow = async () => {
    const { body } = await server.call('GET', `/admin/users/${user.id}/details`, { as: admin })
    return body.user.is_active
  }
  const payload = '--x\r\ncontent-disposition: form-data; name="is_active"\r\n\r\nfalse\r\n--x--\r\n'
  const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'multipart/form-data; boundary=x' }
  const url = `/api/users/${user.id}/toggle-status`
  const reply = await server.app.inject({ method: 'POST', url, headers, payload })
  expect([reply.statusCode, reply.json().code]).toEqual([415, 'unsupported_type'])
  expect(await activeNow()).toBe(true)
})

test('null in place of a required field is refused like its absence', async () => {
  const notify = async (body: object) => (await server.call('POST', '/send-notification', { as: admin, body })).body
  const missing = await notify({})
  expect(Object.keys(missing.errors)).toEqual(['user_id', 'title', 'message', 'type'])
  expect(await notify({ user_id: null, title: null, message: null, type: null })).toEqual(missing)
})

test('a query parameter that is unknown, doubled or wrong is refused', async () => {
  for (const query of ['?page=1&page=2', '?page=0', '?page=x', '?unknown=1', '?per_page=1000']) {
    const reply = await server.call('GET', `/deposits${query}`, { as: admin })
    expect([query, reply.status]).toEqual([query, 400])
  }
})

test('a query parameter without a value is absent', async () => {
  const empty = '?page=&per_page=&search=&status=&sort='
  const [all, same] = [
    await server.call('GET', '/deposits', { as: admin }),
    await server.call('GET', `/deposits${empty}`, { as: admin }),
  ]
  expect(same).toMatchObject({ status: 200, body: all.body })
})

/** The names of every body's own fields, also in each alternative of a union. */
function fieldsOf(schema: unknown): string[] {
  const { def } = Object(Object(schema)._zod) as { def?: Record<string, unknown> }
  if (!def) return []
  const parts = [def['innerType'], def['in'], def['out'], ...((def['options'] as unknown[] | undefined) ?? [])]
  return [...Object.keys(Object(def['shape'])), ...parts.flatMap(fieldsOf)]
}
/** With an id that nothing has, and with what has to be valid besides. */
const filled = (path: string) =>
  path
    .replace('{subject}', 'deposit')
    .replace('{day}', '2026-11-21')
    .replace(/\{\w+\}/g, '2000000000')
const bodies = routes.filter(({ endpoint }) => endpoint.body && endpoint.body !== 'image')
const declared = new Set(bodies.flatMap(({ endpoint }) => fieldsOf(endpoint.body)))
const columns = readFileSync('server/schema.sql', 'utf8').matchAll(
  /^ {2}(\w+) +(?:int|big|text|bool|json|date|time|bytea)/gm,
)
const others = ['is_admin', 'admin', 'wallet_balance', 'constructor', 'prototype', 'toString', 'hasOwnProperty']
const injected = [...new Set([...columns].map(([, name = '']) => name)), ...others].filter(
  (name) => !declared.has(name),
)

test.each(bodies.map(({ endpoint }) => ({ endpoint, title: `${endpoint.method} ${endpoint.path}` })))(
  'every column that is no field of a body is refused: $title',
  async ({ endpoint: { method, path, who } }) => {
    expect(injected.length).toBeGreaterThan(100)
    const as = who === 'anyone' ? {} : { as: who === 'admin' ? admin : user }
    const body = { type: 'upi', ...Object.fromEntries(injected.map((name) => [name, 1])) } // the type chooses between bodies
    const { status, body: reply } = await server.call(method, filled(path), { ...as, body })
    expect([status, injected.filter((name) => reply.errors?.[name] !== 'Unknown field')]).toEqual([422, []])
  },
)

test('any body at all gets a proper refusal from every writing call', async () => {
  const writes = routes.filter(
    ({ endpoint }) => endpoint.body && endpoint.body !== 'image' && endpoint.who !== 'anyone',
  )
  const body = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(fc.constantFrom('amount', 'type', 'id', 'status', 'value', 'note'), fc.jsonValue()),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...writes), body, async ({ endpoint }, payload) => {
      const as = endpoint.who === 'admin' ? admin : user
      const reply = await server.call(endpoint.method, endpoint.path.replace(/\{\w+\}/g, '1999999999'), {
        as,
        body: payload,
      })
      expect([endpoint.path, reply.status < 500]).toEqual([endpoint.path, true])
      if (reply.status >= 400) {
        expect(
          Object.keys(reply.body).every((key) => ['message', 'code', 'params', 'errors', 'complaints'].includes(key)),
        ).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})

test('an amount is accepted exactly if it is a number of rupees with at most two decimals within its bounds', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const result = z.safeDecode(amount, value as never)
      const text = typeof value === 'number' ? String(value) : ''
      const expected = /^\d+(\.\d{1,2})?$/.test(text) && Number(text) > 0 && Number(text) <= 1e9
      expect(result.success).toBe(expected)
    }),
    { numRuns: 5_000 },
  )
})

test.each([
  '1',
  '1e3',
  '0x10',
  ' 5 ',
  '१०',
  null,
  true,
  [5],
  { amount: 5 },
  Number.NaN,
  Infinity,
  -1,
  0,
  1.005,
  1e10,
  1e21,
  0.001,
])('the amount %j is refused', (value) => {
  expect(z.safeDecode(amount, value as never).success).toBe(false)
})

test('every amount survives encoding and decoding unchanged', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, AMOUNT_MAX), (paise) => {
      const wire = JSON.parse(JSON.stringify(z.encode(amount, paise as never)))
      expect(z.decode(amount, wire)).toBe(paise)
    }),
    { numRuns: 20_000 },
  )
})

test('every balance and rate survives encoding and decoding unchanged', () => {
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 15n), 10n ** 15n), fc.bigInt(0n, 10n ** 9n), (paise, ppm) => {
      expect(z.decode(money, z.encode(money, paise as never))).toBe(paise)
      expect(z.decode(percent, z.encode(percent, ppm as never))).toBe(ppm)
    }),
    { numRuns: 5_000 },
  )
})
