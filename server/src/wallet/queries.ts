import { historyPage, type HistoryQuery, type HistoryRow, type HistorySource } from '../ledger/history.ts'
import type { Db } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

/** One page of a user's history. The balance after a row with a cause is looked up only for the page's rows. */
export async function historyOf(db: Db, sources: readonly HistorySource[], query: HistoryQuery): Promise<HistoryRow[]> {
  const page = historyPage(sources, query)
  if (!page) return []
  const { rows } = await sql<HistoryRow>`
    select h.*, coalesce(h.balance_after, e.balance_after) as balance_after
      from (${page}) as h
      -- with and without a day, so that all four columns are looked up in the index
      left join lateral (
             select id from ledger_transfers
              where subject_id = h.subject_id and subject = h.subject and event = h.event and day = h.day
             union all
             select id from ledger_transfers
              where subject_id = h.subject_id and subject = h.subject and event = h.event and day is null and h.day is null
           ) as t on true
      left join ledger_accounts a on a.holder = ${query.user} and a.kind = 'wallet'
      left join ledger_entries e on e.transfer_id = t.id and e.account_id = a.id
     order by h.at desc, h.key collate "C" desc, h.id desc`.execute(db)
  return rows
}
