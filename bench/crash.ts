/**
 * `npm run bench -- crash [--operations 20000] [--kills 40] [--storms 1] [--seed N]`: checks what is lost when programs and their
 * database are killed while money moves. Each storm has a new database. The goal: nothing is lost or doubled
 * (docs/security.md#faults).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Outcome, runStorm } from '../tests/faults/crash/storm.ts'
import { printTable, saveResult } from './table.ts'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    operations: { type: 'string', default: '20000' },
    kills: { type: 'string', default: '40' },
    storms: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const heads = 'seed,accepted,refused,answered to a repeat,programs killed,databases killed,amiss,seconds'.split(',')
const rows: string[][] = []
const records = new Map<string, number>()
for (let storm = 0; storm < Number(values.storms) && process.exitCode === undefined; storm++) {
  const seed = Number(values.seed) + storm
  const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-crash-'))
  const startedAt = performance.now()
  const outcome = await runStorm({
    dataDir,
    databaseUrls: null,
    operations: Number(values.operations),
    kills: Number(values.kills),
    clients: 16,
    people: 24,
    seed,
  })
  tell(outcome, { seed, seconds: (performance.now() - startedAt) / 1000 })
  if (outcome.amiss.length === 0) rmSync(dataDir, { recursive: true, force: true })
  else {
    console.error(`Seed ${seed}; the database stays in ${dataDir}.`)
    process.exitCode = 1
  }
}

function tell(outcome: Outcome, { seed, seconds }: { seed: number; seconds: number }): void {
  for (const sentence of outcome.amiss) console.error(sentence)
  for (const [kind, count] of Object.entries(outcome.records)) records.set(kind, (records.get(kind) ?? 0) + count)
  const { accepted, refused, repeated, kills, amiss } = outcome
  const counts = [seed, accepted, refused, repeated, kills.program, kills.database, amiss.length, Math.round(seconds)]
  rows.push(counts.map(String))
  const storms = printTable(heads, rows)
  const kinds = [...records].map(([kind, count]) => [kind, String(count)])
  saveResult(
    'crash',
    `${storms}\n\n${printTable(['records', 'acknowledged'], kinds)}`,
    `Each row is a storm on a new database: 16 clients over two programs on one embedded PostgreSQL, 24 people, at least ${values.operations} operations. Amiss would be a balance or a number of records that is not what was acknowledged, an invariant, an answer of 500, or a program that does not end cleanly.`,
  )
}
