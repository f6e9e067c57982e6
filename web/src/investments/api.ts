import { listInvestments } from '@bittkosh/contract/investments'
import { getPortfolio } from '@bittkosh/contract/portfolio'
import { getProfile } from '@bittkosh/contract/profile'
import { listTransactions } from '@bittkosh/contract/wallet'
import { useInfiniteQuery } from '@tanstack/react-query'
import { readingPages } from '../api/queries.ts'

/** The own investments in the plan of this symbol, newest first. */
export function useInvestmentsIn(symbol: string) {
  return useInfiniteQuery(readingPages(listInvestments, { query: { symbol: symbol.slice(0, 20) } }))
}

/** What a purchase or a claim changes. */
export const afterInvesting = [listInvestments, getPortfolio, getProfile, listTransactions]
