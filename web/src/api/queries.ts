import type { Endpoint } from '@bittkosh/contract/endpoint'
import { infiniteQueryOptions, keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError } from './ApiError.ts'
import { stableText } from './attemptKey.ts'
import { call, type Input } from './client.ts'
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
    },
  },
})

// What one person saw must not flash up for the next one on the same device.
let reader = session.get()?.token
session.onChange(() => {
  const next = session.get()?.token
  if (next !== reader) queryClient.clear()
  reader = next
})

type OptionalInput<E> = object extends Input<E> ? [input?: Input<E>] : [input: Input<E>]

/**
 * What `useQuery` takes for a call that reads: `useQuery(reading(walletSummary))`,
 * `useQuery(reading(getSetting, { params: { key: 'header_line' } }))`.
 */
export function reading<E extends Endpoint>(endpoint: E, ...[input]: OptionalInput<E>) {
  const parts = (input ?? {}) as Input<E> // an endpoint without required parts takes an empty input
  return queryOptions({
    queryKey: [endpoint.path, parts],
    queryFn: ({ signal }) => call(endpoint, parts, { signal }),
  })
}

/** The same for a queue that a team works on: news come by themselves, and a page stays until the next one is there. */
export function readingQueue<E extends Endpoint>(endpoint: E, input: Input<E>) {
  return { ...reading(endpoint, input), placeholderData: keepPreviousData, refetchInterval: 30_000 }
}

/** The same for lists that are paged by key: `useInfiniteQuery(readingPages(listMyDeposits))`, with PagedList. */
export function readingPages<E extends Endpoint>(endpoint: E, ...[input]: OptionalInput<E>) {
  const parts: { query?: object } = input ?? {}
  return infiniteQueryOptions({
    queryKey: [endpoint.path, parts, 'pages'],
    queryFn: ({ signal, pageParam }) =>
      call(endpoint, { ...parts, query: { ...parts.query, cursor: pageParam } } as Input<E>, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page as { next_cursor?: string | null } | undefined)?.next_cursor ?? undefined,
  })
}
