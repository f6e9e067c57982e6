import { unreadCount } from '@bittkosh/contract/notifications'
import { useQuery } from '@tanstack/react-query'
import { reading } from '../api/queries.ts'

const pollMs = 10_000 // spec §9; rests while the page is in the background

export function useUnreadCount(): number {
  const { data } = useQuery({ ...reading(unreadCount), refetchInterval: pollMs })
  return data?.unread_count ?? 0
}
