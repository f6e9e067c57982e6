import { listInvestments } from '@bittkosh/contract/investments'
import { useInfiniteQuery } from '@tanstack/react-query'
import { readingPages } from '../api/queries.ts'

export { ClaimButton } from './ClaimButton.tsx'
export { isReady, payoutOf } from './standing.ts'

/** The user's own investments in the plan with this symbol, newest first. */
export function useInvestmentsIn(symbol: string) {
  return useInfiniteQuery(readingPages(listInvestments, { query: { symbol: symbol.slice(0, 20) } }))
}
