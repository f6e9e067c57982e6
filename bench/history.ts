/**
 * `npm run bench -- history 1000000`: a page of GET /transactions and a page of ledger entries on an account with this many rows
 * (200,000 by default), at the newest end, in the middle and at the oldest end; and the ledger page by OFFSET for comparison. Goal:
 * the deepest ≤ 1.5 × the first.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../server/src/config.ts'
import { invariants } from '../server/src/ledger/invariants.ts'
import { type Db, makeDb } from '../server/src/platform/database/database.ts'
import { openDatabase } from '../server/src/platform/database/open.ts'
import { migrate } from '../server/src/platform/database/migrations.ts'
import { sql } from '../server/src/platform/database/sql.ts'
import { historyOf } from '../server/src/wallet/queries.ts'
import { historySources } from '../server/src/wallet/sources.ts'
import { FIRST_MS, makeLongHistory, makeUser, openPatientPool, STEP_MS } from './long-history.ts'
import { median, printTable, saveResult } from './table.ts'

const ROWS = Number(process.argv[3] ?? 200_000)
const ROUNDS = 7
const CALLS = 40
const LIMIT = 21 // a page of 20 and one row that shows whether there is another page

if (!Number.isInteger(ROWS) || ROWS < 1000) throw new Error('Name at least 1000 rows: npm run bench -- history 1000000')
const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-bench-'))
const database = await openDatabase(readConfig({ ...process.env, DATA_DIR: process.env['DATA_DIR'] ?? dataDir }))
await migrate(database.pool)
const { db } = database
const user = await makeUser(db)
const patient = openPatientPool(database.url)
const startedAt = performance.now()
await makeLongHistory(patient, { user, rows: ROWS })
console.log(`${ROWS} rows written in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)

const sources = historySources(new Date(), 'en')
const places = [
  ['first', ROWS],
  ['middle', ROWS / 2],
  ['deepest', LIMIT + 1],
] as const
const history = (newer: number) => async () => {
  // Between two rows, so that neither key nor id alone decides.
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
