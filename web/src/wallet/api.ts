import { financialYear, financialYearOf, type Period } from '@bittkosh/contract/financialYears'
import {
  getTransaction,
  type HistoryKind,
  historyKinds,
  listTransactions,
  type TransactionItem,
  type WalletSummary,
} from '@bittkosh/contract/wallet'
import { addDays, addMonths, dayOf, monthOf } from '@bittkosh/contract/time'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { reading, readingPages } from '../api/queries.ts'
import { useNow } from '../kit/page/useNow.ts'
import { lastDays } from './periods.ts'

export { OnItsWay } from './OnItsWay.tsx'
export { useOnItsWay } from './useOnItsWay.ts'

const chips = ['all', 'in', 'out', 'pending'] as const
export type WalletChip = (typeof chips)[number]
export const periods = ['30', '90', 'year', 'last_year'] as const
export type PeriodName = (typeof periods)[number]

/** The filters of the history, from the address. */
export type HistoryFilter = {
  chip: WalletChip
  kind: HistoryKind | undefined
  period: PeriodName | undefined
  search: string | undefined
}

/** From the address's parameters; unknown values are left out. */
export function filterOf(address: { show?: string; kind?: string; period?: string; search?: string }): HistoryFilter {
  return {
    chip: chips.find((known) => known === address.show) ?? 'all',
    kind: historyKinds.find((known) => known === address.kind),
    period: periods.find((known) => known === address.period),
    search: address.search?.trim() || undefined,
  }
}

function daysOf(period: PeriodName, today: string): Period {
  if (period === '30' || period === '90') return lastDays(Number(period), today)
  return financialYear(financialYearOf(today) - (period === 'year' ? 0 : 1), today)
}

/**
 * The balance and the filtered history, with daily entries grouped by month; a search examines each line. The rows of the last
 * filter stay until the next ones are loaded.
 */
export function useHistory({ chip, kind, period, search }: HistoryFilter) {
  const today = dayOf(useNow(60_000))
  const query = useInfiniteQuery({
    ...readingPages(listTransactions, {
      query: {
        ...(search ? { search } : { by_month: '1' }),
        ...(chip !== 'all' && { only: chip }),
        ...(kind && { kind }),
        ...(period && daysOf(period, today)),
      },
    }),
    placeholderData: keepPreviousData,
  })
  const pages = query.data?.pages ?? []
  const summary: WalletSummary | undefined = pages[0]?.summary
  const items: TransactionItem[] = pages.flatMap((page) => page.transactions)
  return { ...query, summary, items }
}

/** The lines that one line of a month stands for, in the period of the filter; `isCut` if the month began before the period. */
export function useDaysOf({ key, type, created_at: at }: TransactionItem, period: PeriodName | undefined) {
  const today = dayOf(useNow(60_000))
  const month = monthOf(dayOf(at))
  const begin = period ? daysOf(period, today).from : month
  const isCut = begin > month
  const range = { from: isCut ? begin : month, to: addDays(addMonths(month, 1), -1) }
  // A month's rewards have the same type as its shares, but are lines of their own.
  const source = key.replace(/_month-.*/, '-')
  const days = useInfiniteQuery({
    ...readingPages(listTransactions, { query: { type, ...range } }),
    select: ({ pages }) => ({
      pages: pages.map(({ transactions }) => ({ data: transactions.filter((item) => item.key.startsWith(source)) })),
    }),
  })
  return { ...days, isCut }
}

/**
 * The entry that the address names: from the loaded pages, otherwise fetched by itself; why it could not be fetched. A month that is
 * fetched by itself is whole, whatever the filter.
 */
export function useOpened(key: string | undefined, items: readonly TransactionItem[], isPending: boolean) {
  const listed = items.find((item) => item.key === key)
  const isElsewhere = key !== undefined && !listed && !isPending
  const one = useQuery({ ...reading(getTransaction, { params: { key: key ?? '' } }), enabled: isElsewhere })
  const entry = listed ?? (isElsewhere ? one.data : undefined)
  return { entry, isListed: listed !== undefined, failed: isElsewhere && !entry && one.isError ? one : null }
}
