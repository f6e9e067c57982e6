import { type Paise, paise } from '@bittkosh/contract/money'

/** Shares of profits are told once they come to a rupee: a night's interest of a friend is often worth a few paise. */
export const TELL_FROM = paise(1_00n)

export type RewardFacts = {
  referrer: number
  /** The user's first identity record is approved. */
  kycApproved: boolean
  /** Paise of approved deposits and packages of the user: real money. */
  deposited: Paise
  /** Paise moved from the wallet into Earn after the first of them, now included; the welcome bonus is not among it. */
  movedToEarn: Paise
  reward: Paise
  threshold: Paise
}

/**
 * The reward that is due to the referrer now, or null. It takes a proven person with own real money: what others sent
 * before the first deposit, and more than was ever deposited, earns nothing. Source: docs/rules.md#referrals-and-welcome-bonus.
 */
export function rewardDue(facts: RewardFacts): { referrer: number; amount: Paise } | null {
  const { referrer, reward } = facts
  if (!facts.kycApproved || reward === 0n) return null
  const ownMoney = paise(facts.movedToEarn < facts.deposited ? facts.movedToEarn : facts.deposited)
  return ownMoney >= facts.threshold ? { referrer, amount: reward } : null
}
