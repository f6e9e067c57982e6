/**
 * `npm run bench -- crash [--operations 20000] [--kills 40] [--seed N]`: checks what is lost when programs and their database are
 * killed while money moves. The goal: nothing is lost or doubled (docs/security.md#faults).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runStorm } from '../tests/faults/crash/storm.ts'
import { printTable, saveResult } from './table.ts'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    operations: { type: 'string', default: '20000' },
    kills: { type: 'string', default: '40' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-crash-'))
const startedAt = performance.now()
const outcome = await runStorm({
  dataDir,
  databaseUrls: null,
  operations: Number(values.operations),
  kills: Number(values.kills),
  clients: 16,
  people: 24,
  seed: Number(values.seed),
})
const seconds = (performance.now() - startedAt) / 1000
for (const sentence of outcome.amiss) console.error(sentence)
const table = printTable(
  ['accepted', 'refused', 'answered to a repeat', 'programs killed', 'databases killed', 'amiss', 'seconds'],
  [
    [
      String(outcome.accepted),
      String(outcome.refused),
      String(outcome.repeated),
      String(outcome.kills.program),
      String(outcome.kills.database),
      String(outcome.amiss.length),
      seconds.toFixed(0),
    ],
  ],
)
const kinds = printTable(
  ['records', 'acknowledged'],
  Object.entries(outcome.records).map(([kind, count]) => [kind, String(count)]),
)
if (outcome.amiss.length > 0) {
  console.error(`Seed ${values.seed}; the database stays in ${dataDir}.`)
  process.exitCode = 1
} else {
  rmSync(dataDir, { recursive: true, force: true })
  saveResult(
    'crash',
    `${table}\n\n${kinds}`,
    `16 clients over two programs on one embedded PostgreSQL, 24 people, seed ${values.seed}. Amiss would be a balance or a number of records that is not what was acknowledged, an invariant, an answer of 500, or a program that does not end cleanly.`,
  )
}
