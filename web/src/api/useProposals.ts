import { listProposals } from '@bittkosh/contract/proposals'
import { useQueries, useQuery } from '@tanstack/react-query'
import { reading, usePolling } from './queries.ts'

const POLL_MS = 30_000

/** How many proposals of others the admin may decide; undefined while loading. */
export function useToDecide(): number | undefined {
  const list = reading(listProposals, { query: { status: 'open', per_page: 1 } })
  usePolling(list, POLL_MS)
  return useQuery(list).data?.counts.for_you
}

/**
 * The open proposals about one kind of record, including records that don't exist yet; about all kinds if none is given. Read once
 * for a whole list, with all its pages.
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

/** Why another act on this record must wait; null while nothing is proposed, or no record is given. */
export function useOpenProposal(subject: string, id: number | undefined) {
  const query = { status: 'open' as const, subject, subject_id: id, per_page: 1 }
  const list = reading(listProposals, { query })
  usePolling(list, id === undefined ? null : POLL_MS)
  const { data } = useQuery({ ...list, enabled: id !== undefined })
  return id === undefined ? null : (data?.data[0] ?? null)
}
