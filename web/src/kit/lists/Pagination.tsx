import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import styles from './Pagination.module.css'

type PaginationProps = {
  page: number
  lastPage: number
  /** `isLost`: the current page is behind the last one, and Back must not lead to it again. */
  onPage: (page: number, isLost?: boolean) => void
}

/**
 * Pages 1 to 5, then an ellipsis and the last one; also the current page if it is between them. If the last row of a page has left
 * the list, because it was decided, the previous page is shown.
 */
export function Pagination({ page, lastPage, onPage }: PaginationProps) {
  const { t } = useLingui()
  const isLost = page > lastPage
  const leave = useEffectEvent(() => onPage(lastPage, true))
  useEffect(() => {
    if (isLost) leave()
  }, [isLost])
  if (lastPage <= 1) return null
  return (
    <nav aria-label={t`Pages`} className={styles.pages}>
      <button type="button" className={styles.page} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t`Previous`}
      </button>
      {pageLinks(page, lastPage).map((link, index) =>
        link === null ? (
          // oxlint-disable-next-line react/no-array-index-key -- gaps have no other key
          <span key={`gap-${index}`} className={styles.gap}>
            …
          </span>
        ) : (
          <button
            key={link}
            type="button"
            className={styles.page}
            aria-current={link === page ? 'page' : undefined}
            aria-label={t`Page ${link}`}
            onClick={() => onPage(link)}
          >
            {link}
          </button>
        ),
      )}
      <button type="button" className={styles.page} disabled={page >= lastPage} onClick={() => onPage(page + 1)}>
        {t`Next`}
      </button>
    </nav>
  )
}

/** Page numbers in order; null is an ellipsis. */
export function pageLinks(page: number, lastPage: number): (number | null)[] {
  const shown = new Set([1, 2, 3, 4, 5, page, lastPage].filter((number) => number >= 1 && number <= lastPage))
  const numbers = [...shown].toSorted((a, b) => a - b)
  return numbers.flatMap((number, index) => {
    const before = numbers[index - 1]
    return before !== undefined && number - before > 1 ? [null, number] : [number]
  })
}
