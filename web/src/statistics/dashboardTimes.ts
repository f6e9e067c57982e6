import { RANGE_MAX_DAYS } from '@bittkosh/contract/statistics'
import { addDays, dayOf, daysBetween, monthOf } from '@bittkosh/contract/time'

export type DayRange = { start: string; end: string }

/** The days in the address, both included; this month so far if they are none. */
export function rangeOf({ start, end }: Partial<DayRange>, now = new Date()): DayRange {
  if (start !== undefined && end !== undefined && start <= end && daysBetween(start, end) < RANGE_MAX_DAYS)
    return { start, end }
  return thisMonth(now)
}

/** Whether the address asks for more days than are shown at once, instead of which this month stands there. */
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

/** So many days up to today. */
export function lastDays(days: number, now = new Date()): DayRange {
  const end = dayOf(now)
  return { start: addDays(end, 1 - days), end }
}

const ALONE_MAX_DAYS = 45 // more bars than this are too thin to read and to hit on a phone

/** What the bars of a picture stand for: days, or weeks where there would be too many. */
export function barsOf<D>(days: readonly D[]): D[][] {
  if (days.length <= ALONE_MAX_DAYS) return days.map((day) => [day])
  return Array.from({ length: Math.ceil(days.length / 7) }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

/** Which of so many bars have a label: all where that is a figure, else about six, which fit on a phone. */
export function labelEvery(bars: readonly unknown[][]): number {
  const areDays = bars.every((bar) => bar.length === 1)
  return areDays && bars.length <= 31 ? 1 : Math.ceil(bars.length / 6)
}
