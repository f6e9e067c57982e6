/** What two admins who work on the same record at the same time are told. */
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
}): Refused<'already_decided'> {
  return { code: 'already_decided', message: `Already ${status}${by ? ` by ${by}` : ''}, ${whenText(decidedAt, now)}` }
}

/** The refusal of an edit of what another admin has changed since it was opened: 'Changed by Meera meanwhile, 10:42'. */
export function changedMeanwhile({
  by,
  changedAt,
  now,
}: {
  by: string | null
  changedAt: Date
  now: Date
}): Refused<'changed_meanwhile'> {
  return {
    code: 'changed_meanwhile',
    message: `Changed${by ? ` by ${by}` : ''} meanwhile, ${whenText(changedAt, now)}`,
  }
}

function whenText(at: Date, now: Date): string {
  return dayOf(at) === dayOf(now) ? timeOf(at) : momentText(at)
}
