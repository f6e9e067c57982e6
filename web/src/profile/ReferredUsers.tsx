import { useLingui } from '@lingui/react/macro'
import { failureMessage } from '../api/failure.ts'
import { Card } from '../kit/Card.tsx'
import { FailedState } from '../kit/FailedState.tsx'
import { LoadMore } from '../kit/LoadMore.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { When } from '../kit/When.tsx'
import { useReferredUsers } from './api.ts'
import styles from './profile.module.css'

export function ReferredUsers() {
  const { t } = useLingui()
  return (
    <Card title={t`Referred users`}>
      <List />
    </Card>
  )
}

function List() {
  const { t } = useLingui()
  const pages = useReferredUsers()
  if (pages.isPending) return <SkeletonRows rows={2} height={48} />
  if (!pages.data)
    return (
      <FailedState
        message={failureMessage(pages.error, t`Failed to load data`)}
        onRetry={() => void pages.refetch()}
        running={pages.isFetching}
      />
    )
  const users = pages.data.pages.flatMap((page) => page.referred_users)
  if (users.length === 0)
    return <p className={styles.muted}>{t`Nobody has registered with your code yet. Share it to begin.`}</p>
  return (
    <>
      <ul className={styles.rows}>
        {users.map(({ id, name, joined_at }) => (
          <li key={id} className={styles.row}>
            <span className={styles.rowText}>{name}</span>
            <span className={styles.small}>
              <When at={joined_at} look="date" />
            </span>
          </li>
        ))}
      </ul>
      <LoadMore
        hasMore={pages.hasNextPage}
        running={pages.isFetchingNextPage}
        onMore={() => void pages.fetchNextPage()}
      />
    </>
  )
}
