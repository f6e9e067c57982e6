import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../actions/Button.tsx'
import { ErrorBanner } from '../page/Banner.tsx'
import styles from './LoadMore.module.css'

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

/**
 * Loads the next entries of a list with cursor pagination, mostly older ones. At the end a sentence takes the focus of the
 * button that has disappeared; a list that fits on its first page has neither.
 */
export function LoadMore({ query, failure, label }: LoadMoreProps) {
  const { t } = useLingui()
  const [wasUsed, setUsed] = useState(false)
  if (!query.hasNextPage)
    return wasUsed && <p ref={focusIfLost} tabIndex={-1} className={styles.end}>{t`That’s everything`}</p>
  return (
    <>
      <ErrorBanner message={query.isFetchNextPageError && !query.isFetchingNextPage ? failure : null} />
      <Button
        variant="secondary"
        wide
        running={query.isFetchingNextPage}
        onClick={() => {
          setUsed(true)
          void query.fetchNextPage()
        }}
      >
        {label ?? t`Show older`}
      </Button>
    </>
  )
}

function focusIfLost(end: HTMLElement | null) {
  if (document.activeElement === document.body) end?.focus({ preventScroll: true })
}
