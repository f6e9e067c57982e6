import { dayOf, startOfDay } from '@bittkosh/contract/time'
import { noticeRow } from '../../../server/src/notifications/actions.ts'
import type { Tx } from '../../../server/src/platform/database.ts'
import type { Lives } from '../lives/lives.ts'
import type { Place } from '../place.ts'
import { insertRows } from './insert.ts'

/** Person by person, as they are read: so each finds its place in the index beside the one before. */
export async function writeNotices(tx: Tx, { notices }: Lives, { now }: Place): Promise<void> {
  const today = startOfDay(dayOf(now))
  await insertRows(
    tx,
    'notifications',
    notices
      .toSorted((one, other) => one.person.id - other.person.id)
      .map(({ person, notice, at }, n) => ({
        ...noticeRow({ user: person.id, ...notice() }),
        created_at: at,
        // most people read what they are told, the latest ones not yet
        read_at: n % 4 === 0 || at >= today ? null : new Date(at.getTime() + 3_600_000),
      })),
  )
}
