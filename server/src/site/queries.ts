import type { Paise } from '@bittkosh/contract/money'
import { type Db, onlyRow } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

const DAY_MS = 86_400_000

export type Figures = { activeUsers: number; invested: Paise; dailyTransactions: number }

/** Active users, everything ever invested in plans, and money movements in the last 24 hours. */
export async function countFigures(db: Db, at: Date): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select (select count(*) from users where role = 'user' and is_active and closed_at is null)::integer as "activeUsers",
           (select coalesce(sum(amount), 0) from investments)::bigint as invested,
           (select count(*) from ledger_transfers
             where at > ${new Date(at.getTime() - DAY_MS)})::integer as "dailyTransactions"`.execute(db)
  return onlyRow(rows, 'figures of the site')
}
