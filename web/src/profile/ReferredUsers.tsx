import { listReferredUsers } from '@bittkosh/contract/referrals'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { failureMessage } from '../api/failure.ts'
import { readingPages } from '../api/queries.ts'
import { Card } from '../kit/page/Card.tsx'
import { PagedList } from '../kit/lists/PagedList.tsx'
import { When } from '../kit/page/When.tsx'
import styles from './profile.module.css'

export function ReferredUsers() {
  const { t } = useLingui()
  const pages = useInfiniteQuery({
    ...readingPages(listReferredUsers),
    select: (list) => ({ pages: list.pages.map((page) => ({ data: page.referred_users })) }),
  })
  return (
    <Card title={t`Referred users`}>
      <PagedList
        query={pages}
        skeleton={{ rows: 2, height: 48 }}
        failure={failureMessage(pages.error, t`Failed to load data`)}
        empty={<p className={styles.muted}>{t`Nobody has registered with your code yet. Share it to get started.`}</p>}
      >
        {(users) => (
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
        )}
      </PagedList>
    </Card>
  )
}
