import { type Sql, sql } from '../platform/database/sql.ts'

/**
 * All wallets with their current balances, as a table (user_id, balance) that an index keeps in order: the kept ranks,
 * with the wallets themselves replacing those that have changed since.
 */
export function walletsByBalance(direction: 'asc' | 'desc'): Sql<unknown> {
  const order = sql.raw(`order by balance ${direction}, user_id ${direction}`)
  // Both parts are ordered, so the database merges them instead of sorting all rows.
  return sql`(
    (select user_id, balance from wallet_ranks
      where user_id not in (select user_id from wallets_not_added()) ${order})
    union all
    (select user_id, balance from wallets_not_added() ${order}))`
}
