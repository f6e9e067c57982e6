import { type Sql, sql } from '../platform/sql.ts'

/**
 * All wallets with what they hold now, as a table (user_id, balance) that comes in its order by index: the ranks that
 * are kept, and in the place of those that have moved since, the wallets themselves.
 */
export function walletsByBalance(direction: 'asc' | 'desc'): Sql<unknown> {
  const order = sql.raw(`order by balance ${direction}, user_id ${direction}`)
  // Ordered in themselves, so that the database merges the two instead of sorting all.
  return sql`(
    (select user_id, balance from wallet_ranks
      where user_id not in (select user_id from wallets_not_added()) ${order})
    union all
    (select user_id, balance from wallets_not_added() ${order}))`
}
