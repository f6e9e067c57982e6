/** The date according to the machines that run the program, and an admin's confirmation after it has jumped. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { day } from './shapes.ts'

export const dateStanding = z.object({
  /** The last trusted day; null until the first start is complete. */
  trusted_day: z.nullable(day),
  /** The day, more than a week later, that a machine reports; null while none does. */
  doubted_day: z.nullable(day),
})
export type DateStanding = z.output<typeof dateStanding>

export const readDate = endpoint({
  name: 'readDate',
  method: 'GET',
  path: '/admin/date',
  who: 'admin',
  permission: 'reports.read',
  summary: 'Whether the date is in doubt, because a machine is more than a week ahead of the last trusted date',
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
  summary: 'Confirm that the doubted day is today: interest for the days in between is posted, and plans pay out again',
  refusals: ['changed_meanwhile'],
  body: z.strictObject({
    /** The doubted day that the admin saw. */
    day,
  }),
  reply: dateStanding,
})
