import { dayOf, daysBetween, startOfDay } from '@bittkosh/contract/time'

/** Formats dates and business days for readers in India. Digits are Latin in Hindi too. */
export type DateLook = 'date' | 'day' | 'time' | 'dateTime' | 'month' | 'monthName' | 'monthShort' | 'monthYear'

const zone = 'Asia/Kolkata'
const looks = {
  /** 21 Nov 2026 */
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  /** 21 Nov */
  day: { day: 'numeric', month: 'short' },
  /** 10:42 */
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  /** 21 Nov 2026, 10:42 */
  dateTime: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  /** November 2026 */
  month: { month: 'long', year: 'numeric' },
  /** November */
  monthName: { month: 'long' },
  /** Nov */
  monthShort: { month: 'short' },
  /** Nov 2026 */
  monthYear: { month: 'short', year: 'numeric' },
} satisfies Record<DateLook, Intl.DateTimeFormatOptions>

const formats = new Map<string, Intl.DateTimeFormat>()

export function dateText(at: Date | string, look: DateLook, locale: string): string {
  const key = `${locale} ${look}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(`${intlLocale(locale)}-u-nu-latn`, { ...looks[look], timeZone: zone })
    formats.set(key, format)
  }
  return format.format(moment(at))
}

/** How to write a business day beside another one: with its year only if that is a different year. */
export function lookBeside(day: string, other: string): 'day' | 'date' {
  return day.slice(0, 4) === other.slice(0, 4) ? 'day' : 'date'
}

/** 'in 3 days', '4 minutes ago'; beyond a month the date. */
export function relativeText(at: Date | string, now: Date, locale: string): string {
  const seconds = Math.round((moment(at).getTime() - now.getTime()) / 1000)
  const step = steps.find(({ below }) => Math.abs(seconds) < below)
  if (!step) return dateText(at, 'date', locale)
  const format = new Intl.RelativeTimeFormat(`${intlLocale(locale)}-u-nu-latn`, { numeric: 'auto' })
  // days of the calendar: 'yesterday' is not two days ago in the evening
  const count = step.unit === 'day' ? daysBetween(dayOf(now), dayOf(moment(at))) : Math.trunc(seconds / step.seconds)
  return format.format(count, step.unit)
}

/** How long something has waited, in whole units, at least one minute: '4 mins', '3 hrs', '2 days'. */
export function waitedText(since: Date, now: Date, locale: string): string {
  const seconds = Math.max(0, Math.round((now.getTime() - since.getTime()) / 1000))
  return inUnits(seconds, { unitDisplay: 'short', round: (count) => Math.max(1, Math.trunc(count)) }, locale)
}

/** A measured time, rounded up to whole units: '4 minutes', '3 hours'. */
export function durationText(seconds: number, locale: string): string {
  return inUnits(seconds, { unitDisplay: 'long', round: (count) => Math.max(1, Math.ceil(count)) }, locale)
}

type Look = { unitDisplay: 'short' | 'long'; round: (count: number) => number }

function inUnits(seconds: number, { unitDisplay, round }: Look, locale: string): string {
  const step = steps.find(({ below }) => seconds < below) ?? { seconds: 86_400, unit: 'day' }
  const format = new Intl.NumberFormat(`${intlLocale(locale)}-u-nu-latn`, {
    style: 'unit',
    unit: step.unit,
    unitDisplay,
  })
  return format.format(round(seconds / step.seconds))
}

const steps = [
  { below: 60, seconds: 60, unit: 'minute' },
  { below: 3600, seconds: 60, unit: 'minute' },
  { below: 86_400, seconds: 3600, unit: 'hour' },
  { below: 31 * 86_400, seconds: 86_400, unit: 'day' },
] as const

/** The start of a business day in Asia/Kolkata. */
function moment(at: Date | string): Date {
  return at instanceof Date ? at : startOfDay(at)
}

function intlLocale(locale: string) {
  return locale === 'hi' ? 'hi-IN' : 'en-IN'
}
