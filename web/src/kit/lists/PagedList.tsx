import type { ComponentProps, ReactNode } from 'react'
import { FailedState, type Refetchable } from '../page/FailedState.tsx'
import { LoadMore } from './LoadMore.tsx'
import { SkeletonRows } from '../page/Skeleton.tsx'

type PagedListProps<Row> = {
  /** A query made with `readingPages` of the api. */
  query: { isPending: boolean; data: { pages: readonly { data: readonly Row[] }[] } | undefined } & Refetchable &
    ComponentProps<typeof LoadMore>['query']
  skeleton: { rows: number; height: number }
  /** Why the list, or its next entries, could not be loaded. */
  failure: string
  empty: ReactNode
  /** Of the button for the next entries, if they are not older ones. */
  moreLabel?: string | undefined
  children: (rows: readonly Row[]) => ReactNode
}

/** A list with cursor pagination, in its four states: loading, failed, empty, full with older entries behind a button. */
export function PagedList<Row>({ query, skeleton, failure, empty, moreLabel, children }: PagedListProps<Row>) {
  if (query.isPending) return <SkeletonRows {...skeleton} />
  if (!query.data) return <FailedState message={failure} retry={query} />
  const rows = query.data.pages.flatMap((page) => page.data)
  if (rows.length === 0 && !query.hasNextPage) return empty // a page may hold nothing that its list shows
  return (
    <>
      {children(rows)}
      <LoadMore query={query} failure={failure} label={moreLabel} />
    </>
  )
}
