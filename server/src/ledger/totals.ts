/** The ledger's sums: kept by day in the background, completed with the latest entries on reading (docs/lists.md#the-ledgers-sums). */
import { setTimeout as wait } from 'node:timers/promises'
import type { Paise } from '@bittkosh/contract/money'
import type { MovementKind } from '@bittkosh/contract/movements'
import { dayOfMoment } from '../platform/database/businessDay.ts'
import { type Db, onlyRow, transaction, type Tx } from '../platform/database/database.ts'
import type { PlatformAccount, UserAccount } from './movements.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

type Account = UserAccount | PlatformAccount
export type LedgerTotal = {
  movement: MovementKind
  account: Account
  plus: Paise
  minus: Paise
  pluses: number
  minuses: number
}

type Filter = { movement?: MovementKind; from?: string; to?: string }

/** Sums by kind of movement and of account, exact at this moment; limited to a range of business days if one is given. */
export async function ledgerTotals(db: Db, filter: Filter = {}): Promise<LedgerTotal[]> {
  return total<LedgerTotal>(db, sql`movement, account`, filter)
}

/** The same by day. */
export async function ledgerDays(db: Db, filter: Filter): Promise<(LedgerTotal & { day: string })[]> {
  return total<LedgerTotal & { day: string }>(db, sql`day, movement, account`, filter)
}

/** The same by month, named by its first day. */
export async function ledgerMonths(db: Db, filter: Filter): Promise<(LedgerTotal & { month: string })[]> {
  return total<LedgerTotal & { month: string }>(db, sql`month, movement, account`, filter)
}

async function total<Row extends LedgerTotal>(
  db: Db,
  by: Sql<unknown>,
  { movement, from, to }: Filter,
): Promise<Row[]> {
  const conditions = [
    sql`true`,
    ...(movement ? [sql`movement = ${movement}`] : []),
    ...(from ? [sql`day >= ${from}::date`] : []),
    ...(to ? [sql`day <= ${to}::date`] : []),
  ]
  const { rows } = await sql<Row>`
    select ${by}, sum(plus)::bigint as plus, sum(minus)::bigint as minus,
           sum(pluses)::integer as pluses, sum(minuses)::integer as minuses
      from (select *, date_trunc('month', day)::date as month from ledger_totals) as totals
     where ${sql.join(conditions, sql` and `)}
     group by ${by}`.execute(db)
  return rows
}

const LAST_ID = 9_223_372_036_854_775_807n
const CHUNK = 100_000 // entries and accounts; less than a second of work, during which the updated rows stay locked
const FINISHED_WITHIN_MS = 3_000

/**
 * Adds what is final to the kept sums: transfers and accounts with an id that no open transaction can still write. May be
 * stopped, and run twice or on two machines: a chunk and its position are written in one transaction. Returns whether
 * everything that existed at the beginning is added; it is not while an earlier transaction is open.
 */
export async function advanceTotals(db: Db): Promise<boolean> {
  const written = await writtenThrough(db)
  if (!(await allFinished(db))) return false
  while (
    await transaction(db, async (tx) => {
      const { rows } = await sql<Through>`select transfers, accounts from ledger_added for update`.execute(tx)
      const before = onlyRow(rows, 'ledger_added')
      if (before.transfers >= written.transfers && before.accounts >= written.accounts) return false
      const after: Through = {
        transfers: least(await transferAfter(tx, before.transfers), written.transfers),
        accounts: least(before.accounts + BigInt(CHUNK), written.accounts),
      }
      await sql`
      insert into ledger_days (day, movement, account, plus, minus, pluses, minuses)
      select ${dayOfMoment(sql`e.at`)}, t.kind, a.kind,
             coalesce(sum(e.amount) filter (where e.amount > 0), 0), coalesce(-sum(e.amount) filter (where e.amount < 0), 0),
             count(*) filter (where e.amount > 0), count(*) filter (where e.amount < 0)
        from ledger_entries e
        join ledger_transfers t on t.id = e.transfer_id
        join ledger_accounts a on a.id = e.account_id
       where e.transfer_id > ${before.transfers} and e.transfer_id <= ${after.transfers}
       group by 1, 2, 3
      on conflict (day, movement, account) do update
         set plus = ledger_days.plus + excluded.plus, minus = ledger_days.minus + excluded.minus,
             pluses = ledger_days.pluses + excluded.pluses, minuses = ledger_days.minuses + excluded.minuses`.execute(
        tx,
      )
      await sql`
      insert into wallet_ranks (user_id, balance)
      select a.user_id,
             coalesce((select e.balance_after from ledger_entries e
                        where e.account_id = a.id and e.transfer_id <= ${after.transfers} order by e.id desc limit 1), 0)
        from ledger_accounts a
       where a.kind = 'wallet' and a.id <= ${after.accounts}
         and a.id in (select account_id from ledger_entries
                       where transfer_id > ${before.transfers} and transfer_id <= ${after.transfers}
                      union
                      select id from ledger_accounts where id > ${before.accounts} and id <= ${after.accounts})
      on conflict (user_id) do update set balance = excluded.balance where wallet_ranks.balance <> excluded.balance`.execute(
        tx,
      )
      await sql`update ledger_added set transfers = ${after.transfers}, accounts = ${after.accounts}`.execute(tx)
      return true
    })
  )
    continue
  return true
}

type Through = { transfers: bigint; accounts: bigint }

/** The transfer that ends a chunk of entries: a night of interest has thousands of entries. */
async function transferAfter(tx: Tx, before: bigint): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    select transfer_id as id from ledger_entries
     where transfer_id > ${before} order by transfer_id offset ${CHUNK} limit 1`.execute(tx)
  return rows[0]?.id ?? LAST_ID
}

/** The last ids assigned so far. */
async function writtenThrough(db: Db): Promise<Through> {
  const { rows } = await sql<Through>`
    select case when t.is_called then t.last_value else 0 end as transfers,
           case when a.is_called then a.last_value else 0 end as accounts
      from ledger_transfers_id_seq t, ledger_accounts_id_seq a`.execute(db)
  return onlyRow(rows, 'ids of the ledger')
}

/**
 * Waits until every transaction that was assigned an id so far has ended. A transaction that draws an id holds the
 * table's writer lock until it ends, so the current holders are all that can exist.
 */
async function allFinished(db: Db): Promise<boolean> {
  const writing = sql`
    select virtualtransaction as writer from pg_locks
     where relation in ('ledger_transfers'::regclass, 'ledger_accounts'::regclass) and mode = 'RowExclusiveLock'
       and database = (select oid from pg_database where datname = current_database())`
  const { rows } = await sql<{ writer: string }>`${writing}`.execute(db)
  const writers = rows.map((row) => row.writer)
  for (let waited = 0; waited <= FINISHED_WITHIN_MS; waited += 100) {
    const left = await sql`${writing} and virtualtransaction = any (${writers}::text[]) limit 1`.execute(db)
    if (left.rows.length === 0) return true
    await wait(100)
  }
  return false
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
