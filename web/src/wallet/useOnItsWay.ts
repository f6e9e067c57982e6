import { listTransactions, type TransactionItem, type WalletSummary } from '@bittkosh/contract/wallet'
import { useInfiniteQuery } from '@tanstack/react-query'
import { readingPages, usePolling } from '../api/queries.ts'

type OnItsWay = {
  /** Independent of the filters of the history; undefined while loading. */
  summary: WalletSummary | undefined
  items: TransactionItem[]
  /** Whether older entries are pending too. */
  hasMore: boolean
  isError: boolean
}

/**
 * The newest pending entries, and the balance. The bell's poll does not report who pays a withdrawal, so pending entries are
 * polled.
 */
export function useOnItsWay(): OnItsWay {
  const waiting = readingPages(listTransactions, { query: { by_month: '1', only: 'pending' } })
  const { data, isError } = useInfiniteQuery(waiting)
  const { transactions: items = [], summary, next_cursor: next = null } = data?.pages[0] ?? {}
  usePolling(waiting, items.length > 0 ? 20_000 : null)
  return { summary, items, hasMore: next !== null, isError }
}
