import type { Notification } from '@bittkosh/contract/notifications'
import { Trans, useLingui } from '@lingui/react/macro'
import { Bell, CheckCheck } from 'lucide-react'
import { failureMessage } from '../api/failure.ts'
import { Button } from '../kit/actions/Button.tsx'
import { PathLink } from '../kit/actions/PathLink.tsx'
import { Card } from '../kit/page/Card.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { PagedList } from '../kit/lists/PagedList.tsx'
import { useMarkAllRead, useMarkRead, useNotifications, useUnreadCount } from './api.ts'
import { NotificationItem } from './NotificationItem.tsx'
import styles from './NotificationsPage.module.css'

export default function NotificationsPage() {
  const { t } = useLingui()
  const unread = useUnreadCount()
  const all = useMarkAllRead()
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
  return (
    <PagedList
      query={list}
      skeleton={{ rows: 5, height: 96 }}
      failure={failureMessage(list.error, t`Failed to load notifications`)}
      empty={
        <EmptyState icon={<Bell size={28} aria-hidden />} title={t`No notifications yet`}>
          <Trans>Decisions on your deposits, withdrawals and KYC, and money you receive, appear here.</Trans>
        </EmptyState>
      }
    >
      {(items) => (
        <Card flush>
          <ul className={styles.list}>
            {items.map((item) => (
              <li key={item.id}>
                <Notice notification={item} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </PagedList>
  )
}

/** Has its own action state: one can be marked as read while another is still being sent. */
function Notice({ notification }: { notification: Notification }) {
  const { t } = useLingui()
  const { run } = useMarkRead()
  const { id, is_read: isRead } = notification
  const read = () => void run({ params: { id } })
  return (
    <NotificationItem
      notification={notification}
      heading={<NoticeLink notification={notification} onOpen={read} />}
      action={
        !isRead && (
          <Button variant="quiet" size="dense" aria-label={t`Mark as read: ${notification.title}`} onClick={read}>
            <Trans>Mark as read</Trans>
          </Button>
        )
      }
    />
  )
}

/** Opens what a notification is about, which marks it as read. */
function NoticeLink({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const { title, link, is_read: isRead } = notification
  if (link === null) return title
  return (
    <PathLink path={link} onOpen={() => !isRead && onOpen()}>
      {title}
    </PathLink>
  )
}
