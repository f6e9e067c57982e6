import { useLingui } from '@lingui/react/macro'
import { Button } from '../actions/Button.tsx'

type LoadMoreProps = {
  /** A query made with `readingPages` of the api. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  label?: string | undefined
}

/** Loads the next entries of a list with cursor pagination, mostly older ones; nothing once the end is reached. */
export function LoadMore({ query, label }: LoadMoreProps) {
  const { t } = useLingui()
  if (!query.hasNextPage) return null
  return (
    <Button variant="secondary" wide running={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {label ?? t`Show older`}
    </Button>
  )
}
