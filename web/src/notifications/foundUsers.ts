/** For the panel: separate from the calls of every user's page, which would otherwise include the calls about people. */
import { listUsers } from '@bittkosh/contract/users'
import { useQuery } from '@tanstack/react-query'
import { reading } from '../api/queries.ts'

export type FoundUser = { id: number; name: string; email: string | null }

export function useFoundUsers(typed: string) {
  const text = typed.trim()
  return useQuery({
    ...reading(listUsers, { query: { search: text, role: 'user', status: 'active', per_page: 6 } }),
    enabled: text.length >= 2,
  })
}
