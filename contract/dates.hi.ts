/** Days and moments as Hindi text, by the clock in Asia/Kolkata. */
import { dayOf, startOfDay, timeOf } from './time.ts'

const dates = new Intl.DateTimeFormat('hi-IN-u-nu-latn', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'Asia/Kolkata',
})

/** A business day: '2026-12-21' is '21 दिस॰ 2026'. */
export function dayText(day: string): string {
  return dates.format(startOfDay(day))
}

/** A moment: '21 नव॰ 2026, 10:42'. */
export function momentText(at: Date): string {
  return `${dates.format(at)}, ${timeOf(at)}`
}

/** A moment, or only its time if it is on the same day as `now`: '10:42'. */
export function whenText(at: Date, now: Date): string {
  return dayOf(at) === dayOf(now) ? timeOf(at) : momentText(at)
}
