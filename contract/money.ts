/**
 * Money and rates. Everything inside the program counts in whole paise (bigint) and parts per million (bigint); rupees
 * and percent exist only as text for people or as numbers on the wire.
 */
declare const paiseBrand: unique symbol
declare const ppmBrand: unique symbol

/** A sum of money in paise. Negative values are possible for changes and differences. */
export type Paise = bigint & { readonly [paiseBrand]: true }

/** A rate in parts per million: 7 % is 70,000; 0.02 % is 200. */
export type Ppm = bigint & { readonly [ppmBrand]: true }

/** Largest amount that any request may carry: ₹100,00,00,000 (docs/rules.md#numbers-and-time). */
export const AMOUNT_MAX = paise(100_00_00_000_00n)

export const ZERO = paise(0n)

/** Marks a whole number of paise as money. */
export function paise(value: bigint): Paise {
  return value as Paise
}

/** Money that the database has written into JSON, as text: JSON has no such integers. */
export function paiseFrom(text: string): Paise {
  return paise(BigInt(text))
}

/** Marks a whole number of millionths as a rate. */
export function ppm(value: bigint): Ppm {
  return value as Ppm
}

export function add(...amounts: Paise[]): Paise {
  return paise(amounts.reduce<bigint>((sum, amount) => sum + amount, 0n))
}

export function subtract(from: Paise, amount: Paise): Paise {
  return paise(from - amount)
}

export function larger(one: Paise, other: Paise): Paise {
  return one > other ? one : other
}

export function negate(amount: Paise): Paise {
  return paise(-amount)
}

/** `amount × rate`, rounded half-up to the paisa. The only rounding of fees, bonuses and profits. */
export function shareOf(amount: Paise, rate: Ppm): Paise {
  if (amount < 0n || rate < 0n) throw new Error(`shareOf: negative amount or rate (${amount}, ${rate})`)
  return paise((amount * rate + 500_000n) / 1_000_000n)
}

/** `amount / parts`, rounded half-up to the paisa: a figure to show, not one to post. */
export function partOf(amount: Paise, parts: bigint): Paise {
  const [twice, divisor] = [amount * 2n + parts, parts * 2n]
  const whole = twice / divisor
  return paise(twice < 0n && whole * divisor !== twice ? whole - 1n : whole) // bigint division rounds towards zero
}

/**
 * Splits an exact sum of millionths of a paisa into whole paise and a fraction to carry on, so that nothing is lost or
 * created between postings. The fraction lies in [0, 1,000,000).
 */
export function floorShare(millionths: bigint): { posted: Paise; carried: bigint } {
  if (millionths < 0n) throw new Error(`floorShare: negative sum ${millionths}`)
  return { posted: paise(millionths / 1_000_000n), carried: millionths % 1_000_000n }
}

/**
 * Reads plain decimal text ('1000', '1000.5', '-3.07') with at most `decimals` digits after the
 * point into a whole number of its smallest unit. Null for anything else: exponents, signs other than
 * one leading minus, spaces, grouping, other alphabets' digits.
 */
export function parseDecimal(text: string, decimals: number): bigint | null {
  const match = /^(-?)(\d{1,18})(?:\.(\d+))?$/.exec(text)
  if (!match) return null
  const [, sign, whole = '0', fraction = ''] = match
  if (fraction.length > decimals) return null
  const units = BigInt(whole + fraction.padEnd(decimals, '0'))
  return sign ? -units : units
}

/** The shortest plain decimal text of a count of units: (150n, 2) is '1.5'; (100n, 2) is '1'. */
export function decimalText(units: bigint, decimals: number): string {
  const { sign, whole, fraction } = split(units, decimals)
  const short = fraction.replace(/0+$/, '')
  return short ? `${sign}${whole}.${short}` : `${sign}${whole}`
}

/** Rupees with both paise digits and no grouping: '1234.50'. For files and machine-read text. */
export function rupeesText(amount: Paise): string {
  const { sign, whole, fraction } = split(amount, 2)
  return `${sign}${whole}.${fraction}`
}

/** A percentage as people write it: 70_000 ppm is '7', 200 ppm is '0.02'. */
export function percentText(rate: Ppm): string {
  return decimalText(rate, 4)
}

/** To the nearest rupee, half a rupee away from zero: ₹0.50 is ₹1, −₹0.50 is −₹1. A figure to show, not one to post. */
export function nearestRupee(amount: Paise): Paise {
  return paise(((amount + (amount < 0n ? -50n : 50n)) / 100n) * 100n) // bigint division rounds towards zero
}

/**
 * Rupees as people in India read them: '₹1,23,456.78'; negative '−₹515.00'. `decimals: 0` rounds to the nearest rupee; what
 * rounds to nothing has no sign.
 */
export function formatRupees(amount: Paise, { decimals = 2 }: { decimals?: 0 | 2 } = {}): string {
  const { sign, whole, fraction } = split(decimals === 0 ? nearestRupee(amount) : amount, 2)
  const grouped = groupIndian(whole)
  return `${sign ? '−' : ''}₹${grouped}${decimals === 2 ? `.${fraction}` : ''}`
}

/** The same with paise only where there are some: '₹1,000', '₹1,000.50'. */
export function trimmedRupees(amount: Paise): string {
  return formatRupees(amount, { decimals: amount % 100n === 0n ? 0 : 2 })
}

/** Groups digits the Indian way: the last three, then pairs. */
export function groupIndian(digits: string): string {
  const head = digits.slice(0, -3)
  const tail = digits.slice(-3)
  return head ? `${head.replace(/\B(?=(\d{2})+$)/g, ',')},${tail}` : tail
}

function split(units: bigint, decimals: number) {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  return { sign, whole: digits.slice(0, digits.length - decimals), fraction: digits.slice(digits.length - decimals) }
}
