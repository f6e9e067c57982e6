/** The ledger's raw entries, for tests that compare them with the program's figures. */
import { type Paise, paise } from '@bittkosh/contract/money'
import type { PlatformAccount, UserAccount } from '../../server/src/ledger/movements.ts'
import type { Db } from '../../server/src/platform/database/database.ts'
import { sql } from '../../server/src/platform/database/sql.ts'

/** The platform's accounts as the sums of their entries, with the ledger's signs (cash received is negative). */
export async function platformTotals(db: Db): Promise<Record<PlatformAccount, Paise>> {
  const { rows } = await sql<{ kind: PlatformAccount; total: bigint }>`
    select a.kind, coalesce((select sum(e.amount) from ledger_entries e where e.account_id = a.id), 0)::bigint as total
      from ledger_accounts a
     where a.holder = 0`.execute(db)
  return Object.fromEntries(rows.map((row) => [row.kind, paise(row.total)])) as Record<PlatformAccount, Paise>
}

/** The balances after each entry of an account, oldest first. */
export async function runningBalances(db: Db, user: number, account: UserAccount): Promise<bigint[]> {
  const { rows } = await sql<{ balance_after: bigint }>`
    select e.balance_after
      from ledger_entries e
      join ledger_accounts a on a.id = e.account_id and a.holder = ${user} and a.kind = ${account}
     order by e.id`.execute(db)
  return rows.map((row) => row.balance_after)
}
