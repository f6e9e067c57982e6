import { type Paise, paise } from '@bittkosh/contract/money'

/** Notices about shares start at one rupee: a night's interest of a friend is often worth only a few paise. */
export const NOTIFY_FROM = paise(1_00n)

export type RewardFacts = {
  referrer: number
  /** Whether the user's first identity record is approved. */
  kycApproved: boolean
  /** The user's approved deposits and packages in paise: real money. */
  deposited: Paise
  /** Paise moved from the wallet into Earn after the first of them, including this move; without the welcome bonus. */
  movedToEarn: Paise
  reward: Paise
  threshold: Paise
}

/**
 * The reward that is due to the referrer now, or null. It requires a proven person with real money of their own: money
 * from others before the first deposit, or beyond the deposits, earns nothing. Source:
 * docs/rules.md#referrals-and-welcome-bonus.
 */
export function rewardDue(facts: RewardFacts): { referrer: number; amount: Paise } | null {
  const { referrer, reward } = facts
  if (!facts.kycApproved || reward === 0n) return null
  const ownMoney = paise(facts.movedToEarn < facts.deposited ? facts.movedToEarn : facts.deposited)
  return ownMoney >= facts.threshold ? { referrer, amount: reward } : null
}
