/** Titled external links of the mobile menu. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, instant } from './shapes.ts'

const upcoming = z.object({ id, title: z.string(), link: z.nullable(z.string()), created_at: instant })
export type Upcoming = z.output<typeof upcoming>

export const listUpcomings = endpoint({
  method: 'GET',
  path: '/upcomings',
  who: 'signed-in',
  summary: 'All upcoming items, newest first',
  reply: z.array(upcoming),
})
