import { money } from '@bittkosh/contract/amounts'
import { paymentReference } from '@bittkosh/contract/deposits'
import { getUsdtValue, listMethods } from '@bittkosh/contract/methods'
import { getSetting } from '@bittkosh/contract/settings'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { reading, usePolling } from '../api/queries.ts'

/** Where money can be sent: the active methods, for admins all of them. */
export const useMethods = () => useQuery(reading(listMethods))

/** Rupees per USDT; asked for only where a crypto method is on the screen, and again every minute. */
export function useUsdtRate(isShown: boolean) {
  usePolling(reading(getUsdtValue), isShown ? 60_000 : null)
  return useQuery({ ...reading(getUsdtValue), enabled: isShown })
}

/**
 * The mark of the person's next payment in their UPI app, made and kept by the server; null until it is here, empty where it
 * cannot be had, because one can pay without it.
 */
export function usePaymentReference(): string | null {
  const { data, isError } = useQuery(reading(paymentReference))
  return data?.reference ?? (isError ? '' : null)
}

/** The setting min_deposit_limit; undefined until it is here, null where it can't be read. */
export function useMinimumDeposit() {
  const { data, isPending } = useQuery(reading(getSetting, { params: { key: 'min_deposit_limit' } }))
  if (isPending) return undefined
  return data === undefined ? null : z.decode(money, Number(data.value))
}
