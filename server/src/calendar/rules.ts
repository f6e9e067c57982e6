import type { Refused } from '@bittkosh/contract/refusals'
import { dayOf } from '@bittkosh/contract/time'
import { isTooFarAhead } from '../platform/clock.ts'

/**
 * Whether the moment of a machine follows plausibly from the last trusted one. A moment that is too far ahead is still
 * believed at the first look of a process, because a machine that was off for long catches up by itself; but not if a
 * clock was already in doubt, or if the database's machine disagrees. Source: docs/rules.md#a-date-in-doubt.
 */
export function isBelieved({
  machineAt,
  trustedAt,
  doubtedAt,
  databaseAt,
  isFirstLook,
}: {
  machineAt: Date
  trustedAt: Date
  doubtedAt: Date | null
  databaseAt: Date
  isFirstLook: boolean
}): boolean {
  if (!isTooFarAhead(machineAt, trustedAt)) return true
  return isFirstLook && doubtedAt === null && !isTooFarAhead(machineAt, databaseAt)
}

/** An admin confirms the day that they were shown. Refuses `changed_meanwhile` if none is in doubt, or another one. */
export function judgeConfirmation({
  day,
  doubtedAt,
}: {
  day: string
  doubtedAt: Date | null
}): { trustedAt: Date } | { refused: Refused<'changed_meanwhile'> } {
  if (doubtedAt === null || dayOf(doubtedAt) !== day) return { refused: { code: 'changed_meanwhile' } }
  return { trustedAt: doubtedAt }
}
