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
import { onNewToken } from './session.ts'

/** Old data stays visible during a refetch. A refused call is not retried; a lost one is, twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && error instanceof ApiError && [0, 503].includes(error.status),
      retryDelay: (attempt) => 300 * 2 ** attempt,
      queryKeyHashFn: stableText,
      networkMode: 'always', // navigator.onLine may be wrong; a failing call shows it
      refetchOnWindowFocus: false, // done below, where the call is marked as a background one
    },
  },
})

// What one person saw must not flash up for the next one on the same device.
onNewToken((next, before) => {
  // If somebody signs in over a session, the queries on the screen are reset and refetch.
  if (next !== undefined && before !== undefined) void queryClient.resetQueries()
  else queryClient.clear()
})

keepFigures(queryClient)
queryClient.getQueryCache().subscribe(watchFigures((which) => oldestFigureAt(queryClient, which)))

/** Queries that are being refetched without a person's request. */
const inBackground = new Set<string>()

/** Refetches what is on the screen; the calls are marked so that they don't extend the session. */
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

/** For the `meta` of a query that is not refetched when somebody returns to the page. */
export const restsOnReturn = { restsOnReturn: true }

// When somebody returns to the page, whatever is older than a few seconds is refetched.
focusManager.subscribe((isFocused) => {
  if (isFocused) void refetchInBackground({ stale: true, predicate: ({ meta }) => meta !== restsOnReturn })
})

// When the connection is back, whatever failed or is out of date is refetched.
onReturn(() => void refetchInBackground({ stale: true }))

/** Something about the person changed on the server: refetches everything on the screen, including queries with `restsOnReturn`. */
export function refetchShown(): Promise<void> {
  return refetchInBackground({})
}

/** The server replies again: refetches the failed queries on the screen, except those without data that it refused. */
export function refetchFailed(): Promise<void> {
  const isPassing = ({ data, error }: QueryState) =>
    data !== undefined || !(error instanceof ApiError) || error.status === 0 || error.status >= 500
  return refetchInBackground({ predicate: ({ state }) => state.status === 'error' && isPassing(state) })
}

/** Refetches a query on the screen periodically while the page is focused; null stops the polling. */
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
 * The options of `useQuery` for a call that reads: `useQuery(reading(walletSummary))`, `useQuery(reading(getSetting, { params: {
 * key: 'header_line' } }))`.
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

/** A page of a queue that a team works on: it polls for news, and the current page stays until the next one is loaded. */
export function useQueue<E extends Endpoint>(endpoint: E, input: Input<E>) {
  const page = reading(endpoint, input)
  usePolling(page, 30_000)
  return useQuery({ ...page, placeholderData: keepPreviousData })
}

/** The same for lists with cursor pagination: `useInfiniteQuery(readingPages(listMyDeposits))`, with PagedList. */
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
    initialPageParam: null as string | null, // pages are stored as JSON (kept.ts), whose lists can't hold undefined
    getNextPageParam: (page) => (page as { next_cursor?: string | null } | undefined)?.next_cursor ?? undefined,
  })
}
