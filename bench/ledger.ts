/**
 * `npm run bench -- ledger`: BittPay-like transfers per second through the posting function, at 1, 8 and 32 connections, compared
 * with pgbench's one-call transfer on the same database, in interleaved rounds.
 */
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { paise } from '@bittkosh/contract/money'
import { readConfig } from '../server/src/config.ts'
import { invariants } from '../server/src/ledger/invariants.ts'
import { depositApproved, transferCompleted } from '../server/src/ledger/movements.ts'
import { openAccounts, post, type RefusedBy } from '../server/src/ledger/post.ts'
import { type Db, dbOn, makeDb, transaction, type Tx } from '../server/src/platform/database/database.ts'
import { openDatabase, openPool } from '../server/src/platform/database/open.ts'
import { migrate } from '../server/src/platform/database/migrations.ts'
import { sql } from '../server/src/platform/database/sql.ts'
import { makePeer, pgbench, randomTransfer } from './peer.ts'
import { median, printTable, saveResult } from './table.ts'

const USERS = 1000
const ROUND_MS = 1000
const ROUNDS = 5
const CONNECTIONS = [1, 8, 32]
const BATCH = 50

const at = new Date()
const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-bench-'))
const database = await openDatabase(readConfig({ ...process.env, DATA_DIR: process.env['DATA_DIR'] ?? dataDir }))
await migrate(database.pool)
const users = await makeUsers(database.db)
await makePeer(database.db, USERS)

let nextId = Number(process.hrtime.bigint() % 1_000_000_000n)
const ways = [
  'pgbench, one call',
  'posting function, one call',
  'in BEGIN and COMMIT',
  `batches of ${BATCH}, one connection`,
]
const rows: string[][] = []
for (const connections of CONNECTIONS) {
  const pool = openPool(database.url, connections)
  const db = makeDb(pool)
  const runs = [
    () =>
      pgbench({
        url: database.url,
        folder: dataDir,
        script: randomTransfer(USERS),
        connections,
        seconds: ROUND_MS / 1000,
      }),
    () => driveHeld(pool, connections),
    () => drive(connections, 1, () => transaction(db, (tx) => post(tx, at, transfer()))),
    () => drive(1, BATCH, () => transaction(db, (tx) => post(tx, at, Array.from({ length: BATCH }, transfer)))),
  ]
  const measured: Measure[][] = runs.map(() => [])
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, run] of runs.entries()) measured[index]?.push(await measure(run))
  }
  await pool.end()
  const floor = median((measured[0] ?? []).map((one) => one.perSecond))
  for (const [index, way] of ways.entries()) {
    const perSecond = median((measured[index] ?? []).map((one) => one.perSecond))
    const cpu = median((measured[index] ?? []).map((one) => one.cpuMicros))
    rows.push([String(connections), way, perSecond.toFixed(0), (perSecond / floor).toFixed(2), cpu.toFixed(0)])
  }
}
for (const invariant of invariants) {
  const found = await invariant.find(database.db)
  if (found.length > 0) throw new Error(`${invariant.name}: ${found[0]}`)
}
const table = printTable(['connections', 'way', 'transfers/s', '× pgbench', 'CPU µs each, whole machine'], rows)
saveResult(
  'ledger',
  table,
  `${ROUNDS} interleaved rounds of ${ROUND_MS} ms, medians; fsync on; invariants checked after the run.`,
)
await database.close()

type Measure = { perSecond: number; cpuMicros: number }

async function measure(run: () => Promise<number> | number): Promise<Measure> {
  const cpu = machineCpuMicros()
  const startedAt = performance.now()
  const transfers = await run()
  const seconds = (performance.now() - startedAt) / 1000
  return { perSecond: transfers / seconds, cpuMicros: (machineCpuMicros() - cpu) / transfers }
}

async function drive(workers: number, each: number, work: () => Promise<unknown>): Promise<number> {
  const until = performance.now() + ROUND_MS
  let done = 0
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (performance.now() < until) {
        await work()
        done += each
      }
    }),
  )
  return done
}

/** Like pgbench: each worker keeps its connection, each call is a transaction of its own. */
async function driveHeld(pool: pg.Pool, workers: number): Promise<number> {
  const until = performance.now() + ROUND_MS
  let done = 0
  const worker = async () => {
    const client = await pool.connect()
    while (performance.now() < until) {
      await post(dbOn(client) as Tx<RefusedBy>, at, transfer())
      done++
    }
    client.release()
  }
  await Promise.all(Array.from({ length: workers }, worker))
  return done
}

/** Busy time of all processors in microseconds, whatever used it. */
function machineCpuMicros(): number {
  const [first = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const [user = 0, nice = 0, system = 0] = first.trim().split(/\s+/).slice(1).map(Number)
  return (user + nice + system) * 10_000 // clock ticks of 10 ms
}

function transfer() {
  const from = Math.floor(Math.random() * USERS)
  const to = (from + 1 + Math.floor(Math.random() * (USERS - 1))) % USERS
  const [sender = 0, receiver = 0] = [users[from], users[to]]
  return transferCompleted({ id: nextId++, sender, receiver, amount: paise(1000n), fee: paise(30n) })
}

async function makeUsers(db: Db<RefusedBy>): Promise<number[]> {
  return transaction(db, async (tx) => {
    const { rows: made } = await sql<{ id: number }>`
      insert into users (name, email, phone, password_hash, referral_code, created_at)
      select 'Bench', 'b' || n || '@bench.test', '+91' || n, 'x', 'B' || n, ${at} from generate_series(1, ${USERS}::int) as n
      returning id`.execute(tx)
    for (const { id } of made) await openAccounts(tx, id)
    const funds = made.map(({ id }) => depositApproved({ id, user: id, method: 'upi', amount: paise(10n ** 12n) }))
    await post(tx, at, funds)
    return made.map(({ id }) => id)
  })
}
