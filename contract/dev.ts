/** Calls that exist only while DEV_TOOLS is on; the API document and the client do not contain them. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { instant } from './shapes.ts'

export const moveClock = endpoint({
  name: 'moveClock',
  method: 'PUT',
  path: '/dev/clock',
  who: 'anyone',
  limit: 'none',
  summary: 'Move the program’s clock; jobs that become due run before the answer',
  body: z.strictObject({ now: instant }),
  reply: z.object({ now: instant }),
})
