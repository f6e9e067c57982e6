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

/** Older than anybody. A range that goes back from the first years would leave the dates that PostgreSQL can read. */
export const FIRST_DAY = '1900-01-01'

/** Whether a text is an existing day: '2026-02-28', not '2026-02-30'. */
export function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  return (
    text >= FIRST_DAY &&
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(at.getTime()) &&
    at.toISOString().startsWith(text)
  )
}

/** 00:00 Asia/Kolkata of a business day. */
export function startOfDay(day: string): Date {
  return new Date(new Date(`${day}T00:00:00Z`).getTime() - KOLKATA_OFFSET_MS)
}

/**
 * The business day this many days after a day (before, if negative). Most results lie within the same month, where no
 * Date is made: with Dates alone, half the time of `npm run bench -- strategies` was spent here.
 */
export function addDays(day: string, days: number): string {
  const ofMonth = Number(day.slice(8)) + days
  if (ofMonth >= 1 && ofMonth <= 28) return day.slice(0, 8) + String(ofMonth).padStart(2, '0')
  return new Date(new Date(`${day}T00:00:00Z`).getTime() + days * DAY_MS).toISOString().slice(0, 10)
}

/** Business days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((new Date(`${to}T00:00:00Z`).getTime() - new Date(`${from}T00:00:00Z`).getTime()) / DAY_MS)
}

/** The first day of a day's month. */
export function monthOf(day: string): string {
  return `${day.slice(0, 7)}-01`
}

/** The first day of the month this many months after (before, if negative) the month that begins on `month`. */
export function addMonths(month: string, months: number): string {
  const at = new Date(`${month}T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + months)
  return at.toISOString().slice(0, 10)
}

/** Months from the one that begins on `from` to the one that begins on `to`. */
export function monthsBetween(from: string, to: string): number {
  return 12 * (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) + Number(to.slice(5, 7)) - Number(from.slice(5, 7))
}
