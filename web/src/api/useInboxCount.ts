import { countInbox } from '@bittkosh/contract/inbox'
import { useQuery } from '@tanstack/react-query'
import { useMay } from './may.ts'
import { reading, usePolling } from './queries.ts'

/** How many conversations wait for the team; undefined while loading, and for admins who may not read them. */
export function useInboxCount(): number | undefined {
  const may = useMay()(countInbox)
  usePolling(reading(countInbox), may ? 30_000 : null)
  return useQuery({ ...reading(countInbox), enabled: may }).data?.open
}
