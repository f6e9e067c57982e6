import { parseDecimal, type Ppm, ppm } from '@bittkosh/contract/money'
import { getSetting } from '@bittkosh/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { reading } from '../api/queries.ts'

/** The withdrawal fee; null while loading. */
export function useWithdrawalFee(): Ppm | null {
  const { data } = useQuery(reading(getSetting, { params: { key: 'withdrawal_fee_percentage' } }))
  const fee = data && parseDecimal(String(data.value), 4)
  return fee == null ? null : ppm(fee)
}
