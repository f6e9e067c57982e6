/**
 * `npm run bench -- history 1000000`: a page of GET /transactions and a page of ledger entries on an account with so
 * many rows (200,000 by default), at the newest end, in the middle and at the oldest end; and the ledger page by OFFSET
 * for comparison. Goal: the deepest ≤ 1.5 × the first.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readConfig } from '../server/src/config.ts'
import { entriesOf } from '../server/src/ledger/balances.ts'
import { invariants } from '../server/src/ledger/invariants.ts'
import { openAccounts } from '../server/src/ledger/post.ts'
import { type Db, openDatabase, transaction } from '../server/src/platform/database.ts'
import { migrate } from '../server/src/platform/migrations.ts'
import { historyOf } from '../server/src/wallet/queries.ts'
import { historySources } from '../server/src/wallet/sources.ts'
import { median, printTable, saveResult } from './table.ts'

const ROWS = Number(process.argv[3] ?? 200_000)
const CHUNK = 100_000
const ROUNDS = 7
const CALLS = 40
const LIMIT = 21 // a page of 20 and the one that tells that there is another
const FIRST_MS = Date.UTC(2020, 0, 1)
const STEP_MS = 10_000

if (!Number.isInteger(ROWS) || ROWS < 1000) throw new Error('Name at least 1000 rows: npm run bench -- history 1000000')
const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-bench-'))
const database = await openDatabase(readConfig({ ...process.env, DATA_DIR: process.env['DATA_DIR'] ?? dataDir }))
await migrate(database.pool)
const { db } = database
const user = await makeUser(db)
for (let from = 0; from < ROWS; from += CHUNK) await makeRows(from, Math.min(CHUNK, ROWS - from))
await sql`vacuum analyze`.execute(db)

const sources = historySources(new Date())
const places = [
  ['first', ROWS],
  ['middle', ROWS / 2],
  ['deepest', LIMIT + 1],
] as const
const history = (newer: number) => async () => {
  // Between two rows, so that neither key nor id decide.
  const after = { at: new Date(FIRST_MS + newer * STEP_MS - 1), key: 'deposit', id: 0 }
  return (await historyOf(db, sources, { user, limit: LIMIT, ...(newer < ROWS ? { after } : {}) })).length
}
const entries = (newer: number) => async () => {
  const before = newer < ROWS ? { before: await entryAt(newer) } : {}
  return () => entriesOf(db, { user, account: 'wallet', limit: LIMIT, ...before })
}
const ways: { name: string; place: string; run: () => Promise<number> }[] = []
for (const [place, newer] of places) ways.push({ name: 'GET /transactions', place, run: history(newer) })
for (const [place, newer] of places) {
  const page = await entries(newer)()
  ways.push({ name: 'ledger entries', place, run: async () => (await page()).length })
}
ways.push({ name: 'ledger entries by OFFSET', place: 'deepest', run: byOffset })

const times = ways.map((): number[] => [])
for (const { run } of ways) await run() // plans and caches are warm, as they are for the second user who asks
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
for (const invariant of invariants) {
  const found = await invariant.find(db)
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
await database.close()

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
 * Rows number `from` and on: of four, two deposits of ₹10, one move of ₹1 into Earn and one back. They are written as
 * plain statements, as the posting function would have left them: what is measured is the reading.
 */
async function makeRows(from: number, count: number): Promise<void> {
  await transaction(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`
      create temporary table made (n bigint, kind text, at timestamptz, id bigint, transfer bigint) on commit drop`.execute(
      tx,
    )
    await sql`
      insert into made
      select n, case n % 4 when 0 then 'deposit' when 1 then 'deposit' when 2 then 'flexible_deposit' else 'flexible_withdraw' end,
             ${new Date(FIRST_MS)}::timestamptz + n * ${STEP_MS}::bigint * interval '1 millisecond', n + 1
        from generate_series(${from}::bigint, ${from + count - 1}::bigint) as n`.execute(tx)
    await sql`analyze made`.execute(tx)
    await sql`
      with method as (select id from deposit_methods order by id limit 1),
      written as (
        insert into deposits (user_id, method_id, method_name, payee, type, requested_amount, approved_amount, transaction_id,
                              reference_key, status, created_at, decided_at, decided_by)
        select ${user}, method.id, 'UPI', '{}', 'upi', 1000, 1000, ${`${user}-`} || n, ${`${user}-`} || n, 'approved', at, at, ${user}
          from made, method where kind = 'deposit' order by n
        returning id, created_at)
      update made set id = written.id from written where made.at = written.created_at`.execute(tx)
    await sql`
      with written as (
        insert into flexible_movements (user_id, type, amount, balance_after, created_at)
        select ${user}, case kind when 'flexible_deposit' then 'deposit' else 'withdraw' end, 100,
               case kind when 'flexible_deposit' then 100 else 0 end, at
          from made where kind <> 'deposit' order by n
        returning id, created_at)
      update made set id = written.id from written where made.at = written.created_at`.execute(tx)
    await sql`
      with written as (
        insert into ledger_transfers (cause, kind, at)
        select case kind when 'deposit' then 'deposit ' || id || ' decided' else 'flexible ' || id || ' moved' end, kind, at
          from made order by n
        returning id, at)
      update made set transfer = written.id from written where made.at = written.at`.execute(tx)
    await sql`
      with legs as (
        select n, transfer, at, case kind when 'deposit' then 1000 when 'flexible_deposit' then -100 else 100 end as change, kind
          from made),
      account as (
        select max(id) filter (where holder = ${user} and kind = 'wallet') as wallet,
               max(id) filter (where holder = ${user} and kind = 'flexible') as flexible,
               max(id) filter (where holder = 0 and kind = 'cash_upi') as cash,
               max(balance) filter (where holder = ${user} and kind = 'wallet') as opening
          from ledger_accounts where holder in (0, ${user}))
      insert into ledger_entries (transfer_id, account_id, amount, balance_after, at)
      select transfer, account_id, amount, balance_after, at
        from (select n, 0 as side, transfer, wallet as account_id, change as amount,
                     opening + sum(change) over (order by n) as balance_after, at
                from legs, account
              union all
              select n, 1, transfer, case kind when 'deposit' then cash else flexible end, -change,
                     case kind when 'flexible_deposit' then 100 when 'flexible_withdraw' then 0 end, at
                from legs, account) as entries
       order by n, side`.execute(tx)
    await sql`select set_config('bittkosh.posting', 'on', true)`.execute(tx)
    await sql`
      update ledger_accounts a set balance = (
               select e.balance_after from ledger_entries e where e.account_id = a.id order by e.id desc limit 1)
       where a.holder = ${user} and a.kind in ('wallet', 'flexible')`.execute(tx)
  })
}
