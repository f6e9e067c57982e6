/**
 * A person with a long history, written by plain statements in the form that the program would have left: only reading is measured.
 */
import pg from 'pg'
import { openAccounts } from '../server/src/ledger/post.ts'
import { type Db, transaction } from '../server/src/platform/database/database.ts'
import { sql } from '../server/src/platform/database/sql.ts'

export const FIRST_MS = Date.UTC(2020, 0, 1)
export const STEP_MS = 10_000
const CHUNK = 100_000 // a multiple of four

type Ids = Record<'method' | 'wallet' | 'flexible' | 'cash' | 'deposit' | 'movement' | 'transfer' | 'entry', string>

/** Without the timeouts of the program's pool, and without checks of foreign keys, which are correct by construction. */
export function openPatientPool(url: string): pg.Pool {
  return new pg.Pool({
    connectionString: url,
    max: 2,
    options: '-c session_replication_role=replica -c work_mem=256MB -c maintenance_work_mem=1GB',
  })
}

/** A person without rows; and a deposit method if there is none. */
export function makeUser(db: Db): Promise<number> {
  return transaction(db, async (tx) => {
    const unique = `history-${process.hrtime.bigint()}`
    const { rows } = await sql<{ id: number }>`
      insert into users (name, email, phone, password_hash, referral_code, created_at)
      values ('Asha Rao', ${unique}, ${unique}, 'unusable', ${unique}, ${new Date(FIRST_MS)})
      returning id`.execute(tx)
    await openAccounts(tx, rows[0]!.id)
    await sql`
      insert into deposit_methods (name, type, instructions, details, created_at, updated_at)
      select 'UPI', 'upi', 'Pay', '{}', ${new Date(FIRST_MS)}, ${new Date(FIRST_MS)}
       where not exists (select from deposit_methods)`.execute(tx)
    return rows[0]!.id
  })
}

/**
 * Every four rows are two deposits of ₹10, one move of ₹1 into Earn and one back. They are written by plain statements, in the form
 * that the posting function would have left, because only reading is measured. Every id and balance is derived from the number of
 * the row, so that two connections can write concurrently; indexes that no constraint needs are built afterwards. Consecutive rows
 * are `stepMs` apart.
 */
export async function makeLongHistory(
  pool: pg.Pool,
  {
    user,
    rows,
    firstMs = FIRST_MS,
    stepMs = STEP_MS,
  }: { user: number; rows: number; firstMs?: number; stepMs?: number },
): Promise<void> {
  const ids = await readIds(pool, user)
  const { rows: indexes } = await pool.query<{ name: string; definition: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i
     where i.indrelid = any ('{deposits, flexible_movements, ledger_transfers, ledger_entries}'::regclass[])
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`)
  for (const { name } of indexes) await pool.query(`drop index ${name}`)
  const froms = Array.from({ length: Math.ceil(rows / CHUNK) }, (_, n) => n * CHUNK)
  const write = async () => {
    for (let from = froms.shift(); from !== undefined; from = froms.shift())
      for (const statement of statementsFor(from, Math.min(from + CHUNK, rows) - 1, { user, ids, firstMs, stepMs }))
        await pool.query(statement)
  }
  await Promise.all([write(), write()])
  const build = async () => {
    for (let index = indexes.shift(); index; index = indexes.shift()) await pool.query(index.definition)
  }
  await Promise.all([build(), build()])
  await pool.query(`
    update ledger_accounts a set balance = (
             select e.balance_after from ledger_entries e where e.account_id = a.id order by e.id desc limit 1)
     where a.holder = ${user} and a.kind in ('wallet', 'flexible')`)
  for (const table of ['deposits', 'flexible_movements', 'ledger_transfers', 'ledger_entries'])
    await pool.query(`select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table}`)
  await pool.query('vacuum analyze')
}

function statementsFor(
  first: number,
  last: number,
  { user, ids, firstMs, stepMs }: { user: number; ids: Ids; firstMs: number; stepMs: number },
): string[] {
  const rows = `(select n, timestamptz 'epoch' + (${firstMs} + n * ${stepMs}) * interval '1 millisecond' as at,
                        ${ids.deposit} + n / 4 * 2 + n % 4 + 1 as deposit, ${ids.movement} + n / 4 * 2 + n % 4 - 1 as movement,
                        ${ids.transfer} + n + 1 as transfer, ${ids.entry} + 2 * n as entry,
                        n / 4 * 2000 + (array[1000, 2000, 1900, 2000])[n % 4 + 1] as wallet
                   from generate_series(${first}::bigint, ${last}::bigint) as n) as r`
  return [
    `insert into deposits (id, user_id, method_id, method_name, payee, type, requested_amount, approved_amount, transaction_id,
                           reference_key, status, created_at, decided_at, decided_by)
     overriding system value
     select deposit, ${user}, ${ids.method}, 'UPI', '{}', 'upi', 1000, 1000, '${user}-' || n, '${user}-' || n, 'approved',
            at, at, ${user}
       from ${rows} where n % 4 < 2`,
    `insert into flexible_movements (id, user_id, type, amount, balance_after, created_at)
     overriding system value
     select movement, ${user}, case n % 4 when 2 then 'deposit' else 'withdraw' end, 100, case n % 4 when 2 then 100 else 0 end, at
       from ${rows} where n % 4 >= 2`,
    `insert into ledger_transfers (id, subject, subject_id, event, kind, at)
     overriding system value
     select transfer, case when n % 4 < 2 then 'deposit' else 'flexible' end, case when n % 4 < 2 then deposit else movement end,
            case when n % 4 < 2 then 'decided' else 'moved' end,
            (array['deposit', 'deposit', 'flexible_deposit', 'flexible_withdraw'])[n % 4 + 1], at
       from ${rows}`,
    `insert into ledger_entries (id, transfer_id, account_id, amount, balance_after, at)
     overriding system value
     select entry + side, transfer, account, amount, after, at
       from ${rows}
      cross join lateral (values
              (1, ${ids.wallet}, (array[1000, 1000, -100, 100])[n % 4 + 1], wallet),
              (2, case when n % 4 < 2 then ${ids.cash} else ${ids.flexible} end, (array[-1000, -1000, 100, -100])[n % 4 + 1],
               case n % 4 when 2 then 100 when 3 then 0 end)) as leg (side, account, amount, after)`,
  ]
}

/** The records that the rows refer to, and the last ids in use. */
async function readIds(pool: pg.Pool, user: number): Promise<Ids> {
  const { rows } = await pool.query(`
    select (select min(id) from deposit_methods) as method,
           (select id from ledger_accounts where holder = ${user} and kind = 'wallet') as wallet,
           (select id from ledger_accounts where holder = ${user} and kind = 'flexible') as flexible,
           (select id from ledger_accounts where holder = 0 and kind = 'cash_upi') as cash,
           (select coalesce(max(id), 0) from deposits) as deposit,
           (select coalesce(max(id), 0) from flexible_movements) as movement,
           (select coalesce(max(id), 0) from ledger_transfers) as transfer,
           (select coalesce(max(id), 0) from ledger_entries) as entry`)
  return rows[0]
}
