/** The sessions of an account: where it is signed in, and signing out elsewhere. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, instant, pathId } from './shapes.ts'

export const session = z.object({
  id,
  /** Browser and system in the reader's language, as far as the browser reveals them: 'Chrome on Android'; otherwise null. */
  device: z.nullable(z.string()),
  created_at: instant,
  last_seen_at: instant,
  current: z.boolean(),
})
export type Session = z.output<typeof session>

export const listSessions = endpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/sessions',
  who: 'signed-in',
  limit: 'session',
  summary: 'Where this account is signed in',
  reply: z.object({ data: z.array(session) }),
})

export const endSession = endpoint({
  name: 'endSession',
  method: 'DELETE',
  path: '/sessions/{id}',
  who: 'signed-in',
  limit: 'none', // as for the end of one's own
  summary: 'Sign out one session',
  params: z.strictObject({ id: pathId }),
})
