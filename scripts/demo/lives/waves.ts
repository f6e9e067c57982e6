/** The times at which people and admins act: some days of the older months, every day since Earn opened, and now. */
import { addDays, dayOf, daysBetween, startOfDay } from '@bittkosh/contract/time'
import type { Random } from '../people.ts'

export const DAYS_AGO = 240 // the first demo user registered this long ago
export const EARN_DAYS = 30 // Earn opened this long ago: a row for each user and day
const OLD_WAVES = 30 // before that, people act on this many days only
export const WAVES_PER_LIFE = 40 // of about 60 for the very first people; most have half as many

export function wavesOf(first: Date, now: Date, random: Random): Date[] {
  const today = dayOf(now)
  const recent = addDays(today, -EARN_DAYS)
  const older = Math.max(0, daysBetween(dayOf(first), recent))
  const stride = Math.max(1, Math.ceil(older / OLD_WAVES))
  const waves: Date[] = []
  for (let day = dayOf(first); day < today; day = addDays(day, daysToNext(day))) {
    const at = new Date(Math.floor(startOfDay(day).getTime() + (10 + random() * 11) * 3_600_000))
    if (at >= first) waves.push(at)
  }
  return [...waves, now]

  function daysToNext(day: string): number {
    return day < recent ? Math.min(stride, daysBetween(day, recent)) : 1
  }
}
