import type { ComponentProps, ReactNode } from 'react'
import { FailedState, type Refetchable } from '../page/FailedState.tsx'
import { LoadMore } from './LoadMore.tsx'
import { SkeletonRows } from '../page/Skeleton.tsx'

type PagedListProps<Row> = {
  /** A query made with `readingPages` of the api. */
  query: { isPending: boolean } & Refetchable & ComponentProps<typeof LoadMore>['query']
  /** The rows of all pages loaded so far; undefined while there is none. */
  rows: readonly Row[] | undefined
  skeleton: { rows: number; height: number }
  /** Why the list, or its next entries, could not be loaded. */
  failure: string
  empty: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/** A list with cursor pagination, in its four states: loading, failed, empty, full with older entries behind a button. */
export function PagedList<Row>({ query, rows, skeleton, failure, empty, children }: PagedListProps<Row>) {
  if (query.isPending) return <SkeletonRows {...skeleton} />
  if (!rows) return <FailedState message={failure} retry={query} />
  if (rows.length === 0 && !query.hasNextPage) return empty // a page may hold nothing that its list shows
  return (
    <>
      {children(rows)}
      <LoadMore query={query} failure={failure} />
    </>
  )
}
