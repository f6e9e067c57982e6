/** Days and moments as English text, by the clock in Asia/Kolkata. */
import { dayOf, timeOf } from './time.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A business day: '2026-12-21' is '21 Dec 2026'. */
export function dayText(day: string): string {
  const [year, month, date] = day.split('-')
  return `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`
}

/** A moment: '21 Nov 2026, 10:42'. */
export function momentText(at: Date): string {
  return `${dayText(dayOf(at))}, ${timeOf(at)}`
}

/** A moment, or only its time if it is on the same day as `now`: '10:42'. */
export function whenText(at: Date, now: Date): string {
  return dayOf(at) === dayOf(now) ? timeOf(at) : momentText(at)
}
