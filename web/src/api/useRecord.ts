import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'

/**
 * One record of a list with cursor pagination, for an address that names it: pages are loaded until it is found. `isLooking` while
 * it may still be found. Undefined names no record.
 */
export function useRecord<Row extends { id: number }>(
  list: UseInfiniteQueryResult<InfiniteData<{ data: Row[] }>>,
  id: number | undefined,
): { record: Row | undefined; isLooking: boolean } {
  const { data, isPending, isFetching, hasNextPage, isError, fetchNextPage } = list
  const record = id === undefined ? undefined : data?.pages.flatMap((page) => page.data).find((row) => row.id === id)
  const isMissing = id !== undefined && data !== undefined && record === undefined && hasNextPage && !isError
  // Counted, because a page that is served at once never appears as being fetched.
  const missingAfter = isMissing ? data.pages.length : 0
  useEffect(() => {
    if (missingAfter > 0 && !isFetching) void fetchNextPage()
  }, [missingAfter, isFetching, fetchNextPage])
  return { record, isLooking: id !== undefined && (isPending || isMissing) }
}
