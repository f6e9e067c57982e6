import { RANGE_MAX_DAYS } from '@bittkosh/contract/statistics'
import { addDays, dayOf, daysBetween, monthOf } from '@bittkosh/contract/time'

export type DayRange = { start: string; end: string }

/** The days in the address, both included; this month so far if they are missing. */
export function rangeOf({ start, end }: Partial<DayRange>, now = new Date()): DayRange {
  if (start !== undefined && end !== undefined && start <= end && daysBetween(start, end) < RANGE_MAX_DAYS)
    return { start, end }
  return thisMonth(now)
}

/** Whether the address has a longer range than is shown at once; this month is shown instead. */
export function isRangeTooLong({ start, end }: Partial<DayRange>): boolean {
  return start !== undefined && end !== undefined && daysBetween(start, end) >= RANGE_MAX_DAYS
}

/** The month so far. */
export function thisMonth(now = new Date()): DayRange {
  const end = dayOf(now)
  return { start: monthOf(end), end }
}

/** The whole month before this one. */
export function lastMonth(now = new Date()): DayRange {
  const end = addDays(thisMonth(now).start, -1)
  return { start: monthOf(end), end }
}

/** The last days up to today, this many. */
export function lastDays(days: number, now = new Date()): DayRange {
  const end = dayOf(now)
  return { start: addDays(end, 1 - days), end }
}

const ALONE_MAX_DAYS = 45 // more bars than this are too thin to read and to tap on a phone

/** What the bars of a chart stand for: days, or weeks if there would be too many. */
export function barsOf<D>(days: readonly D[]): D[][] {
  if (days.length <= ALONE_MAX_DAYS) return days.map((day) => [day])
  return Array.from({ length: Math.ceil(days.length / 7) }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

/** Every how many bars one has a label: each if that is the number of its day, otherwise about six in all, which fit on a phone. */
export function labelEvery(bars: readonly unknown[][]): number {
  const areDays = bars.every((bar) => bar.length === 1)
  return areDays && bars.length <= 31 ? 1 : Math.ceil(bars.length / 6)
}
