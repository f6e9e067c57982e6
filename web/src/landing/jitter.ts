/** Moves the landing page's sample rows: for display only, without a market behind it. */
export type SampleRow = {
  /** Rupees. */
  price: number
  /** Percent, shown beside the price. */
  change: number
}

/** A number in [0, 1), as Math.random returns it. */
type Random = () => number

export const JITTER_MS = 3000
const PRICE_PERCENT = 1
const CHANGE_POINTS = 0.2

/** The row three seconds later: the price up to 1 % up or down, the change by up to 0.2 points. */
export function jitter<Row extends SampleRow>(row: Row, random: Random): Row {
  const price = row.price * (1 + (between(random) * PRICE_PERCENT) / 100)
  const change = row.change + between(random) * CHANGE_POINTS
  return { ...row, price, change }
}

/** Between −1 and 1. */
function between(random: Random): number {
  return random() * 2 - 1
}
