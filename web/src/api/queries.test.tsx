import { BACKGROUND_HEADER, endpoint } from '@bittkosh/contract/endpoint'
import { focusManager, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { show } from '../testing/show.tsx'
import { queryClient, reading, readingPages, refetchFailed, restsOnReturn, usePolling, useQueue } from './queries.ts'
import { refresh } from './refresh.ts'
import { session } from './session.ts'

const count = endpoint({
  name: 'count',
  method: 'GET',
  path: '/count',
  who: 'user',
  summary: 'For this test',
  reply: z.object({ count: z.int() }),
})
const queue = endpoint({
  name: 'queue',
  method: 'GET',
  path: '/queue',
  who: 'admin',
  permission: 'records.read',
  summary: 'For this test',
  query: z.object({ page: z.optional(z.int()) }),
  reply: z.object({ count: z.int() }),
})
const lines = endpoint({
  name: 'lines',
  method: 'GET',
  path: '/lines',
  who: 'user',
  summary: 'For this test',
  query: z.object({ cursor: z.optional(z.string()) }),
  reply: z.object({ data: z.array(z.int()), next_cursor: z.nullable(z.string()) }),
})

let marks: [path: string, mark: string | null][] = []
beforeEach(() => {
  marks = []
  vi.useFakeTimers()
  vi.stubGlobal('fetch', (address: string, { headers }: RequestInit) => {
    marks.push([address.replace('/api', ''), new Headers(headers).get(BACKGROUND_HEADER)])
    const reply = address.includes('/lines')
      ? { data: [marks.length], next_cursor: address.includes('cursor') ? null : 'b' }
      : { count: marks.length }
    return Promise.resolve(new Response(JSON.stringify(reply)))
  })
})
afterEach(() => focusManager.setFocused(undefined))

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function Count() {
  const { data, refetch } = useQuery(reading(count))
  usePolling(reading(count), 10_000)
  return (
    <button type="button" onClick={() => void refetch()}>
      {data?.count}
    </button>
  )
}

test('a poll is marked; opening the page, a click and refetches after a write are not', async () => {
  show(<Count />)
  await pass(0)
  await pass(10_000)
  await pass(10_000)
  await act(() => refresh(count))
  await act(async () => screen.getByRole('button').click())
  expect(marks.map(([, mark]) => mark)).toEqual([null, '1', '1', null, null])
})

test('a page in the background does not poll, and refetches, marked, once it is visible', async () => {
  show(<Count />)
  await pass(0)
  focusManager.setFocused(false)
  await pass(30_000)
  expect(marks).toHaveLength(1)
  focusManager.setFocused(true)
  await pass(0)
  expect(marks).toEqual([
    ['/count', null],
    ['/count', '1'],
  ])
})

function Queue({ page }: { page: number }) {
  return <p>{useQueue(queue, { query: { page } }).data?.count}</p>
}

test('a queue polls its news by itself; turning a page is not marked', async () => {
  const shown = show(<Queue page={1} />)
  await pass(0)
  await pass(30_000)
  shown.rerender(<Queue page={2} />)
  await pass(0)
  await pass(30_000)
  expect(marks).toEqual([
    ['/queue?page=1', null],
    ['/queue?page=1', '1'],
    ['/queue?page=2', null],
    ['/queue?page=2', '1'],
  ])
})

function Lines() {
  const list = useInfiniteQuery(readingPages(lines))
  usePolling(readingPages(lines), 10_000)
  return (
    <button type="button" onClick={() => void list.fetchNextPage()}>
      More
    </button>
  )
}

test('a poll marks each page that it refetches; loading more is not marked', async () => {
  show(<Lines />)
  await pass(0)
  await act(async () => screen.getByRole('button').click())
  await pass(0)
  await pass(10_000)
  expect(marks).toEqual([
    ['/lines', null],
    ['/lines?cursor=b', null],
    ['/lines', '1'],
    ['/lines?cursor=b', '1'],
  ])
})

function Still() {
  return <p>{useQuery({ ...reading(count), meta: restsOnReturn }).data?.count}</p>
}

test('a resting query stays unchanged when somebody returns', async () => {
  show(<Still />)
  await pass(10_000)
  focusManager.setFocused(false)
  focusManager.setFocused(true)
  await pass(0)
  expect(marks).toHaveLength(1)
})

test('what could not be fetched without a connection is fetched by itself once there is one', async () => {
  const answers = globalThis.fetch
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')))
  show(<Still />)
  await pass(10_000)
  expect(marks).toEqual([])
  vi.stubGlobal('fetch', answers)
  dispatchEvent(new Event('online'))
  await pass(0)
  expect(marks).toEqual([['/count', '1']])
})

test.each([
  ['that the server was too busy to give is asked for again', 503, true],
  ['that was refused is left', 403, false],
])('once the server replies at all, what never arrived and %s', async (_what, status, isAskedAgain) => {
  const asked = vi.fn(async () => Response.json({}, { status }))
  vi.stubGlobal('fetch', asked)
  show(<Still />)
  await pass(10_000)
  asked.mockClear()
  const again = refetchFailed()
  await pass(10_000)
  await again
  expect(asked.mock.calls.length > 0).toBe(isAskedAgain)
})

test('a refresh includes paths below a call’s path, but no other call with the same prefix', async () => {
  for (const path of ['/count', '/count/days', '/counters']) queryClient.setQueryData([path, {}], 1)
  await refresh(count)
  const isAskedAgain = (path: string) => queryClient.getQueryState([path, {}])?.isInvalidated
  expect(['/count', '/count/days', '/counters'].map(isAskedAgain)).toEqual([true, true, false])
})

test('signing in over a session shows nothing of the previous one, and shared queries continue', async () => {
  const begin = (token: string, id: number) =>
    session.begin(token, { id, name: 'Asha', email: 'asha@example.in', phone: '+919812345678', role: 'user' })
  begin('first', 1)
  show(<Count />)
  await pass(0)
  const count = () => screen.getByRole('button').textContent
  expect(count()).toBe('1')
  act(() => begin('second', 2))
  await pass(1)
  expect(count()).toBe('2')
  await pass(10_001)
  expect(count()).toBe('3')
})
