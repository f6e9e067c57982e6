/**
 * `npm run bench -- transactions`: the first page of the wallet's history over HTTP, for a person with 10,000 lines, as the app
 * requests it (a month's interest as one line) and line by line, at 16 connections; and the figures behind the charts, for a person
 * whose 10,000 lines fill the last year, at two. Goal: p99 ≤ 50 ms.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../server/src/config.ts'
import { transaction } from '../server/src/platform/database/database.ts'
import { openDatabase } from '../server/src/platform/database/open.ts'
import { openSession } from '../server/src/platform/identity/sessions.ts'
import { startPrograms } from '../tests/faults/crash/program.ts'
import { cpuMeter } from './cpu.ts'
import { type Line, openLine } from './line.ts'
import { makeLongHistory, makeUser, openPatientPool } from './long-history.ts'
import { median, printTable, quantile, saveResult } from './table.ts'

const ROWS = 10_000
const ROUNDS = 5
const YEAR_MS = 365 * 86_400_000

const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-bench-'))
const env = { DATA_DIR: dataDir, RATE_LIMITS: 'off' }
const programs = await startPrograms([env])
process.once('exit', () => programs.kill()) // also when this ends with an error
const { db, url, close } = await openDatabase({ ...readConfig(env), patient: true })
const [dense, yearLong] = [await makeUser(db), await makeUser(db)]
const patient = openPatientPool(url)
await makeLongHistory(patient, { user: dense, rows: ROWS })
const aYear = { firstMs: Date.now() - YEAR_MS, stepMs: YEAR_MS / ROWS }
await makeLongHistory(patient, { user: yearLong, rows: ROWS, ...aYear })
await patient.end()
const subjects = [
  {
    user: dense,
    connections: 16,
    calls: 600,
    paths: ['/transactions', '/transactions?by_month=1', '/transactions?by_month=1&only=pending'],
  },
  {
    user: yearLong,
    connections: 2,
    calls: 200,
    // The program caches the first until something about the person changes; the second is too long for that.
    paths: ['/portfolio/history?days=30', '/portfolio/history?days=366', '/portfolio/months?months=12'],
  },
]

type Measure = { perSecond: number; program: number; postgres: number; p50: number; p99: number }
const results = new Map<string, Measure[]>()
for (const { user, connections, calls, paths } of subjects) {
  const address = new URL(programs.addresses[0] ?? '')
  const lines = await Promise.all(Array.from({ length: connections }, () => openLine(address)))
  const at = new Date()
  const token = await transaction(db, (tx) => openSession(tx, { user, role: 'user', device: 'bench', at }))
  for (let round = 0; round <= ROUNDS; round++)
    for (const path of paths) {
      const measure = await read({ path, token, lines, calls })
      if (round > 0) results.set(path, [...(results.get(path) ?? []), measure]) // the first warms up
    }
  for (const line of lines) line.close()
}
saveResult(
  'transactions',
  printTable(
    ['call', 'a second', 'CPU µs: program', 'PostgreSQL', 'p50 ms', 'p99 ms'],
    [...results].map(([path, rounds]) => {
      const of = (name: keyof Measure, digits = 0) => median(rounds.map((one) => one[name])).toFixed(digits)
      return [path, of('perSecond'), of('program'), of('postgres'), of('p50', 1), of('p99', 1)]
    }),
  ),
  `People with ${ROWS} lines, 16 connections (the figures behind the charts: 2), medians of ${ROUNDS} rounds of 600 calls (200), after one to warm up; rate limits off.`,
)
await programs.stop()
await close()
rmSync(dataDir, { recursive: true, force: true })

type Reading = { path: string; token: string; lines: Line[]; calls: number }

async function read({ path, token, lines, calls }: Reading): Promise<Measure> {
  const times: number[] = []
  const cpu = cpuMeter({ program: programs.pids()[0] ?? 0, dataDir })
  const startedAt = performance.now()
  await Promise.all(
    lines.map(async (line, n) => {
      for (let call = n; call < calls; call += lines.length) {
        const begun = performance.now()
        const { status } = await line.get({ path, token })
        if (status !== 200) throw new Error(`${path} answered ${status}`)
        times.push(performance.now() - begun)
      }
    }),
  )
  const seconds = (performance.now() - startedAt) / 1000
  const { program, postgres } = cpu()
  const count = times.length
  return {
    perSecond: count / seconds,
    program: program / count,
    postgres: postgres / count,
    p50: median(times),
    p99: quantile(times, 0.99),
  }
}
