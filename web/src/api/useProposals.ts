import { listProposals } from '@bittkosh/contract/proposals'
import { useQuery } from '@tanstack/react-query'
import { reading, usePolling } from './queries.ts'

/** How many proposals of others the admin may decide; undefined until it is known. */
export function useToDecide(): number | undefined {
  const list = reading(listProposals, { query: { status: 'open', per_page: 1 } })
  usePolling(list, 30_000)
  return useQuery(list).data?.counts.for_you
}

/**
 * The open proposals about records of a kind, those that are yet to be made included; of every kind without one. Read once
 * for a whole list: for the kinds of which few wait at once.
 */
export function useOpenProposals(subject?: string) {
  const query = { status: 'open' as const, subject, per_page: 100 }
  return useQuery(reading(listProposals, { query })).data?.data ?? []
}

/** What another act on this record would have to wait for; null while nothing is proposed. */
export function useOpenProposal(subject: string, id: number) {
  const query = { status: 'open' as const, subject, subject_id: id, per_page: 1 }
  return useQuery(reading(listProposals, { query })).data?.data[0] ?? null
}
