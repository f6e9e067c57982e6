import { listNotifications, markAllRead, markRead, unreadCount } from '@bittkosh/contract/notifications'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { reading, readingPages, refetchFailed, refetchShown, usePolling } from '../api/queries.ts'
import { useAction } from '../api/useAction.ts'

const pollMs = 10_000 // paused while the page is in the background
const PAGES_POLLED_MAX = 2 // each is a call of its own

export function useUnreadCount(): number {
  return useQuery(reading(unreadCount)).data?.unread_count ?? 0
}

/** The bell's poll. If the server's state has changed, everything on the screen is refetched. */
export function useNews(): void {
  const bell = reading(unreadCount)
  const { data, dataUpdatedAt } = useQuery(bell)
  usePolling(bell, pollMs)
  useEffect(() => {
    if (dataUpdatedAt > 0) void refetchFailed()
  }, [dataUpdatedAt])
  const seen = useRef(data?.state)
  useEffect(() => {
    if (data === undefined || data.state === seen.current) return
    if (seen.current !== undefined) void refetchShown()
    seen.current = data.state
  }, [data])
}

/** The list is polled like its count, because reading one in another tab or recalling one does not change the bell's state. */
export function useNotifications() {
  const pages = readingPages(listNotifications)
  const list = useInfiniteQuery(pages)
  usePolling(pages, (list.data?.pages.length ?? 0) > PAGES_POLLED_MAX ? null : pollMs)
  return list
}

const refreshes = [listNotifications, unreadCount]

/** Marks one notification as read. Failures are only logged: the next poll shows the real state. */
export function useMarkRead() {
  return useAction({ endpoint: markRead, fallback: null, refreshes })
}

export function useMarkAllRead() {
  return useAction({ endpoint: markAllRead, fallback: null, refreshes })
}
