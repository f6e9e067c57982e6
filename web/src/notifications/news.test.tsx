import { listNotifications } from '@bittkosh/contract/notifications'
import { listTransactions } from '@bittkosh/contract/wallet'
import { BACKGROUND_HEADER } from '@bittkosh/contract/endpoint'
import { act } from '@testing-library/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { readingPages } from '../api/queries.ts'
import { show } from '../testing/show.tsx'
import { useNews, useNotifications } from './api.ts'

let state = 'a'
let asked: string[] = []
beforeEach(() => {
  state = 'a'
  asked = []
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (address: string, { headers }: RequestInit) => {
    const [path = '', query] = address.replace('/api', '').split('?')
    const mark = new Headers(headers).get(BACKGROUND_HEADER) ? ' by itself' : ''
    asked.push(`${path}${query ? `?${query}` : ''}${mark}`)
    if (path.endsWith('unread-count')) return Response.json({ unread_count: 0, state })
    const older = Number(query?.replace('cursor=', '') ?? 0) + 1
    const summary = { current_balance: 0, held_amount: 0, total_referral_income: 0 }
    return Response.json({ data: [], transactions: [], summary, next_cursor: String(older) })
  })
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function Screen() {
  useNews()
  useInfiniteQuery(readingPages(listTransactions))
  const list = useInfiniteQuery(readingPages(listNotifications))
  return (
    <button type="button" onClick={() => void list.fetchNextPage()}>
      More
    </button>
  )
}

test('a change noticed by the bell refetches the whole screen, including every loaded page of a list', async () => {
  const shown = show(<Screen />)
  await pass(0)
  for (let page = 0; page < 3; page++) {
    await act(async () => shown.getByRole('button').click())
    await pass(0)
  }
  asked = []
  await pass(10_000)
  expect(asked).toEqual(['/notifications/unread-count by itself'])
  asked = []
  state = 'b'
  await pass(10_000)
  await pass(100)
  await pass(100)
  expect(new Set(asked)).toEqual(
    new Set(
      [
        '/notifications/unread-count',
        '/transactions',
        '/notifications',
        ...['1', '2', '3'].map((cursor) => `/notifications?cursor=${cursor}`),
      ].map((call) => `${call} by itself`),
    ),
  )
})

function List() {
  const list = useNotifications()
  return (
    <button type="button" onClick={() => void list.fetchNextPage()}>
      More
    </button>
  )
}

test('the list is fetched again every ten seconds, because what is read in another tab is no news, while few pages are loaded', async () => {
  const shown = show(<List />)
  await pass(0)
  asked = []
  await pass(10_000)
  expect(asked).toEqual(['/notifications by itself'])
  for (let page = 0; page < 2; page++) {
    await act(async () => shown.getByRole('button').click())
    await pass(0)
  }
  asked = []
  await pass(20_000)
  expect(asked).toEqual([])
})
