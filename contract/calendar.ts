/** The date of the machines that the program runs on, and the word of an admin that it is right after it has jumped. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { day } from './shapes.ts'

export const dateStanding = z.object({
  /** The last day that was trusted; null before the first start is through. */
  trusted_day: z.nullable(day),
  /** The day that a machine says instead, more than a week later; null while none does. */
  doubted_day: z.nullable(day),
})
export type DateStanding = z.output<typeof dateStanding>

export const readDate = endpoint({
  name: 'readDate',
  method: 'GET',
  path: '/admin/date',
  who: 'admin',
  permission: 'reports.read',
  summary:
    'Whether the date of a machine is doubted, because it is more than a week ahead of the last that was trusted',
  reply: dateStanding,
})

export const confirmDate = endpoint({
  name: 'confirmDate',
  method: 'POST',
  path: '/admin/date/confirm',
  who: 'admin',
  permission: 'settings.money',
  freshCode: 'always',
  fourEyes: 'never',
  summary: 'Confirm that the doubted day is today: interest of the days in between is posted, and plans are paid again',
  refusals: ['changed_meanwhile'],
  body: z.strictObject({
    /** The doubted day that was shown. */
    day,
  }),
  reply: dateStanding,
})
