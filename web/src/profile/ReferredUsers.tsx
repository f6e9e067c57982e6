import { useLingui } from '@lingui/react/macro'
import { failureMessage } from '../api/failure.ts'
import { Card } from '../kit/page/Card.tsx'
import { PagedList } from '../kit/lists/PagedList.tsx'
import { When } from '../kit/page/When.tsx'
import { useReferredUsers } from './api.ts'
import styles from './profile.module.css'

export function ReferredUsers() {
  const { t } = useLingui()
  const pages = useReferredUsers()
  return (
    <Card title={t`Referred users`}>
      <PagedList
        query={pages}
        rows={pages.data?.pages.flatMap((page) => page.referred_users)}
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
