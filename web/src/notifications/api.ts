import { listNotifications, markAllRead, markRead, unreadCount } from '@bittkosh/contract/notifications'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { reading, readingPages, refetchFailed, refetchShown, usePolling } from '../api/queries.ts'
import { useAction } from '../api/useAction.ts'

const pollMs = 10_000 // rests while the page is in the background

export function useUnreadCount(): number {
  return useQuery(reading(unreadCount)).data?.unread_count ?? 0
}

/** The bell's poll. What it finds changed on the server, however far a list is read, is fetched again on the whole screen. */
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

export function useNotifications() {
  return useInfiniteQuery(readingPages(listNotifications))
}

const refreshes = [listNotifications, unreadCount]

/** Reads one notification. Failures are only logged: the next poll shows what is true. */
export function useMarkRead() {
  return useAction({ endpoint: markRead, fallback: null, refreshes })
}

export function useMarkAllRead() {
  return useAction({ endpoint: markAllRead, fallback: null, refreshes })
}
