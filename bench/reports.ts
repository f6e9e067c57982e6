/**
 * `npm run bench -- reports`: every report of the panel on a platform of 100,000 demo users (USERS=n sets their number; REPORT=name
 * selects one report), through HTTP, over a year and over the longest allowed period. Goal: p99 ≤ 200 ms. The database is that of
 * `npm run bench -- lists`.
 */
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { reportNames } from '@bittkosh/contract/reports'
import { addMonths, dayOf } from '@bittkosh/contract/time'
import { readConfig } from '../server/src/config.ts'
import { advanceTotals } from '../server/src/ledger/totals.ts'
import { onlyRow, transaction } from '../server/src/platform/database/database.ts'
import { openDatabase } from '../server/src/platform/database/open.ts'
import { openSession } from '../server/src/platform/identity/sessions.ts'
import { sql } from '../server/src/platform/database/sql.ts'
import { startProgram } from '../tests/support/program.ts'
import { median, printTable, quantile, saveResult } from './table.ts'

const USERS = Number(process.env['USERS'] ?? 100_000)
const REPORT = process.env['REPORT']
const REQUESTS = Number(process.env['REQUESTS'] ?? 50)
const GOAL_MS = 200
const AFTER_START_MS = 20_000 // a server checks all invariants once, 15 s after its start

const env = { ...process.env, DATA_DIR: process.env['DATA_DIR'] ?? join(tmpdir(), 'bittkosh-bench-lists') }
execFileSync(process.execPath, ['scripts/seed-demo.ts', '--users', String(USERS)], { env, stdio: 'inherit' })
const database = await openDatabase(readConfig(env))
const { db } = database
const token = await transaction(db, async (tx) => {
  const { rows } = await sql<{ id: number }>`
    select id from users where 'owner' = any (roles) order by id limit 1`.execute(tx)
  return openSession(tx, { user: onlyRow(rows, 'an owner').id, role: 'admin', device: 'bench', at: new Date() })
})
const program = await startProgram(env)
process.once('exit', () => void program.process.kill('SIGTERM')) // also when a call fails
while (!(await advanceTotals(db))) await pause(500) // the server's background job, which has normally finished before anybody looks
await pause(AFTER_START_MS)

const thisMonth = `${dayOf(new Date()).slice(0, 7)}-01`
const rows: string[][] = []
for (const report of reportNames.filter((name) => REPORT === undefined || name === REPORT)) {
  for (const months of [12, 24]) {
    const path = `/reports/${report}?from=${addMonths(thisMonth, 1 - months)}&to=${thisMonth}`
    const times: number[] = []
    for (let n = -3; n < REQUESTS; n++) {
      const startedAt = performance.now()
      const reply = await fetch(`${program.base}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
      const text = await reply.text()
      if (!reply.ok) throw new Error(`${path} was answered with ${reply.status} ${text}`)
      if (n >= 0) times.push(performance.now() - startedAt)
    }
    const p99 = quantile(times, 0.99)
    const missed = p99 <= GOAL_MS ? '' : `above ${GOAL_MS}`
    rows.push([report, String(months), median(times).toFixed(1), p99.toFixed(1), missed])
  }
}
await program.stop()
await database.close()
saveResult(
  'reports',
  printTable(['report', 'months', 'p50 ms', 'p99 ms', 'goal missed'], rows),
  `${USERS} demo users; each report ${REQUESTS} times, one after another, the generator on the same cores. Goal: p99 ≤ ${GOAL_MS} ms.`,
)
