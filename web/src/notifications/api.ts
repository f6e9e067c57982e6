import { listNotifications, markAllRead, markRead, unreadCount } from '@bittkosh/contract/notifications'
import { listUsers } from '@bittkosh/contract/users'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { reading, readingPages, usePolling } from '../api/queries.ts'
import { useAction } from '../api/useAction.ts'

const pollMs = 10_000 // spec §9; rests while the page is in the background
const pagesPolled = 2 // a poll fetches every page that is open; who reads far back is left in peace

export function useUnreadCount(): number {
  const { data } = useQuery(reading(unreadCount))
  usePolling(reading(unreadCount), pollMs)
  return data?.unread_count ?? 0
}

export function useNotifications() {
  const list = useInfiniteQuery(readingPages(listNotifications))
  const pages = list.data?.pages.length ?? 0
  usePolling(readingPages(listNotifications), pages > pagesPolled ? null : pollMs)
  return list
}

/** Failures are only logged (spec §8): the next poll shows what is true. */
export function useMarkRead() {
  const one = useAction({ endpoint: markRead, fallback: null, refreshes: [listNotifications, unreadCount] })
  const all = useAction({ endpoint: markAllRead, fallback: null, refreshes: [listNotifications, unreadCount] })
  return { one, all }
}

export type FoundUser = { id: number; name: string; email: string | null }

export function useFoundUsers(typed: string) {
  const text = typed.trim()
  return useQuery({
    ...reading(listUsers, { query: { search: text, role: 'user', status: 'active', per_page: 6 } }),
    enabled: text.length >= 2,
  })
}
