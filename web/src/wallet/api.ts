import { listTransactions, type TransactionItem, type WalletSummary } from '@bittkosh/contract/wallet'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { readingPages } from '../api/queries.ts'

export const chips = ['all', 'in', 'out', 'pending'] as const
export type WalletChip = (typeof chips)[number]

/** The balance and the history behind one chip. The last chip's rows stay until the next ones are here. */
export function useHistory(chip: WalletChip) {
  const query = useInfiniteQuery({
    ...readingPages(listTransactions, chip === 'all' ? {} : { query: { only: chip } }),
    placeholderData: keepPreviousData,
  })
  const pages = query.data?.pages ?? []
  const summary: WalletSummary | undefined = pages[0]?.summary
  const items: TransactionItem[] = pages.flatMap((page) => page.transactions)
  return { ...query, summary, items }
}
