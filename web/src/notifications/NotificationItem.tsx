import type { Notification } from '@bittkosh/contract/notifications'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Trans } from '@lingui/react/macro'
import { useShownText } from '../kit/money/hiddenAmounts.ts'
import { cx } from '../kit/page/cx.ts'
import { When } from '../kit/page/When.tsx'
import styles from './NotificationItem.module.css'

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert }

type Shown = Pick<Notification, 'title' | 'message' | 'type' | 'is_read' | 'created_at'>

type NotificationItemProps = {
  notification: Shown
  /** The title, as a link if it opens something. */
  heading?: ReactNode
  action?: ReactNode
}

/** One notification as its reader sees it; its type is shown by colour and icon, unread by a dot and weight. */
export function NotificationItem({ notification, heading, action }: NotificationItemProps) {
  const { title, message, type, is_read: isRead, created_at: at } = notification
  const Icon = icons[type]
  const shown = useShownText()
  return (
    <article className={cx(styles.item, !isRead && styles.unread)}>
      <span className={cx(styles.icon, styles[type])}>
        <Icon size={20} aria-hidden />
      </span>
      <div className={styles.text}>
        <h2 className={styles.title}>
          {heading ?? title}
          {!isRead && (
            <span className={styles.dot}>
              <span className="visually-hidden">
                <Trans>Unread</Trans>
              </span>
            </span>
          )}
        </h2>
        <p className={styles.message}>{shown(message)}</p>
        <p className={styles.foot}>
          <When at={at} look="relative" />
          {action}
        </p>
      </div>
    </article>
  )
}
