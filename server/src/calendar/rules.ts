import type { Refused } from '@bittkosh/contract/refusals'
import { dayOf } from '@bittkosh/contract/time'
import { isTooFarAhead } from '../platform/clock.ts'

/**
 * Whether what a machine says goes on from what was last trusted. Too far ahead, it still does at the first look of a process:
 * a machine that was off for long catches up by itself. Not so where its clock was doubted before that, or the database's machine says
 * otherwise. Source: docs/rules.md#a-date-in-doubt.
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

/** An admin confirms the day that they were shown. Refuses `changed_meanwhile` where none is doubted, or another one. */
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
