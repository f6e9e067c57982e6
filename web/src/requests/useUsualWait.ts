import { type RequestKind } from '@bittkosh/contract/requestStates'
import { usualWaits } from '@bittkosh/contract/requests'
import { useQuery } from '@tanstack/react-query'
import { reading } from '../api/queries.ts'

/** How many seconds a request of this kind usually waits, for `UsualWait` of the kit; null while that is unknown. */
export function useUsualWait(kind: RequestKind): number | null {
  return useQuery({ ...reading(usualWaits), staleTime: 10 * 60_000 }).data?.[kind] ?? null
}
