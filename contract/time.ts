/** Business days in Asia/Kolkata (+05:30 all year, no daylight saving) as 'YYYY-MM-DD'. */

const KOLKATA_OFFSET_MS = 5.5 * 3_600_000
const DAY_MS = 86_400_000

/** The business day that an instant falls on. */
export function dayOf(at: Date): string {
  return new Date(at.getTime() + KOLKATA_OFFSET_MS).toISOString().slice(0, 10)
}

/** The clock in Asia/Kolkata at an instant: '10:42'. */
export function timeOf(at: Date): string {
  return new Date(at.getTime() + KOLKATA_OFFSET_MS).toISOString().slice(11, 16)
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A business day as an English sentence says it: '2026-12-21' is '21 Dec 2026'. */
export function dayText(day: string): string {
  const [year, month, date] = day.split('-')
  return `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`
}

/** A moment in Asia/Kolkata as an English sentence says it: '21 Nov 2026, 10:42'. */
export function momentText(at: Date): string {
  return `${dayText(dayOf(at))}, ${timeOf(at)}`
}

/** The same, of which the time alone is enough where it was on the day of `now`. */
export function whenText(at: Date, now: Date): string {
  return dayOf(at) === dayOf(now) ? timeOf(at) : momentText(at)
}

/** 00:00 Asia/Kolkata of a business day. */
export function startOfDay(day: string): Date {
  return new Date(new Date(`${day}T00:00:00Z`).getTime() - KOLKATA_OFFSET_MS)
}

export function addDays(day: string, days: number): string {
  return new Date(new Date(`${day}T00:00:00Z`).getTime() + days * DAY_MS).toISOString().slice(0, 10)
}

/** Business days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((new Date(`${to}T00:00:00Z`).getTime() - new Date(`${from}T00:00:00Z`).getTime()) / DAY_MS)
}
