/** Reads of the ledger: what a user holds, what an account went through, what the platform received and paid. */
import { type Paise, paise } from '@bittkosh/contract/money'
import type { Db, Tx } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'
import type { PlatformAccount, UserAccount } from './movements.ts'

export type Balances = Record<UserAccount, Paise>

/** A user's four balances in paise. Throws if the user has no accounts. */
export async function balancesOf(db: Db | Tx, user: number): Promise<Balances> {
  const { rows } = await sql<{ kind: UserAccount; balance: bigint }>`
    select kind, balance from ledger_accounts where holder = ${user}`.execute(db)
  if (rows.length !== 4) throw new Error(`user ${user} has ${rows.length} accounts`)
  return Object.fromEntries(rows.map((row) => [row.kind, paise(row.balance)])) as Balances
}

/** The wallets of these users, locked in the order of the posting function until the transaction ends. */
export async function lockWallets(tx: Tx, users: readonly number[]): Promise<Map<number, Paise>> {
  const { rows } = await sql<{ holder: number; balance: bigint }>`
    select holder, balance
      from ledger_accounts
     where holder = any (${users}::integer[]) and kind = 'wallet'
     order by holder
       for no key update`.execute(tx)
  return new Map(rows.map((row) => [row.holder, paise(row.balance)]))
}

/** The platform's accounts as the sums of their entries, signed as the ledger has them (cash received is negative). */
export async function platformTotals(db: Db | Tx): Promise<Record<PlatformAccount, Paise>> {
  const { rows } = await sql<{ kind: PlatformAccount; total: bigint }>`
    select a.kind, coalesce((select sum(e.amount) from ledger_entries e where e.account_id = a.id), 0)::bigint as total
      from ledger_accounts a
     where a.holder = 0`.execute(db)
  return Object.fromEntries(rows.map((row) => [row.kind, paise(row.total)])) as Record<PlatformAccount, Paise>
}

export type Entry = { id: bigint; amount: Paise; balanceAfter: Paise; kind: string; cause: string; at: Date }

/** A page of one account's entries, newest first; `before` is the last id of the page before. Same cost at any depth. */
export async function entriesOf(
  db: Db | Tx,
  { user, account, before, limit }: { user: number; account: UserAccount; before?: bigint; limit: number },
): Promise<Entry[]> {
  const { rows } = await sql<{
    id: bigint
    amount: bigint
    balance_after: bigint
    kind: string
    cause: string
    at: Date
  }>`
    select e.id, e.amount, e.balance_after, t.kind, t.cause, e.at
      from ledger_entries e
      join ledger_transfers t on t.id = e.transfer_id
     where e.account_id = (select id from ledger_accounts where holder = ${user} and kind = ${account})
       and e.id < ${before ?? 9_223_372_036_854_775_807n}
     order by e.id desc
     limit ${limit}`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    amount: paise(row.amount),
    balanceAfter: paise(row.balance_after),
    kind: row.kind,
    cause: row.cause,
    at: row.at,
  }))
}

export type Line = { holder: number; amount: Paise; balanceAfter: Paise | null }

/** What an event moved, line by line, as it was posted: of each account its holder, 0 for the platform. Empty where it moved nothing. */
export async function linesOf(db: Db, cause: string): Promise<Line[]> {
  const { rows } = await sql<{ holder: number; amount: bigint; balance_after: bigint | null }>`
    select a.holder, e.amount, e.balance_after
      from ledger_transfers t
      join ledger_entries e on e.transfer_id = t.id
      join ledger_accounts a on a.id = e.account_id
     where t.cause = ${cause}
     order by e.amount`.execute(db)
  return rows.map(({ holder, amount, balance_after: after }) => ({
    holder,
    amount: paise(amount),
    balanceAfter: after === null ? null : paise(after),
  }))
}

/** The welcome bonus that a user was paid; null where none was. */
export async function welcomeBonusOf(db: Db | Tx, user: number): Promise<Paise | null> {
  const { rows } = await sql<{ amount: bigint }>`
    select e.amount
      from ledger_transfers t
      join ledger_entries e on e.transfer_id = t.id and e.amount > 0
     where t.cause = ${`welcome ${user}`}`.execute(db)
  const [row] = rows
  return row ? paise(row.amount) : null
}
