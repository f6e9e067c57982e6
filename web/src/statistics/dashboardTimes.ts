import { RANGE_MAX_DAYS, YEAR_MAX, YEAR_MIN } from '@bittkosh/contract/statistics'
import { addDays, dayOf, daysBetween } from '@bittkosh/contract/time'

export type Month = { year: number; month: number }
export type DayRange = { start: string; end: string }

/** The month in the address; the current one if it has none or an invalid one. */
export function monthOf({ year, month }: Partial<Month>, now = new Date()): Month {
  const today = dayOf(now)
  const isYear = year !== undefined && year >= YEAR_MIN && year <= YEAR_MAX
  const isMonth = month !== undefined && month >= 1 && month <= 12
  if (isYear && isMonth) return { year, month }
  return { year: Number(today.slice(0, 4)), month: Number(today.slice(5, 7)) }
}

/** The days in the address, both included; the last thirty if they are invalid. */
export function rangeOf({ start, end }: Partial<DayRange>, now = new Date()): DayRange {
  if (isDay(start) && isDay(end) && start <= end && daysBetween(start, end) < RANGE_MAX_DAYS) return { start, end }
  return lastDays(30, now)
}

/** Whether the address asks for more days than are shown at once, instead of which the last thirty stand there. */
export function isRangeTooLong({ start, end }: Partial<DayRange>): boolean {
  return isDay(start) && isDay(end) && start <= end && daysBetween(start, end) >= RANGE_MAX_DAYS
}

/** So many days up to today. */
export function lastDays(days: number, now = new Date()): DayRange {
  const end = dayOf(now)
  return { start: addDays(end, 1 - days), end }
}

/** Which of so many bars have a label: about six, in steps of five, which fit on a phone. */
export function labelEvery(bars: number): number {
  return bars <= 31 ? 1 : Math.ceil(bars / 30) * 5
}

function isDay(text: string | undefined): text is string {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
