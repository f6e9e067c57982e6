import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { Bell as BellIcon } from 'lucide-react'
import { IconButton } from '../kit/actions/IconButton.tsx'
import { useNews, useUnreadCount } from '../notifications/api.ts'
import styles from './Shell.module.css'

const badgeCap = 99

/** Opens the notifications, or goes back if they are already open. */
export function Bell() {
  const { t } = useLingui()
  useNews()
  const unread = useUnreadCount()
  const router = useRouter()
  const isThere = useRouterState({ select: (state) => state.location.pathname === '/notifications' })

  function toggle() {
    if (!isThere) void router.navigate({ to: '/notifications' })
    else if (router.history.canGoBack()) router.history.back()
    else void router.navigate({ to: '/dashboard' })
  }

  return (
    <IconButton
      className={styles.bell}
      label={
        unread === 0 ? t`Notifications` : t`Notifications, ${plural(unread, { one: '# unread', other: '# unread' })}`
      }
      aria-pressed={isThere}
      onClick={toggle}
      icon={
        <>
          <BellIcon size={22} aria-hidden />
          {unread > 0 && <span className={styles.badge}>{badgeText(unread)}</span>}
        </>
      }
    />
  )
}

export function badgeText(unread: number): string {
  return unread > badgeCap ? `${badgeCap}+` : String(unread)
}
