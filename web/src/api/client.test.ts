import { amount, money } from '@bittkosh/contract/amounts'
import { endpoint } from '@bittkosh/contract/endpoint'
import { paise } from '@bittkosh/contract/money'
import { instant, page, pathId } from '@bittkosh/contract/shapes'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from './ApiError.ts'
import { call } from './client.ts'
import { failureMessage } from './failure.ts'
import { session } from './session.ts'

const change = endpoint({
  name: 'change',
  method: 'POST',
  path: '/things/{id}/change',
  who: 'user',
  summary: 'For this test',
  idempotent: true,
  params: z.object({ id: pathId }),
  query: z.object({ page, search: z.optional(z.string()) }),
  body: z.object({ amount, at: instant }),
  reply: z.object({ balance: money }),
})
const input = { params: { id: 7 }, query: { page: 2 }, body: { amount: paise(100_010n), at: new Date(0) } }
const asha = { id: 1, name: 'Asha', email: 'asha@example.in', phone: '+919812345678', role: 'user' } as const

const server = vi.fn<typeof fetch>()
beforeEach(() => vi.stubGlobal('fetch', server))

function answer(status: number, body: unknown, statusText = '') {
  server.mockResolvedValueOnce(new Response(JSON.stringify(body), { status, statusText }))
}

async function failureOf(attempt: Promise<unknown>): Promise<ApiError> {
  const error = await attempt.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`)
  return error
}

test('exact values become rupees in the request and back in the reply', async () => {
  session.begin('secret', asha)
  answer(200, { balance: 1234.5 })
  await expect(call(change, input, { idempotencyKey: 'k1' })).resolves.toEqual({ balance: 123_450n })
  const [address, request] = server.mock.calls[0] ?? []
  expect(address).toBe('/api/things/7/change?page=2')
  expect(request?.body).toBe('{"amount":1000.1,"at":"1970-01-01T00:00:00.000Z"}')
  const headers = new Headers(request?.headers)
  expect(headers.get('authorization')).toBe('Bearer secret')
  expect(headers.get('idempotency-key')).toBe('k1')
})

test('a refusal carries its sentence, its code and its fields', async () => {
  answer(422, { message: 'Insufficient balance', code: 'insufficient_balance', errors: { amount: 'Too much' } })
  const error = await failureOf(call(change, input))
  expect(error).toMatchObject({ status: 422, code: 'insufficient_balance', message: 'Insufficient balance' })
  expect(error.errors).toEqual({ amount: 'Too much' })
  expect(failureMessage(error, 'Failed to process withdrawal request')).toBe('Insufficient balance')
})

test.each([
  ['a message that is not text', { message: 7 }],
  ['no message', {}],
  ['no JSON object', 'gateway'],
])('%s leaves the status text, and a screen shows its fallback', async (_what, body) => {
  answer(502, body, 'Bad Gateway')
  const error = await failureOf(call(change, input))
  expect(error.message).toBe('Bad Gateway')
  expect(failureMessage(error, 'Failed to load users')).toBe('Failed to load users')
})

test('a number that no record can have is answered as the server would, without a call', async () => {
  const error = await failureOf(call(change, { ...input, params: { id: 99_999_999_999 } }))
  expect(error).toMatchObject({ status: 404, code: 'not_found' })
  expect(server).not.toHaveBeenCalled()
})

test('a lost connection is distinguishable', async () => {
  server.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect(await failureOf(call(change, input))).toMatchObject({ status: 0, code: 'unreachable' })
})

test('an invalid token signs out and deletes token and user', async () => {
  session.begin('secret', asha)
  answer(401, { message: 'Please sign in again.', code: 'unauthorized' })
  await failureOf(call(change, input))
  expect(session.get()).toBeNull()
  expect(localStorage.getItem('token')).toBeNull()
  expect(localStorage.getItem('user')).toBeNull()
})

test('a late reply to an old token leaves the new session alone', async () => {
  session.begin('old', asha)
  server.mockImplementationOnce(async () => {
    session.begin('new', asha)
    return new Response('{}', { status: 401 })
  })
  await failureOf(call(change, input))
  expect(session.get()?.token).toBe('new')
})

const count = endpoint({
  name: 'count',
  method: 'GET',
  path: '/count',
  who: 'user',
  summary: 'For this test',
  keptUntil: 'own change',
  reply: z.object({ count: z.int() }),
})
const tagged = (value: number, etag: string) =>
  server.mockResolvedValueOnce(new Response(JSON.stringify({ count: value }), { headers: { etag } }))
const unchanged = () => server.mockResolvedValueOnce(new Response(null, { status: 304 }))
const sentTag = () => new Headers(server.mock.lastCall?.[1]?.headers).get('if-none-match')

test('a hanging read is given up as a lost connection; a write has no timeout', async () => {
  const patience = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
  server.mockImplementation(
    (_address, request) =>
      new Promise((_, reject) => {
        request?.signal?.addEventListener('abort', () => reject(request.signal?.reason))
      }),
  )
  const reading = failureOf(call(count, {}))
  void call(change, input)
  patience.abort(new DOMException('too long', 'TimeoutError'))
  expect(await reading).toMatchObject({ status: 0, code: 'unreachable' })
  expect(server.mock.calls.map(([, request]) => request?.signal ?? null)).toEqual([expect.any(AbortSignal), null])
  vi.restoreAllMocks()
})

test('a browser that can’t combine two signals reads without a timeout', async () => {
  vi.stubGlobal('AbortSignal', { timeout: AbortSignal.timeout })
  tagged(1, '"a"')
  await call(count, {})
  expect(server.mock.lastCall?.[1]?.signal ?? null).toBeNull()
})

test('leaving a page cancels its calls', async () => {
  const leaving = new AbortController()
  server.mockImplementationOnce((_address, request) => {
    leaving.abort()
    return Promise.reject(request?.signal?.reason)
  })
  await expect(call(count, {}, { signal: leaving.signal })).rejects.toMatchObject({ name: 'AbortError' })
})

test('an unchanged reply is not sent again', async () => {
  session.begin('secret', asha)
  tagged(1, '"a"')
  expect(await call(count, {})).toEqual({ count: 1 })
  expect(sentTag()).toBeNull()
  unchanged()
  expect(await call(count, {})).toEqual({ count: 1 })
  expect(sentTag()).toBe('"a"')
  tagged(2, '"b"')
  expect(await call(count, {})).toEqual({ count: 2 })
  unchanged()
  expect(await call(count, {})).toEqual({ count: 2 })
  expect(sentTag()).toBe('"b"')
})

test('nobody sees another session’s reply', async () => {
  session.begin('secret', asha)
  tagged(1, '"a"')
  await call(count, {})
  session.end()
  session.begin('another', asha)
  tagged(2, '"b"')
  expect(await call(count, {})).toEqual({ count: 2 })
  expect(sentTag()).toBeNull()
})

test('a reply that arrives after its session has ended is not stored', async () => {
  session.begin('secret', asha)
  server.mockImplementationOnce(async () => {
    session.begin('another', asha)
    return new Response('{"count":1}', { headers: { etag: '"a"' } })
  })
  await call(count, {})
  tagged(2, '"b"')
  await call(count, {})
  expect(sentTag()).toBeNull()
})
