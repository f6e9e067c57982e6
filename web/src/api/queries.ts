import type { Endpoint } from '@bittkosh/contract/endpoint'
import {
  focusManager,
  infiniteQueryOptions,
  keepPreviousData,
  QueryClient,
  type QueryFilters,
  type QueryKey,
  type QueryState,
  queryOptions,
  useQuery,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from './ApiError.ts'
import { stableText } from './attemptKey.ts'
import { call, type Input } from './client.ts'
import { keepFigures, oldestFigureAt } from './kept.ts'
import { onReturn, watchFigures } from './lastReply.ts'
import { session } from './session.ts'

/** Old data stays while it is fetched again. What was refused is not asked again; what got lost is, twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && error instanceof ApiError && [0, 503].includes(error.status),
      retryDelay: (attempt) => 300 * 2 ** attempt,
      queryKeyHashFn: stableText,
      networkMode: 'always', // navigator.onLine may be wrong; a call that fails says so
      refetchOnWindowFocus: false, // done below, where such a call is marked
    },
  },
})

// What one person saw must not flash up for the next one on the same device.
let reader = session.get()?.token
session.onChange(() => {
  const next = session.get()?.token
  if (next === reader) return
  // Where somebody signs in over a session, what both see stays on the screen and asks again.
  if (next !== undefined && reader !== undefined) void queryClient.resetQueries()
  else queryClient.clear()
  reader = next
})

keepFigures(queryClient)
queryClient.getQueryCache().subscribe(watchFigures((which) => oldestFigureAt(queryClient, which)))

/** What is being fetched again without anybody having asked. */
const inBackground = new Set<string>()

/** Fetches again what is on the screen, each call marked as one that keeps no session alive. */
async function refetchInBackground(filters: QueryFilters) {
  const hashes = queryClient
    .getQueryCache()
    .findAll({ ...filters, type: 'active' })
    .map(({ queryHash }) => queryHash)
  for (const hash of hashes) inBackground.add(hash)
  await queryClient.refetchQueries(
    { type: 'active', predicate: ({ queryHash }) => hashes.includes(queryHash) },
    { cancelRefetch: false },
  )
  for (const hash of hashes) inBackground.delete(hash)
}

/** In the `meta` of a query that somebody who comes back to the page finds as it was. */
export const restsOnReturn = { restsOnReturn: true }

// Somebody comes back to the page: what is older than a few seconds is fetched again.
focusManager.subscribe((isFocused) => {
  if (isFocused) void refetchInBackground({ stale: true, predicate: ({ meta }) => meta !== restsOnReturn })
})

// The connection is back: what could not be fetched, or has grown old meanwhile, comes by itself.
onReturn(() => void refetchInBackground({ stale: true }))

/** Something of the person has changed on the server: fetches again whatever is on the screen, also what rests on return. */
export function refetchShown(): Promise<void> {
  return refetchInBackground({})
}

/** The server answers: fetches what is shown as it was before, or not at all, because the server could not give it. */
export function refetchFailed(): Promise<void> {
  const isPassing = ({ data, error }: QueryState) =>
    data !== undefined || !(error instanceof ApiError) || error.status === 0 || error.status >= 500
  return refetchInBackground({ predicate: ({ state }) => state.status === 'error' && isPassing(state) })
}

/** Fetches a query that is on the screen again and again while the page is looked at; null rests. */
export function usePolling({ queryKey }: { queryKey: QueryKey }, everyMs: number | null) {
  const hash = stableText(queryKey)
  useEffect(() => {
    if (everyMs === null) return
    const timer = setInterval(() => {
      if (focusManager.isFocused()) void refetchInBackground({ predicate: ({ queryHash }) => queryHash === hash })
    }, everyMs)
    return () => clearInterval(timer)
  }, [hash, everyMs])
}

type OptionalInput<E> = object extends Input<E> ? [input?: Input<E>] : [input: Input<E>]

/**
 * What `useQuery` takes for a call that reads: `useQuery(reading(walletSummary))`,
 * `useQuery(reading(getSetting, { params: { key: 'header_line' } }))`.
 */
export function reading<E extends Endpoint>(endpoint: E, ...[input]: OptionalInput<E>) {
  const parts = (input ?? {}) as Input<E> // an endpoint without required parts takes an empty input
  return queryOptions({
    queryKey: [endpoint.path, parts],
    queryFn: (fetch) => call(endpoint, parts, optionsOf(fetch)),
  })
}

function optionsOf({ signal, queryKey }: { signal: AbortSignal; queryKey: QueryKey }) {
  return { signal, isBackground: inBackground.has(stableText(queryKey)) }
}

/** A page of a queue that a team works on: news come by themselves, and a page stays until the next one is there. */
export function useQueue<E extends Endpoint>(endpoint: E, input: Input<E>) {
  const page = reading(endpoint, input)
  usePolling(page, 30_000)
  return useQuery({ ...page, placeholderData: keepPreviousData })
}

/** The same for lists that are paged by key: `useInfiniteQuery(readingPages(listMyDeposits))`, with PagedList. */
export function readingPages<E extends Endpoint>(endpoint: E, ...[input]: OptionalInput<E>) {
  const parts: { query?: object } = input ?? {}
  return infiniteQueryOptions({
    queryKey: [endpoint.path, parts, 'pages'],
    queryFn: ({ pageParam, ...fetch }) =>
      call(
        endpoint,
        { ...parts, query: { ...parts.query, cursor: pageParam ?? undefined } } as Input<E>,
        optionsOf(fetch),
      ),
    initialPageParam: null as string | null, // JSON, in which pages are kept (kept.ts), has no undefined in lists
    getNextPageParam: (page) => (page as { next_cursor?: string | null } | undefined)?.next_cursor ?? undefined,
  })
}
