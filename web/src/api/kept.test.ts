import { listFlexibleTransactions } from '@bittkosh/contract/flexible'
import { paise } from '@bittkosh/contract/money'
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { signInAs } from '../testing/signInAs.ts'
import { keepFigures, oldestFigureAt } from './kept.ts'
import { readingPages } from './queries.ts'
import { KEPT_FIGURES, session, type SessionUser } from './session.ts'

const asha: SessionUser = { id: 1, name: 'Asha', email: 'asha@example.in', phone: '+919812345678', role: 'user' }
const wallet = ['/transactions', {}, 'pages']
const days = ['/flexible/days', {}, 'pages']
const figures = { summary: { balance: paise(10_050n) }, at: new Date('2026-11-21T05:12:00Z') }

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T05:12:00Z') })
  session.begin('secret', asha)
})

function start(): QueryClient {
  const client = new QueryClient()
  keepFigures(client)
  return client
}

function fetched(client: QueryClient, key: unknown[], data: unknown = figures) {
  client.setQueryData(key, data)
  vi.advanceTimersByTime(1_000)
}

test('the next start shows what a tab last showed, with exact amounts and dates and its time', () => {
  fetched(start(), wallet)
  const next = start()
  expect(next.getQueryData(wallet)).toEqual(figures)
  expect(next.getQueryState(wallet)).toMatchObject({
    dataUpdatedAt: Date.parse('2026-11-21T05:12:00Z'),
    isInvalidated: true, // so the page asks again
  })
})

test('a tab that was left long ago is still stored with the newer figures of another one', () => {
  const client = start()
  fetched(client, days)
  vi.advanceTimersByTime(6 * 60_000)
  fetched(client, ['/portfolio', {}])
  expect(start().getQueryData(days)).toEqual(figures)
})

test('one browser tab overwrites neither the newer figures of another one nor those that it never showed', () => {
  const [left, current] = [start(), start()]
  fetched(left, wallet, 'old')
  vi.advanceTimersByTime(60_000)
  fetched(current, wallet)
  fetched(current, days)
  fetched(left, ['/portfolio', {}])
  expect(start().getQueryData(wallet)).toEqual(figures)
  expect(start().getQueryData(days)).toEqual(figures)
})

test('figures that could not be refetched are stored as they were', async () => {
  const client = start()
  fetched(client, days)
  const failing = { queryKey: days, queryFn: () => Promise.reject(new Error('no connection')), retry: false }
  await expect(client.fetchQuery(failing)).rejects.toThrow('no connection')
  fetched(client, ['/portfolio', {}])
  expect(start().getQueryData(days)).toEqual(figures)
})

test('a history that is too long to be stored takes nothing else with it', () => {
  const client = start()
  fetched(client, days)
  fetched(client, wallet, 'x'.repeat(500_000))
  expect(start().getQueryData(wallet)).toBeUndefined()
  expect(start().getQueryData(days)).toEqual(figures)
})

test('a stored list of pages is refetched from its first page', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return Response.json({ data: [], next_cursor: null })
  })
  const pages = { ...readingPages(listFlexibleTransactions), retry: false }
  await start().fetchInfiniteQuery(pages)
  vi.advanceTimersByTime(1_000)
  await start().fetchInfiniteQuery(pages)
  expect(asked).toEqual(['/api/flexible/transactions', '/api/flexible/transactions'])
  vi.unstubAllGlobals()
})

test('of identity documents the state is stored, but neither number nor pictures', () => {
  const document = { type: 'pan', status: 'approved', submitted_at: new Date('2026-11-20T05:12:00Z') }
  const govt_ids = [{ ...document, id_number: 'ABCDE****F', urls: ['/api/uploads/7?signature'] }]
  fetched(start(), ['/profile', {}], { name: 'Asha', govt_ids })
  expect(start().getQueryData(['/profile', {}])).toEqual({
    name: 'Asha',
    govt_ids: [{ ...document, id_number: '', urls: [] }],
  })
  expect(localStorage.getItem(KEPT_FIGURES)).not.toMatch(/ABCDE|signature/)
})

test('replies that are not a tab’s figures are not stored', () => {
  fetched(start(), ['/notifications', {}, 'pages'])
  expect(start().getQueryData(['/notifications', {}, 'pages'])).toBeUndefined()
})

test.each<[string, () => void]>([
  ['a sign-out removes it', () => session.end()],
  ['somebody else who signs in removes it', () => session.begin('other', { ...asha, id: 2 })],
])('%s', (_what, happens) => {
  fetched(start(), wallet)
  expect(localStorage.getItem(KEPT_FIGURES)).not.toBeNull()
  happens()
  expect(localStorage.getItem(KEPT_FIGURES)).toBeNull()
  expect(start().getQueryData(wallet)).toBeUndefined()
})

test('after the lifetime of an unused session it is no longer shown', () => {
  fetched(start(), wallet)
  vi.advanceTimersByTime(7 * 86_400_000)
  expect(start().getQueryData(wallet)).toBeUndefined()
})

test('nothing is stored for an admin', () => {
  signInAs('owner')
  fetched(start(), wallet)
  expect(localStorage.getItem(KEPT_FIGURES)).toBeNull()
})

test('only figures on the screen have an age', () => {
  const client = start()
  fetched(client, wallet)
  expect(oldestFigureAt(client)).toBeNull()
})

test('figures that failed to refetch have an age, a list whose next page failed has none', async () => {
  const client = start()
  let fails = false
  const list = new InfiniteQueryObserver(client, {
    queryKey: wallet,
    queryFn: () => (fails ? Promise.reject(new Error('no connection')) : Promise.resolve(figures)),
    initialPageParam: null,
    getNextPageParam: () => 'next',
    retry: false,
  })
  const leave = list.subscribe(() => {})
  await list.refetch()
  fails = true
  await list.fetchNextPage()
  expect(list.getCurrentResult().isFetchNextPageError).toBe(true)
  expect(oldestFigureAt(client, 'failed')).toBeNull()
  await list.refetch()
  expect(oldestFigureAt(client, 'failed')).toBe(Date.parse('2026-11-21T05:12:00Z'))
  leave()
})

test('figures that were stored while the device’s clock ran ahead are not shown, and give way to newer ones', () => {
  vi.setSystemTime(new Date('2026-12-21T05:12:00Z'))
  fetched(start(), wallet, 'from the future')
  vi.setSystemTime(new Date('2026-11-21T05:12:00Z'))
  expect(start().getQueryData(wallet)).toBeUndefined()
  fetched(start(), wallet)
  expect(start().getQueryData(wallet)).toEqual(figures)
})
