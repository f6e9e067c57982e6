/**
 * `npm run bench -- simulation [--seeds 1000] [--seed N] [--minutes 600] [--calls no]`: money calls and the nightly jobs while
 * their statements fail. First days of calls drawn from seeds, until the minutes are over, then, unless `--calls no`, each call
 * with each failure at each of its statements. Each is run undisturbed and with failures: both must end with the same replies,
 * ledger, records, notifications and mails (tests/faults/simulation). Exits with 1 if one did not.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../server/src/platform/database/open.ts'
import { migrate } from '../server/src/platform/database/migrations.ts'
import { cases } from '../tests/faults/simulation/cases.ts'
import { differences, playDay, failEachStatement } from '../tests/faults/simulation/play.ts'
import { findingsIn, makeStage } from '../tests/faults/simulation/world.ts'
import { faults, faultsOn } from '../tests/support/faults.ts'
import { testServer } from '../tests/support/server.ts'
import { printTable, saveResult } from './table.ts'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    seeds: { type: 'string', default: '1000' },
    minutes: { type: 'string', default: '600' },
    calls: { type: 'string', default: 'yes' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
  },
})
const [seeds, first] = [Number(values.seeds), Number(values.seed)]
console.log(`seed ${first}`)
const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-simulation-'))
const opened = await openDatabase({ databaseUrl: null, dataDir, say: () => {} })
const injector = faultsOn(opened.pool)
await migrate(opened.pool)
const server = await testServer({ database: { ...opened, dataDir } })
const theatre = { ...(await makeStage(server)), injector }
const amiss: string[] = []
const rows: string[][] = []
let begunAtMs = performance.now()
const note = (what: string, { calls, struck, repeats }: Record<'calls' | 'struck' | 'repeats', number>) => {
  const seconds = Math.round((performance.now() - begunAtMs) / 1000)
  rows.push([what, ...[calls, struck, repeats, amiss.length, seconds].map((figure) => figure.toLocaleString('en-IN'))])
  console.log(rows.at(-1)?.join(', '))
  begunAtMs = performance.now()
}

const endsAtMs = begunAtMs + Number(values.minutes) * 60_000
const drawn = { calls: 0, struck: 0, repeats: 0 }
let seed = first
for (; seed < first + seeds && performance.now() < endsAtMs; seed++) {
  if ((seed - first) % 20 === 19) console.log(`${seed - first} of ${seeds} seeds, ${amiss.length} amiss`)
  const calm = await playDay(theatre, { seed, fail: false, figures: drawn })
  const struck = await playDay(theatre, { seed, fail: true, figures: drawn })
  if (JSON.stringify(struck) === JSON.stringify(calm)) continue
  amiss.push(`seed ${seed}: ${differences(calm, struck)}`)
  console.error(amiss.at(-1))
}
note(`${seed - first} of ${seeds} seeds, each with and without failures`, drawn)
if (values.calls !== 'no') {
  const each = { calls: 0, struck: 0, repeats: 0 }
  for (const name of Object.keys(cases)) amiss.push(...(await failEachStatement(theatre, name, { figures: each })))
  note('each failure at each statement', each)
}

amiss.push(...(await findingsIn(theatre)))
await server.close()
rmSync(dataDir, { recursive: true, force: true })

for (const sentence of amiss) console.error(sentence)
const table = printTable(['play', 'calls', 'statements struck', 'repeats after 503', 'amiss', 'seconds'], rows)
process.exitCode = amiss.length > 0 ? 1 : 0
saveResult(
  'simulation',
  table,
  `Seed ${first}. ${Object.keys(cases).length} kinds of calls and nights in one process on an embedded PostgreSQL, with ${faults.length} failures of statements: ${faults.join(', ')}. Amiss would be an answer of 500, ${values.calls === 'no' ? '' : 'a repeat after the answer that is answered otherwise, '}or any answer, movement, balance, record, notice, mail or entry of the audit log that differs from the same play without failures; at the end the checks of \`npm run verify\` found ${amiss.length === 0 ? 'nothing' : 'what stands above'}. ${values.calls === 'no' ? 'The calls one by one were left out here and are in tests/faults/simulation.test.ts. ' : ''}Other programs ran on the machine: the seconds say little.`,
)
