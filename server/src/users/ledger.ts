/** One person's ledger as an admin reads it: the lines that add up to the balance. */
import * as calls from '@bittkosh/contract/users'
import type { LedgerLine } from '@bittkosh/contract/users'
import { pageByKey, readEntryCursor } from '../platform/http/cursor.ts'
import { sql } from '../platform/database/sql.ts'
import { onDays } from '../platform/lists.ts'
import type { Answer, Call, DbOf } from '../platform/http/http.ts'
import { refuse } from '../platform/http/refuse.ts'
import { isKnown } from './queries.ts'

const PAGE = 50

/** A page of the lines of all four accounts, in the order of booking and newest first, in one statement. */
export async function userLedger(
  { params, query }: Call<typeof calls.userLedger>,
  db: DbOf<typeof calls.userLedger>,
): Promise<Answer<typeof calls.userLedger>> {
  const { type, account } = query
  const before = readEntryCursor(query.cursor)
  const conditions = [
    sql`e.account_id = a.id`,
    ...(before === undefined ? [] : [sql`e.id < ${before}`]),
    ...onDays('e.at', query),
    ...(type ? [sql`t.kind = ${type}`] : []),
  ]
  type Row = Omit<LedgerLine, 'id'> & { id: bigint }
  const { rows } = await sql<Row>`
    select line.id, line.at, a.kind as account, line.kind, line.amount, line.balance, line.subject, line.subject_id,
           line.day::text as day,
           -- of a night's interest there are thousands of other lines
           case when line.kind = 'transfer' then
             (select json_build_object('id', u.id, 'name', u.name)
                from ledger_entries o
                join ledger_accounts b on b.id = o.account_id
                join users u on u.id = b.user_id
               where o.transfer_id = line.transfer_id and b.holder <> a.holder) end as other
      from ledger_accounts a
     cross join lateral (
             select e.id, e.at, e.amount, e.balance_after as balance, e.transfer_id, t.kind, t.subject, t.subject_id, t.day
               from ledger_entries e
               join ledger_transfers t on t.id = e.transfer_id
              where ${sql.join(conditions, sql` and `)}
              order by e.id desc
              limit ${PAGE + 1}) as line
     where a.holder = ${params.id} ${account ? sql`and a.kind = ${account}` : sql``}
     order by line.id desc
     limit ${PAGE + 1}`.execute(db)
  if (rows.length === 0 && !(await isKnown(db, params.id))) refuse(db, 'not_found')
  const { page, next_cursor } = pageByKey(rows, { size: PAGE, key: (row) => [String(row.id)] })
  return { data: page.map((row) => ({ ...row, id: Number(row.id) })), next_cursor }
}
