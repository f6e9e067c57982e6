import { useLingui } from '@lingui/react/macro'
import { Button } from '../actions/Button.tsx'
import { ErrorBanner } from '../page/Banner.tsx'

type LoadMoreProps = {
  /** A query made with `readingPages` of the api. */
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
  /** Why the next entries could not be loaded. */
  failure: string
  label?: string | undefined
}

/** Loads the next entries of a list with cursor pagination, mostly older ones; nothing once the end is reached. */
export function LoadMore({ query, failure, label }: LoadMoreProps) {
  const { t } = useLingui()
  if (!query.hasNextPage) return null
  return (
    <>
      <ErrorBanner message={query.isFetchNextPageError && !query.isFetchingNextPage ? failure : null} />
      <Button variant="secondary" wide running={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {label ?? t`Show older`}
      </Button>
    </>
  )
}
