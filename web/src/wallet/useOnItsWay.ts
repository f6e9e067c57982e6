import { listTransactions, type TransactionItem, type WalletSummary } from '@bittkosh/contract/wallet'
import { useInfiniteQuery } from '@tanstack/react-query'
import { readingPages, usePolling } from '../api/queries.ts'

type OnItsWay = {
  /** Whatever the history is narrowed to; undefined until it is there. */
  summary: WalletSummary | undefined
  items: TransactionItem[]
  isError: boolean
}

/**
 * The newest of what waits for somebody, and the balance. Who pays a withdrawal is no news to the bell, so it is polled
 * while it waits.
 */
export function useOnItsWay(): OnItsWay {
  const waiting = readingPages(listTransactions, { query: { by_month: '1', only: 'pending' } })
  const { data, isError } = useInfiniteQuery(waiting)
  const { transactions: items = [], summary } = data?.pages[0] ?? {}
  usePolling(waiting, items.length > 0 ? 20_000 : null)
  return { summary, items, isError }
}
