/** USDT and rupees: the only place that converts them. USDT are counted in millionths, a rate in paise for 1 USDT. */
import { decimalText, formatRupees, groupIndian, type Paise, paise } from './money.ts'

declare const usdtBrand: unique symbol
/** A sum of USDT in millionths. */
export type Usdt = bigint & { readonly [usdtBrand]: true }

const ONE = 1_000_000n // one USDT in millionths
const CENT = 10_000n

/** Marks a whole number of millionths as USDT. */
export function usdtOf(millionths: bigint): Usdt {
  return millionths as Usdt
}

/** What a sum of USDT is worth, rounded half-up to the paisa. */
export function rupeesOf(sum: Usdt, rate: Paise): Paise {
  return paise((sum * rate + ONE / 2n) / ONE)
}

/** The smallest sum of USDT, in whole cents, that is worth at least `amount`: what a payer has to send. */
export function usdtCovering(amount: Paise, rate: Paise): Usdt {
  if (rate <= 0n) throw new Error(`usdtCovering: rate ${rate}`)
  const perCent = rate * CENT
  return usdtOf(((amount * ONE + perCent - 1n) / perCent) * CENT)
}

/** The largest sum of USDT, in millionths, that is worth at most `amount`: what a payout at this rate pays. */
export function usdtWorth(amount: Paise, rate: Paise): Usdt {
  if (rate <= 0n) throw new Error(`usdtWorth: rate ${rate}`)
  return usdtOf((amount * ONE) / rate)
}

/** The rate, to the paisa, at which a sum of USDT was converted to this amount by `rupeesOf`; exact from one USDT on. */
export function rateOf(amount: Paise, sum: Usdt): Paise {
  return paise((amount * ONE + sum / 2n) / sum)
}

/** USDT as people read it: '$1,111.12', with at least two decimals, and more only if needed. */
export function formatUsdt(sum: Usdt): string {
  const [whole = '0', fraction = ''] = decimalText(sum, 6).split('.')
  return `$${groupIndian(whole)}.${fraction.padEnd(2, '0')}`
}

/** An address as people compare it, four characters at a time. */
export function inFours(address: string): string {
  return address.replace(/.{4}(?=.)/g, '$& ')
}

/** A rate as people read it: '₹90.00 per USDT'. */
export function formatRate(rate: Paise): string {
  return `${formatRupees(rate)} per USDT`
}
