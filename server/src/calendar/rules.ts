import type { Refused } from '@bittkosh/contract/refusals'
import { dayOf } from '@bittkosh/contract/time'

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
