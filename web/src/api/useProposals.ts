import { listProposals } from '@bittkosh/contract/proposals'
import { useQueries, useQuery } from '@tanstack/react-query'
import { reading, usePolling } from './queries.ts'

const POLL_MS = 30_000

/** How many proposals of others the admin may decide; undefined until it is known. */
export function useToDecide(): number | undefined {
  const list = reading(listProposals, { query: { status: 'open', per_page: 1 } })
  usePolling(list, POLL_MS)
  return useQuery(list).data?.counts.for_you
}

/**
 * The open proposals about records of a kind, those that are yet to be made included; of every kind without one.
 * Read once for a whole list, all pages of it.
 */
export function useOpenProposals(subject?: string) {
  const pageOf = (page: number) =>
    reading(listProposals, { query: { status: 'open' as const, subject, per_page: 100, page } })
  usePolling(pageOf(1), POLL_MS)
  const first = useQuery(pageOf(1)).data
  const later = Array.from({ length: (first?.pagination.last_page ?? 1) - 1 }, (_, n) => pageOf(n + 2))
  const more = useQueries({ queries: later })
  return [first, ...more.map(({ data }) => data)].flatMap((page) => page?.data ?? [])
}

/** What another act on this record would have to wait for; null while nothing is proposed. */
export function useOpenProposal(subject: string, id: number) {
  const query = { status: 'open' as const, subject, subject_id: id, per_page: 1 }
  return useQuery(reading(listProposals, { query })).data?.data[0] ?? null
}
