/**
 * `npm run bench -- statement`: a statement of 100,000 lines as CSV and PDF: time to the first byte and to the last, size, and the
 * increase of the process's memory, for the whole and for one month of it, with and without the index on (account, moment). Then
 * the cost of that index for a posting.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paise } from '@bittkosh/contract/money'
import { readConfig } from '../server/src/config.ts'
import { balanceAdjusted } from '../server/src/ledger/movements.ts'
import { openAccounts, post } from '../server/src/ledger/post.ts'
import { type Db, transaction } from '../server/src/platform/database/database.ts'
import { openDatabase } from '../server/src/platform/database/open.ts'
import { migrate } from '../server/src/platform/database/migrations.ts'
import { sql } from '../server/src/platform/database/sql.ts'
import { openStatement, type Range } from '../server/src/wallet/statement.ts'
import { statementCsv } from '../server/src/wallet/statement-csv.ts'
import { statementPdf } from '../server/src/wallet/statement-pdf.ts'
import { median, printTable, saveResult } from './table.ts'

const LINES = Number(process.env['LINES'] ?? 100_000)
const BATCH = 1000
const ROUNDS = 5
const STEP_MS = 315_360 // 100,000 lines over a year
const YEAR_START = new Date('2025-04-01T00:00:00Z')
const INDEX = 'create index ledger_entries_by_moment on ledger_entries (account_id, at, id) include (amount)'

const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-bench-'))
const database = await openDatabase(readConfig({ ...process.env, DATA_DIR: process.env['DATA_DIR'] ?? dataDir }))
await migrate(database.pool)
const { db } = database
const user = await makeUser(db)
let next = user * 10_000_000
for (let line = 0; line < LINES; line += BATCH) await postBatch(YEAR_START.getTime() + line * STEP_MS)

const year: Range = { from: new Date('2025-03-31T18:30:00Z'), until: new Date('2026-03-31T18:30:00Z') }
const month: Range = { from: new Date('2026-01-31T18:30:00Z'), until: new Date('2026-02-28T18:30:00Z') }
const rows: string[][] = []
for (const indexed of [true, false]) {
  await sql`drop index if exists ledger_entries_by_moment`.execute(db)
  if (indexed) await sql.raw(INDEX).execute(db)
  await sql`vacuum analyze ledger_entries`.execute(db)
  const postingMs = await timePosting()
  for (const [name, range] of [
    ['a month', month],
    ['the year', year],
  ] as const) {
    for (const format of ['csv', 'pdf'] as const) {
      const runs: Run[] = []
      for (let round = 0; round < (name === 'a month' ? ROUNDS : 1); round++) runs.push(await send(format, range))
      const of = (pick: (run: Run) => number) => median(runs.map(pick)).toFixed(0)
      const index = indexed ? 'yes' : 'no'
      const figures = [
        of((run) => run.firstMs),
        of((run) => run.totalMs),
        of((run) => run.kilobytes),
        of((run) => run.risenMb),
      ]
      console.log(index, name, format, figures.join(' '))
      rows.push([index, name, format, ...figures, postingMs.toFixed(2)])
    }
  }
}
const heads = ['index', 'range', 'format', 'first byte ms', 'all ms', 'kB', 'memory risen MB', 'ms per 100 postings']
saveResult(
  'statement',
  printTable(heads, rows),
  `One account with ${LINES} entries; a month is about ${Math.round(LINES / 12)}.`,
)
await database.close()

type Run = { firstMs: number; totalMs: number; kilobytes: number; risenMb: number }

async function send(format: 'csv' | 'pdf', range: Range): Promise<Run> {
  global.gc?.()
  const before = process.memoryUsage().rss
  const startedAt = performance.now()
  const accounts = await openStatement(db, user, range)
  const file = {
    accounts,
    range,
    language: 'en' as const,
    holder: { name: 'Asha Rao', email: 'asha@example.test' },
    at: new Date(),
  }
  let firstMs = 0
  let bytes = 0
  let peak = before
  for await (const chunk of format === 'csv' ? statementCsv(db, file) : statementPdf(db, file)) {
    firstMs ||= performance.now() - startedAt
    bytes += Buffer.byteLength(chunk)
    peak = Math.max(peak, process.memoryUsage().rss)
  }
  return {
    firstMs,
    totalMs: performance.now() - startedAt,
    kilobytes: bytes / 1024,
    risenMb: (peak - before) / 2 ** 20,
  }
}

async function timePosting(): Promise<number> {
  const times = []
  for (let round = 0; round < 20; round++) {
    const startedAt = performance.now()
    await postBatch(new Date('2030-01-01T00:00:00Z').getTime() + round, 100)
    times.push(performance.now() - startedAt)
  }
  return median(times)
}

function postBatch(startMs: number, size = BATCH) {
  const movements = Array.from({ length: size }, () =>
    balanceAdjusted({ id: ++next, user, change: paise(BigInt((next % 9) + 1)) }),
  )
  return transaction(db, async (tx) => {
    // A hundred lines share one time, which is realistic enough; ids order them.
    for (let at = 0; at < size; at += 100) {
      await post(tx, new Date(startMs + at * STEP_MS), movements.slice(at, at + 100))
    }
  })
}

function makeUser(db: Db): Promise<number> {
  return transaction(db, async (tx) => {
    const unique = `statement-${process.hrtime.bigint()}`
    const { rows } = await sql<{ id: number }>`
      insert into users (name, email, phone, password_hash, referral_code, created_at)
      values ('Asha Rao', ${unique}, ${unique}, 'unusable', ${unique}, ${YEAR_START})
      returning id`.execute(tx)
    await openAccounts(tx, rows[0]!.id)
    return rows[0]!.id
  })
}
