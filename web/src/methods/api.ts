import { paymentReference } from '@bittkosh/contract/deposits'
import { getUsdtValue, listMethods } from '@bittkosh/contract/methods'
import { useQuery } from '@tanstack/react-query'
import { reading, usePolling } from '../api/queries.ts'

export { AddMissing } from './AddMissing.tsx'
export { isChanged, type PayeeShown, paidSince, shownNow, shownTo } from './payeeShown.ts'
export { useMinimumDeposit } from './useMinimumDeposit.ts'

/** The payees: the active methods, for admins all of them. */
export const useMethods = () => useQuery(reading(listMethods))

/** Rupees per USDT; fetched only if a crypto method is on the screen, and again every minute. */
export function useUsdtRate(isShown: boolean) {
  usePolling(reading(getUsdtValue), isShown ? 60_000 : null)
  return useQuery({ ...reading(getUsdtValue), enabled: isShown })
}

/**
 * The reference of the person's next payment in their UPI app, generated and stored by the server; null while loading, empty after
 * a failure, because a payment is possible without it.
 */
export function usePaymentReference(): string | null {
  const { data, isError } = useQuery(reading(paymentReference))
  return data?.reference ?? (isError ? '' : null)
}
