import { waiting } from '@bittkosh/contract/statistics'
import { useQuery } from '@tanstack/react-query'
import { useMay } from './may.ts'
import { reading, usePolling } from './queries.ts'

/** What waits for a decision in the three queues; undefined until it is known, and for admins who may see none of them. */
export function useWaiting() {
  const may = useMay()(waiting)
  usePolling(reading(waiting), may ? 30_000 : null)
  return useQuery({ ...reading(waiting), enabled: may }).data
}
