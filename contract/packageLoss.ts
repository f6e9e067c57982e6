/** Packages that would pay people for buying one and withdrawing everything the same day. */
import { type Paise, type Ppm, subtract } from './money.ts'
import { quotePackage } from './packages.ts'
import { quoteWithdrawal } from './withdrawals.ts'

/**
 * Whether a package's bonus outlives the withdrawal fee: who buys it and withdraws everything the same day loses nothing.
 * That is bonus ≥ fee / (1 − fee); no bonus outlives nothing. Source: rules.md §3, Packages.
 */
export function outlivesFee({ bonus, fee }: { bonus: Ppm; fee: Ppm }): boolean {
  return bonus > 0n && bonus * (1_000_000n - fee) >= 1_000_000n * fee
}

/** What is gained by buying a package and withdrawing everything the same day; below zero, what it costs. */
export function sameDayGain({ amount, bonus, fee }: { amount: Paise; bonus: Ppm; fee: Ppm }): Paise {
  const { total } = quotePackage({ amount, bonus })
  return subtract(quoteWithdrawal({ amount: total, feeRate: fee, usdtRate: null }).net, amount)
}
