import { money } from '@bittkosh/contract/amounts'
import { getSetting } from '@bittkosh/contract/settings'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { reading } from '../api/queries.ts'

/** The setting min_deposit_limit; undefined while loading, null if it can't be read. */
export function useMinimumDeposit() {
  const { data, isPending } = useQuery(reading(getSetting, { params: { key: 'min_deposit_limit' } }))
  if (isPending) return undefined
  return data === undefined ? null : z.decode(money, Number(data.value))
}
