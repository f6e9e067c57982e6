/** External links with titles in the mobile menu. */
import * as z from 'zod/mini'
import { complaint } from './complaint.ts'
import { endpoint } from './endpoint.ts'
import { exportQuery } from './exports.ts'
import { id, instant, link, openedWith, pathId, text } from './shapes.ts'
import { hindi, hindiOf } from './twins.ts'

export const upcoming = z.object({
  id,
  title: z.string(),
  /** For admins, who get the English title; a user's is already in their language. */
  title_hi: z.optional(hindi),
  link: z.nullable(z.string()),
  created_at: instant,
  updated_at: z.nullable(instant),
})
export type Upcoming = z.output<typeof upcoming>

// An empty field of a form means no link.
const noLink = z.codec(z.literal(''), z.null(), { decode: () => null, encode: () => '' as const })

const fields = {
  title: text({ max: 200 }),
  title_hi: hindiOf(200),
  link: z.optional(z.nullable(z.union([noLink, link], complaint('link')))),
}
export const upcomingInput = z.strictObject(fields)

export const listUpcomings = endpoint({
  name: 'listUpcomings',
  method: 'GET',
  path: '/upcomings',
  who: 'signed-in',
  summary: 'All upcoming items, newest first',
  reply: z.array(upcoming),
})

export const exportUpcomings = endpoint({
  name: 'exportUpcomings',
  method: 'GET',
  path: '/upcomings/export',
  who: 'admin',
  permission: 'catalogue.read',
  freshCode: 'never',
  limit: 'statement',
  summary: 'All upcoming items as CSV or XLSX; logged',
  refusals: ['too_many_rows'],
  query: exportQuery({}),
  reply: 'file',
})

export const createUpcoming = endpoint({
  name: 'createUpcoming',
  method: 'POST',
  path: '/upcomings',
  who: 'admin',
  permission: 'catalogue.edit',
  freshCode: 'always',
  fourEyes: 'never',
  idempotent: true,
  summary: 'Add an upcoming item',
  body: upcomingInput,
  reply: upcoming,
  status: 201,
})

export const updateUpcoming = endpoint({
  name: 'updateUpcoming',
  method: 'PUT',
  path: '/upcomings/{id}',
  who: 'admin',
  permission: 'catalogue.edit',
  freshCode: 'always',
  fourEyes: 'never',
  idempotent: true,
  summary: 'Change an upcoming item',
  refusals: ['changed_meanwhile'],
  params: z.strictObject({ id: pathId }),
  body: z.strictObject({ ...fields, previous_updated_at: openedWith }),
  reply: upcoming,
})

export const deleteUpcoming = endpoint({
  name: 'deleteUpcoming',
  method: 'DELETE',
  path: '/upcomings/{id}',
  who: 'admin',
  permission: 'catalogue.edit',
  freshCode: 'never',
  fourEyes: 'never',
  idempotent: true,
  summary: 'Remove an upcoming item',
  params: z.strictObject({ id: pathId }),
})
