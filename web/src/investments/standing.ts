import { quoteInvestment } from '@bittkosh/contract/investmentQuote'
import type { Reply } from '@bittkosh/contract/endpoint'
import { type Investment, listInvestments } from '@bittkosh/contract/investments'
import type { Paise } from '@bittkosh/contract/money'
import { getPortfolio } from '@bittkosh/contract/portfolio'
import { getProfile } from '@bittkosh/contract/profile'
import { listTransactions } from '@bittkosh/contract/wallet'
import type { InfiniteData } from '@tanstack/react-query'
import { queryClient } from '../api/queries.ts'

/** Whether it can be claimed. The server decides: a device whose clock is ahead would offer the claim too early. */
export function isReady({ is_withdrawn: isClaimed, days_remaining: left }: Investment): boolean {
  return !isClaimed && left === 0
}

/** What is paid at maturity: the principal and the whole profit. */
export function payoutOf({ amount, cryptocurrency: plan }: Investment): Paise {
  return quoteInvestment({ amount, rate: plan.profit_percentage }).payout
}

/** The calls to refetch after a purchase or a claim. */
export const afterInvesting = [listInvestments, getPortfolio, getProfile, listTransactions]

/** Updates the cached lists after a claim: the result page is shown before they are refetched. */
export function keepClaimed(claimed: Investment): void {
  queryClient.setQueriesData<InfiniteData<Reply<typeof listInvestments>>>(
    { queryKey: [listInvestments.path] },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          data: page.data.map((row) => (row.id === claimed.id ? claimed : row)),
        })),
      },
  )
}
