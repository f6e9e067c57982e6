import { waiting } from '@bittkosh/contract/statistics'
import { useQuery } from '@tanstack/react-query'
import { useMay } from './may.ts'
import { reading, usePolling } from './queries.ts'

/** How many requests wait for a decision in the queues that the admin may see, and their alerts; undefined while loading. */
export function useWaiting() {
  const may = useMay()(waiting)
  usePolling(reading(waiting), may ? 30_000 : null)
  return useQuery({ ...reading(waiting), enabled: may }).data
}
