/** The moving price on the market list: for display only. It is not money, so it is a plain number of rupees. */

export type PriceRule = {
  /** Rupees. */
  lower: number
  higher: number
  /** Percent per tick. */
  bottomFlow: number
  upperFlow: number
}

export type Price = {
  /** Rupees. */
  value: number
  /** The change of the last tick in percent, bounds included. */
  change: number
}

/** A number in [0, 1), as Math.random returns it. */
export type Random = () => number

export const TICK_MS = 3000
const UP_CHANCE = 0.7

/** A price starts anywhere between its bounds. */
export function firstPrice(rule: PriceRule, random: Random): Price {
  return { value: rule.lower + random() * (rule.higher - rule.lower), change: 0 }
}

/**
 * The price after a tick: with 70 % probability up by between bottom and upper flow, else down by up to twice the bottom
 * flow; never beyond its bounds.
 */
export function nextPrice(price: Price, rule: PriceRule, random: Random): Price {
  const isUp = random() < UP_CHANCE
  const percent = isUp
    ? rule.bottomFlow + random() * (rule.upperFlow - rule.bottomFlow)
    : -random() * 2 * rule.bottomFlow
  const moved = price.value * (1 + percent / 100)
  const value = Math.min(rule.higher, Math.max(rule.lower, moved))
  return { value, change: (value / price.value - 1) * 100 }
}
