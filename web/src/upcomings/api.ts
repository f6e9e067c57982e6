import { listUpcomings } from '@bittkosh/contract/upcomings'
import { useQuery } from '@tanstack/react-query'
import { reading } from '../api/queries.ts'

export function useUpcomings() {
  return useQuery({ ...reading(listUpcomings), staleTime: 300_000 })
}
