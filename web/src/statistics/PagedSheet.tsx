import { useLingui } from '@lingui/react/macro'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureMessage } from '../api/failure.ts'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { PagedList } from '../kit/lists/PagedList.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
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
  return (
    <Modal open shape="sheet" onClose={onClose} title={title}>
      {head}
      <PagedList
        query={query}
        skeleton={{ rows: 8, height: 44 }}
        failure={failureMessage(query.error, t`Failed to load dashboard statistics`)}
        empty={<EmptyState title={empty} />}
        moreLabel={moreLabel}
      >
        {(rows) => (
          <ul className={styles.lines}>
            {rows.map((row) => (
              <li key={row.id}>{line(row)}</li>
            ))}
          </ul>
        )}
      </PagedList>
    </Modal>
  )
}
