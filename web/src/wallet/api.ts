import { getTransaction, listTransactions, type TransactionItem, type WalletSummary } from '@bittkosh/contract/wallet'
import { addDays, addMonths, dayOf, monthOf } from '@bittkosh/contract/time'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { reading, readingPages } from '../api/queries.ts'

export const chips = ['all', 'in', 'out', 'pending'] as const
export type WalletChip = (typeof chips)[number]

/** The balance and the history behind one chip, what comes day after day as one line a month. The last chip's rows stay until the next ones are here. */
export function useHistory(chip: WalletChip) {
  const query = useInfiniteQuery({
    ...readingPages(listTransactions, { query: { by_month: '1', ...(chip !== 'all' && { only: chip }) } }),
    placeholderData: keepPreviousData,
  })
  const pages = query.data?.pages ?? []
  const summary: WalletSummary | undefined = pages[0]?.summary
  const items: TransactionItem[] = pages.flatMap((page) => page.transactions)
  return { ...query, summary, items }
}

/** The lines that one line of a month stands for. */
export function useDaysOf({ type, created_at: at }: TransactionItem) {
  const from = monthOf(dayOf(at))
  const to = addDays(addMonths(from, 1), -1)
  return useInfiniteQuery(readingPages(listTransactions, { query: { type, from, to } }))
}

/** The entry that the address names: of the pages that are open, else fetched by itself. */
export function useOpened(key: string | undefined, { items, isPending }: ReturnType<typeof useHistory>) {
  const listed = items.find((item) => item.key === key)
  const isElsewhere = key !== undefined && !listed && !isPending
  const one = useQuery({ ...reading(getTransaction, { params: { key: key ?? '' } }), enabled: isElsewhere })
  return listed ?? (isElsewhere ? one.data : undefined)
}
