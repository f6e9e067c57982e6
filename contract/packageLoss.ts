/** Packages that would pay people for buying one and withdrawing everything on the same day. */
import { type Paise, type Ppm, subtract } from './money.ts'
import { quotePackage } from './packages.ts'
import { quoteWithdrawal } from './withdrawalQuote.ts'

/**
 * Whether a package's bonus covers the withdrawal fee, so that a buyer who withdraws everything on the same day loses
 * nothing. That is bonus ≥ fee / (1 − fee); without a bonus it is false. Source: docs/rules.md#packages.
 */
export function outlivesFee({ bonus, fee }: { bonus: Ppm; fee: Ppm }): boolean {
  return bonus > 0n && bonus * (1_000_000n - fee) >= 1_000_000n * fee
}

/** The gain from buying a package and withdrawing everything on the same day; negative if it costs. */
export function sameDayGain({ amount, bonus, fee }: { amount: Paise; bonus: Ppm; fee: Ppm }): Paise {
  const { total } = quotePackage({ amount, bonus })
  return subtract(quoteWithdrawal({ amount: total, feeRate: fee, usdtRate: null }).net, amount)
}
