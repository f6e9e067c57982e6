import { money } from '@bittkosh/contract/amounts'
import { listSessions } from '@bittkosh/contract/auth'
import { getProfile, seeWelcome } from '@bittkosh/contract/profile'
import { listReferredUsers } from '@bittkosh/contract/referrals'
import { getSetting } from '@bittkosh/contract/settings'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { reading, readingPages } from '../api/queries.ts'
import { useAction } from '../api/useAction.ts'

/** The own account: other rooms read the balance, the KYC state and the owed welcome bonus from here. */
export const useProfile = () => useQuery(reading(getProfile))

/** The welcome bonus whose popup is owed, and how to say that it was opened: after that it never opens again. */
export function useWelcome() {
  const profile = useProfile()
  const { run } = useAction({ endpoint: seeWelcome, fallback: null, refreshes: [getProfile] })
  return { bonus: profile.data?.welcome_bonus ?? null, seen: () => void run({}) }
}

export const useSessions = () => useQuery(reading(listSessions))

export const useReferredUsers = () => useInfiniteQuery(readingPages(listReferredUsers))

/** What inviting someone earns; undefined until all three settings are here. */
export function useReferralRules() {
  const reward = useNumberSetting('referral_reward')
  const threshold = useNumberSetting('referral_flexible_threshold')
  const sharePercent = useNumberSetting('referral_profit_share')
  if (reward === undefined || threshold === undefined || sharePercent === undefined) return undefined
  return { reward: z.decode(money, reward), threshold: z.decode(money, threshold), sharePercent }
}

function useNumberSetting(key: string): number | undefined {
  const { data } = useQuery(reading(getSetting, { params: { key } }))
  return data === undefined ? undefined : Number(data.value)
}
