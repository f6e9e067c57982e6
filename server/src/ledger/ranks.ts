import { type Sql, sql } from '../platform/database/sql.ts'

/**
 * All wallets with their current balances, as a table (user_id, balance) that an index keeps in order: the kept ranks,
 * and the wallets themselves in place of those that have changed since.
 */
export function walletsByBalance(direction: 'asc' | 'desc'): Sql<unknown> {
  const order = sql.raw(`order by balance ${direction}, user_id ${direction}`)
  // Each is ordered, so the database merges the two instead of sorting all.
  return sql`(
    (select user_id, balance from wallet_ranks
      where user_id not in (select user_id from wallets_not_added()) ${order})
    union all
    (select user_id, balance from wallets_not_added() ${order}))`
}
