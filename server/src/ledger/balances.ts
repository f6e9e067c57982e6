/** Reads the ledger: a user's balances, the entries of an event. */
import type { Paise } from '@bittkosh/contract/money'
import type { Cause } from '@bittkosh/contract/movements'
import type { Db, Tx } from '../platform/database/database.ts'
import type { UserAccount } from './movements.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

export type Balances = Record<UserAccount, Paise>

/** A user's four balances in paise. Throws if the user has no accounts. */
export async function balancesOf(db: Db | Tx, user: number): Promise<Balances> {
  const { rows } = await sql<{ kind: UserAccount; balance: Paise }>`
    select kind, balance from ledger_accounts where holder = ${user}`.execute(db)
  if (rows.length !== 4) throw new Error(`user ${user} has ${rows.length} accounts`)
  return Object.fromEntries(rows.map((row) => [row.kind, row.balance])) as Balances
}

/**
 * Locks these accounts of users in the order of the posting function: a part of `lockInOrder`. Also name every account that is posted
 * to later and sorts before these: locking it afterwards would reverse the order.
 */
export function accountsLocked(users: Sql, ...kinds: UserAccount[]): Sql {
  return sql`
    select from ledger_accounts where holder = any (${users}) and kind in (${sql.join(kinds.map(sql.lit))})
     order by holder, kind for no key update`
}

/** The balance of a user's wallet, as a part of a larger query. */
export function walletOf(user: number | Sql): Sql {
  return sql`(select balance from ledger_accounts where holder = ${user} and kind = 'wallet')`
}

export type Line = { holder: number; amount: Paise; balanceAfter: Paise | null }

/** The entries that an event posted, each with its account's holder (0: the platform). Empty if it moved nothing. */
export async function linesOf(db: Db, { subject, subjectId, event, day = null }: Cause): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select a.holder, e.amount, e.balance_after as "balanceAfter"
      from ledger_transfers t
      join ledger_entries e on e.transfer_id = t.id
      join ledger_accounts a on a.id = e.account_id
     where t.subject = ${subject} and t.subject_id = ${subjectId} and t.event = ${event}
       and t.day is not distinct from ${day}::date
     order by e.amount`.execute(db)
  return rows
}

/** The welcome bonus that a user received; null if there was none. */
export async function welcomeBonusOf(db: Db | Tx, user: number): Promise<Paise | null> {
  const { rows } = await sql<{ amount: Paise }>`
    select e.amount
      from ledger_transfers t
      join ledger_entries e on e.transfer_id = t.id and e.amount > 0
     where t.subject = 'user' and t.subject_id = ${user} and t.event = 'welcomed'`.execute(db)
  return rows[0]?.amount ?? null
}
