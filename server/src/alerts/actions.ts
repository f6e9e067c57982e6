import type { Role } from '@bittkosh/contract/roles'
import type { Settings } from '@bittkosh/contract/settings'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { type Check, insertCheck, newestCheck, raise, visibleTo } from './queries.ts'
import { deliveryOf } from './rules.ts'

export { recordTriedBackup } from './queries.ts'

/** How many open alerts an admin has not seen. */
export async function countUnseen(db: Db, reader: { id: number; roles: readonly Role[] }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
      from alerts a
     where ${visibleTo(reader)} and a.ended_at is null
       and not exists (select from alert_seen s where s.alert_id = a.id and s.admin_id = ${reader.id})`.execute(db)
  return onlyRow(rows, 'unseen alerts').count
}

/** Notifies the admin whose payout, or batch of payouts, another admin took over. */
export async function notifyOfTakeOver(
  tx: Tx,
  at: Date,
  {
    kind,
    id,
    from,
    by,
    settings,
  }: {
    kind: 'payout_taken_over' | 'batch_taken_over'
    id: number
    from: number
    by: number
    settings: Settings
  },
): Promise<void> {
  const way = deliveryOf(settings, kind)
  const cause = `${id} ${from} ${at.toISOString()}`
  if (way) await raise(tx, at, { kind, cause, subjectId: id, actor: by, toldTo: from, ...way })
}

/**
 * Begins a check of the invariants. The returned function records the result, as names and a count: a clean result ends
 * what was recorded before it began, but not what another check has found since.
 */
export async function beginCheck(db: Db): Promise<(at: Date, result: Omit<Check, 'begunAfter'>) => Promise<void>> {
  const begunAfter = await newestCheck(db)
  return (at, result) => insertCheck(db, at, { begunAfter, ...result })
}
