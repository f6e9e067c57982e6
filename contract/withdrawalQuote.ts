/** What arrives of a withdrawal: the fee, and the rate of one in USDT. */
import { type Paise, type Ppm, shareOf, subtract } from './money.ts'
import { type Usdt, usdtWorth } from './usdt.ts'

export type WithdrawalQuote = {
  amount: Paise
  fee: Paise
  /** The amount that arrives. */
  net: Paise
  /** The same in USDT at the rate of the request, rounded down to a millionth; null for rupees. */
  usdt: Usdt | null
}

/** The fee is deducted from the amount. The form shows this quote, the row stores it, and the ledger moves it. */
export function quoteWithdrawal({
  amount: asked,
  feeRate,
  usdtRate,
}: {
  amount: Paise
  feeRate: Ppm
  usdtRate: Paise | null
}): WithdrawalQuote {
  const fee = shareOf(asked, feeRate)
  const net = subtract(asked, fee)
  return { amount: asked, fee, net, usdt: usdtRate === null ? null : usdtWorth(net, usdtRate) }
}

/** How long the rate of a USDT request is held while nobody pays it. Source: docs/rules.md#withdrawals. */
const RATE_HOLDS_MS = 24 * 3_600_000

/** The rate of a USDT payout is held for a day, then follows the current rate, and is fixed once an admin pays it. */
export const rateBases = ['held', 'moment', 'fixed'] as const
export type PayoutRate = { rate: Paise; isFallback: boolean; basis: (typeof rateBases)[number] }
export type UsdtRate = Omit<PayoutRate, 'basis'>

/** The rate at which a USDT request is paid. `isOpen`: it waits and nobody pays it. */
export function payoutRate(
  request: { kept: UsdtRate; isOpen: boolean; askedAt: Date },
  moment: { at: Date; current: UsdtRate },
): PayoutRate {
  if (!request.isOpen) return { ...request.kept, basis: 'fixed' }
  const isHeld = moment.at.getTime() < request.askedAt.getTime() + RATE_HOLDS_MS
  return isHeld ? { ...request.kept, basis: 'held' } : { ...moment.current, basis: 'moment' }
}
