/** What two admins who decide the same request at the same time are told. */
import type { Refused } from './refusals.ts'
import { dayOf, momentText, timeOf } from './time.ts'

/** The refusal of a second decision, naming the first: 'Already approved by Meera, 10:42'. */
export function alreadyDecided({
  status,
  by,
  decidedAt,
  now,
}: {
  status: string
  /** An admin's name; null where the user or the program itself decided. */
  by: string | null
  decidedAt: Date
  now: Date
}): Refused {
  const when = dayOf(decidedAt) === dayOf(now) ? timeOf(decidedAt) : momentText(decidedAt)
  return { code: 'already_decided', message: `Already ${status}${by ? ` by ${by}` : ''}, ${when}` }
}
