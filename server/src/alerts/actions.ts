import type { Role } from '@bittkosh/contract/auth'
import { type Db, onlyRow } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { visibleTo } from './queries.ts'

/** How many alerts an admin has not seen, of those that have not ended. */
export async function countUnseen(db: Db, reader: { id: number; roles: readonly Role[] }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
      from alerts a
     where ${visibleTo(reader)} and a.ended_at is null
       and not exists (select from alert_seen s where s.alert_id = a.id and s.admin_id = ${reader.id})`.execute(db)
  return onlyRow(rows, 'unseen alerts').count
}
