import { money } from '@bittkosh/contract/amounts'
import { getProfile } from '@bittkosh/contract/profile'
import { getSetting } from '@bittkosh/contract/settings'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { reading } from '../api/queries.ts'

/** The user's own account: other rooms read the balance, the KYC state and the owed welcome bonus from here. */
export const useProfile = () => useQuery(reading(getProfile))

/** What an invitation earns; undefined until all three settings are loaded, null if one can't be read. */
export function useReferralRules() {
  const reward = useNumberSetting('referral_reward')
  const threshold = useNumberSetting('referral_flexible_threshold')
  const sharePercent = useNumberSetting('referral_profit_share')
  if (reward === null || threshold === null || sharePercent === null) return null
  if (reward === undefined || threshold === undefined || sharePercent === undefined) return undefined
  return { reward: z.decode(money, reward), threshold: z.decode(money, threshold), sharePercent }
}

function useNumberSetting(key: string): number | null | undefined {
  const { data, isPending } = useQuery(reading(getSetting, { params: { key } }))
  if (isPending) return undefined
  return data === undefined ? null : Number(data.value)
}
