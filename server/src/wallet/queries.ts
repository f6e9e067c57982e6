import { historyPage, type HistoryQuery, type HistoryRow, type HistorySource } from '../ledger/history.ts'
import type { Db } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'

/** One page of a user's history. The balance after a row that names its cause is looked up for the page's rows only. */
export async function historyOf(db: Db, sources: readonly HistorySource[], query: HistoryQuery): Promise<HistoryRow[]> {
  const page = historyPage(sources, query)
  if (!page) return []
  const { rows } = await sql<HistoryRow>`
    select h.*, coalesce(h.balance_after, e.balance_after) as balance_after
      from (${page}) as h
      left join ledger_transfers t on t.cause = h.cause
      left join ledger_accounts a on a.holder = ${query.user} and a.kind = coalesce(h.account, 'wallet')
      left join ledger_entries e on e.transfer_id = t.id and e.account_id = a.id
     order by h.at desc, h.key collate "C" desc, h.id desc`.execute(db)
  return rows
}
