import { useLingui } from '@lingui/react/macro'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureMessage } from '../api/failure.ts'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { LoadMore } from '../kit/lists/LoadMore.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import styles from './Dashboard.module.css'

type PagedSheetProps<Row> = {
  title: string
  /** The figure itself, above the lines that it is the sum of. */
  head: ReactNode
  query: UseInfiniteQueryResult<InfiniteData<{ data: Row[] }>>
  empty: string
  moreLabel?: string
  line: (row: Row) => ReactNode
  onClose: () => void
}

/** The lines that a figure is the sum of, page by page. */
export function PagedSheet<Row extends { id: number | string }>(props: PagedSheetProps<Row>) {
  const { title, head, query, empty, moreLabel, line, onClose } = props
  const { t } = useLingui()
  const rows = query.data?.pages.flatMap((page) => page.data)
  return (
    <Modal open shape="sheet" onClose={onClose} title={title}>
      {head}
      {rows === undefined ? (
        query.isError ? (
          <FailedState message={failureMessage(query.error, t`Failed to load dashboard statistics`)} retry={query} />
        ) : (
          <SkeletonRows rows={8} height={44} />
        )
      ) : rows.length === 0 ? (
        <EmptyState title={empty} />
      ) : (
        <>
          <ul className={styles.lines}>
            {rows.map((row) => (
              <li key={row.id}>{line(row)}</li>
            ))}
          </ul>
          <LoadMore
            query={query}
            failure={failureMessage(query.error, t`Failed to load dashboard statistics`)}
            label={moreLabel}
          />
        </>
      )}
    </Modal>
  )
}
