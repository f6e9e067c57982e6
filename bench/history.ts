/**
 * `npm run bench -- history 1000000`: a page of GET /transactions and a page of ledger entries on an account with so
 * many rows (200,000 by default), at the newest end, in the middle and at the oldest end; and the ledger page by OFFSET
 * for comparison. Goal: the deepest ≤ 1.5 × the first.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readConfig } from '../server/src/config.ts'
import { invariants } from '../server/src/ledger/invariants.ts'
import { openAccounts } from '../server/src/ledger/post.ts'
import { type Db, makeDb, openDatabase, transaction } from '../server/src/platform/database/database.ts'
import { migrate } from '../server/src/platform/database/migrations.ts'
import { sql } from '../server/src/platform/database/sql.ts'
import { historyOf } from '../server/src/wallet/queries.ts'
import { historySources } from '../server/src/wallet/sources.ts'
import { median, printTable, saveResult } from './table.ts'

const ROWS = Number(process.argv[3] ?? 200_000)
const CHUNK = 100_000 // a multiple of four
const ROUNDS = 7
const CALLS = 40
const LIMIT = 21 // a page of 20 and one row that shows whether there is another page
const FIRST_MS = Date.UTC(2020, 0, 1)
const STEP_MS = 10_000

if (!Number.isInteger(ROWS) || ROWS < 1000) throw new Error('Name at least 1000 rows: npm run bench -- history 1000000')
const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-bench-'))
const database = await openDatabase(readConfig({ ...process.env, DATA_DIR: process.env['DATA_DIR'] ?? dataDir }))
await migrate(database.pool)
const { db } = database
const user = await makeUser(db)
// The program's pool limits a statement to seconds. Foreign keys of rows that are correct by construction are not checked.
const patient = new pg.Pool({
  connectionString: database.url,
  max: 2,
  options: '-c session_replication_role=replica -c work_mem=256MB -c maintenance_work_mem=1GB',
})
const ids = await readIds()
const startedAt = performance.now()
await makeRows()
console.log(`${ROWS} rows written in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)

const sources = historySources(new Date(), 'en')
const places = [
  ['first', ROWS],
  ['middle', ROWS / 2],
  ['deepest', LIMIT + 1],
] as const
const history = (newer: number) => async () => {
  // Between two rows, so that neither key nor id decides.
  const after = { at: new Date(FIRST_MS + newer * STEP_MS - 1), key: 'deposit', id: 0 }
  return (await historyOf(db, sources, { user, limit: LIMIT, ...(newer < ROWS ? { after } : {}) })).length
}
const entries = (newer: number) => async () => {
  const before = newer < ROWS ? await entryAt(newer) : null
  return () => pageOfEntries(before)
}
const ways: { name: string; place: string; run: () => Promise<number> }[] = []
for (const [place, newer] of places) ways.push({ name: 'GET /transactions', place, run: history(newer) })
for (const [place, newer] of places) {
  const page = await entries(newer)()
  ways.push({ name: 'ledger entries', place, run: page })
}
ways.push({ name: 'ledger entries by OFFSET', place: 'deepest', run: byOffset })

const times = ways.map((): number[] => [])
for (const { run } of ways) await run() // warms up plans and caches
for (let round = 0; round < ROUNDS; round++) {
  for (const [index, { name, run }] of ways.entries()) {
    const calls = name.endsWith('OFFSET') ? 1 : CALLS
    const startedAt = performance.now()
    for (let call = 0; call < calls; call++) {
      const found = await run()
      if (found !== LIMIT) throw new Error(`${name}: a page has ${found} rows instead of ${LIMIT}`)
    }
    times[index]?.push((performance.now() - startedAt) / calls)
  }
}
const patientDb: Db = makeDb(patient)
for (const invariant of invariants) {
  const found = await invariant.find(patientDb)
  if (found.length > 0) throw new Error(`${invariant.name}: ${found[0]}`)
}
const firstOf = (name: string) =>
  median(times[ways.findIndex((way) => name.startsWith(way.name) && way.place === 'first')] ?? [])
const rows = ways.map(({ name, place }, index) => {
  const ms = median(times[index] ?? [])
  return [name, place, ms.toFixed(2), (ms / firstOf(name)).toFixed(2)]
})
const table = printTable(['page', 'place', 'ms', '× first'], rows)
saveResult(
  'history',
  table,
  `One account with ${ROWS} rows (the argument; 200,000 by default); medians of ${ROUNDS} interleaved rounds of ${CALLS} calls one after another, warm; ledger invariants checked after the run.`,
)
await patient.end()
await database.close()
rmSync(dataDir, { recursive: true, force: true })

async function pageOfEntries(before: bigint | null): Promise<number> {
  const { rows } = await sql`
    select e.id, e.amount, e.balance_after, t.kind, e.at
      from ledger_entries e
      join ledger_transfers t on t.id = e.transfer_id
     where e.account_id = (select id from ledger_accounts where holder = ${user} and kind = 'wallet')
       and e.id < ${before ?? 9_223_372_036_854_775_807n}
     order by e.id desc
     limit ${LIMIT}`.execute(db)
  return rows.length
}

async function byOffset(): Promise<number> {
  const { rows } = await sql`
    select e.id from ledger_entries e
     where e.account_id = (select id from ledger_accounts where holder = ${user} and kind = 'wallet')
     order by e.id desc offset ${ROWS - LIMIT} limit ${LIMIT}`.execute(db)
  return rows.length
}

/** The id of the wallet's entry number `n`, the oldest being 0. */
async function entryAt(n: number): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    select e.id from ledger_entries e
     where e.account_id = (select id from ledger_accounts where holder = ${user} and kind = 'wallet')
     order by e.id offset ${Math.floor(n)}::bigint limit 1`.execute(db)
  return rows[0]!.id
}

function makeUser(db: Db): Promise<number> {
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
 * Every four rows are two deposits of ₹10, one move of ₹1 into Earn and one back. They are written by plain statements, as
 * the posting function would have left them, because only reading is measured. Every id and balance follows from the number
 * of the row, so that two connections can write at a time; indexes that no constraint needs are built afterwards.
 */
async function makeRows(): Promise<void> {
  const { rows: indexes } = await patient.query<{ name: string; definition: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i
     where i.indrelid = any ('{deposits, flexible_movements, ledger_transfers, ledger_entries}'::regclass[])
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`)
  for (const { name } of indexes) await patient.query(`drop index ${name}`)
  const froms = Array.from({ length: Math.ceil(ROWS / CHUNK) }, (_, n) => n * CHUNK)
  const write = async () => {
    for (let from = froms.shift(); from !== undefined; from = froms.shift())
      for (const statement of statementsFor(from, Math.min(from + CHUNK, ROWS) - 1)) await patient.query(statement)
  }
  await Promise.all([write(), write()])
  const build = async () => {
    for (let index = indexes.shift(); index; index = indexes.shift()) await patient.query(index.definition)
  }
  await Promise.all([build(), build()])
  await patient.query(`
    update ledger_accounts a set balance = (
             select e.balance_after from ledger_entries e where e.account_id = a.id order by e.id desc limit 1)
     where a.holder = ${user} and a.kind in ('wallet', 'flexible')`)
  for (const table of ['deposits', 'flexible_movements', 'ledger_transfers', 'ledger_entries'])
    await patient.query(`select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table}`)
  await patient.query('vacuum analyze')
}

function statementsFor(first: number, last: number): string[] {
  const rows = `(select n, timestamptz 'epoch' + (${FIRST_MS} + n * ${STEP_MS}) * interval '1 millisecond' as at,
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
async function readIds(): Promise<
  Record<'method' | 'wallet' | 'flexible' | 'cash' | 'deposit' | 'movement' | 'transfer' | 'entry', string>
> {
  const { rows } = await patient.query(`
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
