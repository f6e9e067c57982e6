import { listProposals } from '@bittkosh/contract/proposals'
import { useQuery } from '@tanstack/react-query'
import { reading, usePolling } from './queries.ts'

/** How many proposals of others the admin may decide; undefined until it is known. */
export function useToDecide(): number | undefined {
  const list = reading(listProposals, { query: { status: 'open', per_page: 1 } })
  usePolling(list, 30_000)
  return useQuery(list).data?.counts.for_you
}

/** What another act on this record would have to wait for; null while nothing is proposed. */
export function useOpenProposal(subject: string, id: number) {
  const query = { status: 'open' as const, subject, subject_id: id, per_page: 1 }
  return useQuery(reading(listProposals, { query })).data?.data[0] ?? null
}
