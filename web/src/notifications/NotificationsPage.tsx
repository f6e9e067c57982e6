import { Trans, useLingui } from '@lingui/react/macro'
import { Bell, CheckCheck } from 'lucide-react'
import { failureMessage } from '../api/failure.ts'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { Page } from '../kit/Page.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { useMarkRead, useNotifications, useUnreadCount } from './api.ts'
import { NotificationItem } from './NotificationItem.tsx'
import styles from './NotificationsPage.module.css'

export default function NotificationsPage() {
  const { t } = useLingui()
  const unread = useUnreadCount()
  const { all } = useMarkRead()
  return (
    <Page
      title={t`Notifications`}
      action={
        unread > 0 && (
          <Button
            variant="secondary"
            size="dense"
            icon={<CheckCheck size={16} aria-hidden />}
            running={all.running}
            onClick={() => void all.run({})}
          >
            <Trans>Mark all as read</Trans>
          </Button>
        )
      }
    >
      <NotificationList />
    </Page>
  )
}

function NotificationList() {
  const { t } = useLingui()
  const list = useNotifications()
  const { one } = useMarkRead()
  return (
    <PagedList
      query={list}
      rows={list.data?.pages.flatMap((page) => page.data)}
      skeleton={{ rows: 5, height: 96 }}
      failure={failureMessage(list.error, t`Failed to load notifications`)}
      empty={
        <EmptyState icon={<Bell size={28} aria-hidden />} title={t`No notifications yet`}>
          <Trans>Decisions on your deposits, withdrawals and KYC, and money you receive, are told here.</Trans>
        </EmptyState>
      }
    >
      {(items) => (
        <Card flush>
          <ul className={styles.list}>
            {items.map((item) => (
              <li key={item.id}>
                <NotificationItem
                  notification={item}
                  action={
                    !item.is_read && (
                      <Button
                        variant="quiet"
                        size="dense"
                        aria-label={t`Mark as read: ${item.title}`}
                        onClick={() => void one.run({ params: { id: item.id } })}
                      >
                        <Trans>Mark as read</Trans>
                      </Button>
                    )
                  }
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </PagedList>
  )
}
