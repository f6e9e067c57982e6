/** The refusals for two admins who work on the same record at the same time. */
import type { Refused } from './refusals.ts'
import type { DecidedState } from './requestStates.ts'

/** The refusal of a second decision, naming the first: 'Already approved by Meera, 10:42'. */
export function alreadyDecided({
  status,
  by,
  side = 'admin',
  decidedAt,
  now,
}: {
  status: DecidedState
  /** The admin's name; null if no admin is named. */
  by: string | null
  /** Who decided if it was not an admin: the reader, or the user whose request the reader looks at. */
  side?: 'admin' | 'user' | 'reader'
  decidedAt: Date
  now: Date
}): Refused<'already_decided'> {
  return { code: 'already_decided', params: { status, side, by, at: decidedAt, now } }
}

/** The refusal of an edit because another admin has changed the record since: 'Changed by Meera in the meantime, 10:42'. */
export function changedMeanwhile({
  by,
  changedAt,
  now,
}: {
  by: string | null
  changedAt: Date
  now: Date
}): Refused<'changed_meanwhile'> {
  return { code: 'changed_meanwhile', params: { by, at: changedAt, now } }
}
