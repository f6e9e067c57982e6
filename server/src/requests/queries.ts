import type { RequestKind } from '@bittkosh/contract/requestStates'
import { type Db, onlyRow } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

const MEASURED = 50
const ENOUGH = 5

/** The median wait in seconds of the last 50 granted requests of each kind; null for fewer than five. */
export async function medianWaits(db: Db): Promise<Record<RequestKind, number | null>> {
  const { rows } = await sql<Record<RequestKind, number | null>>`
    select ${medianOf(sql`select decided_at - created_at as waited from deposits
                           where status = 'approved' order by decided_at desc limit ${sql.lit(MEASURED)}`)} as deposit,
           ${medianOf(sql`select decided_at - created_at as waited from withdrawals
                           where status = 'approved' order by decided_at desc limit ${sql.lit(MEASURED)}`)} as withdrawal,
           ${medianOf(sql`select decided_at - submitted_at as waited from kyc_records
                           where status = 'approved' order by id desc limit ${sql.lit(MEASURED)}`)} as kyc`.execute(db)
  return onlyRow(rows, 'the usual waits')
}

function medianOf(latest: Sql<unknown>) {
  return sql`(
             select case when count(*) >= ${sql.lit(ENOUGH)}
                         then percentile_disc(0.5) within group (order by extract(epoch from waited))::integer end
               from (${latest}) as latest)`
}
