import { negate } from '@bittkosh/contract/money'
import { coverageLines, type OwedAccountName, type PlatformAccountName } from '@bittkosh/contract/statistics'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { failureMessage } from '../api/failure.ts'
import { readingPages } from '../api/queries.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { FailedState } from '../kit/FailedState.tsx'
import { LoadMore } from '../kit/LoadMore.tsx'
import { Modal } from '../kit/Modal.tsx'
import { Money } from '../kit/Money.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { When } from '../kit/When.tsx'
import styles from './Dashboard.module.css'
import { useKindNames } from './kindNames.ts'

export type LinesOf = { title: string; account: PlatformAccountName | OwedAccountName; side?: 'debit' | 'credit' }

/** The ledger lines that a figure is the sum of, newest first. */
export function LinesSheet({ of: { title, account, side }, onClose }: { of: LinesOf; onClose: () => void }) {
  const { t } = useLingui()
  const kindName = useKindNames()
  const query = useInfiniteQuery(readingPages(coverageLines, { query: { account, side } }))
  const lines = query.data?.pages.flatMap((page) => page.data)
  // What an account gave has a minus in the ledger; people count what was received, and what was spent.
  const shown = account.startsWith('expense') || side === 'debit' ? negate : same
  return (
    <Modal open shape="sheet" onClose={onClose} title={title}>
      {lines === undefined ? (
        query.isError ? (
          <FailedState
            message={failureMessage(query.error, t`Failed to load dashboard statistics`)}
            running={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <SkeletonRows rows={8} height={44} />
        )
      ) : lines.length === 0 ? (
        <EmptyState title={t`Nothing has been booked here yet`} />
      ) : (
        <>
          <ul className={styles.lines}>
            {lines.map((line) => (
              <li key={line.id}>
                <span>
                  {kindName(line.kind)}
                  <span className={styles.soft}>
                    {line.user && <>{line.user.name} · </>}
                    {line.cause} · <When at={line.at} />
                  </span>
                </span>
                <Money amount={shown(line.amount)} />
              </li>
            ))}
          </ul>
          <LoadMore
            hasMore={query.hasNextPage}
            running={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
          />
        </>
      )}
    </Modal>
  )
}

function same<T>(amount: T): T {
  return amount
}
