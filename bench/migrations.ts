/**
 * `npm run bench -- migrations [--kills 200] [--seed N]`: `npm run migrate` is killed at random times. The remaining schema must be
 * exactly that of the migrations recorded as run, and contain nothing of the next one. Exits with 1 if it is not.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readMigrations } from '../server/src/platform/database/migrations.ts'
import { openDatabase } from '../server/src/platform/database/open.ts'
import { killMigrations } from '../tests/faults/migrations.ts'
import { urlOfDatabase } from '../tests/support/cluster.ts'
import { randomFrom } from '../tests/support/earnLife.ts'
import { printTable, saveResult } from './table.ts'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
console.log(`seed ${values.seed}`)
const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-migrations-'))
const { pool, url, close } = await openDatabase({ databaseUrl: null, dataDir, say: () => {} })
let made = 0
const newDatabase = async () => {
  await pool.query(`create database tried_${++made}`)
  return urlOfDatabase(url, `tried_${made}`)
}
const startedAt = performance.now()
const kills = Number(values.kills)
const { amiss, killed, indexesLeft } = await killMigrations(newDatabase, {
  kills,
  random: randomFrom(Number(values.seed)),
})
await close()
rmSync(dataDir, { recursive: true, force: true })

for (const sentence of amiss) console.error(sentence)
process.exitCode = amiss.length > 0 ? 1 : 0
const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
const table = printTable(
  ['killed', 'before any had run', 'between', 'after all', 'left an index unfinished', 'amiss', 'seconds'],
  [[kills, killed.before, killed.between, killed.after, indexesLeft, amiss.length, seconds].map(String)],
)
saveResult(
  'migrations',
  table,
  `Seed ${values.seed}. ${readMigrations().length} migrations from an empty database, on an embedded PostgreSQL; each process is killed by SIGKILL at a random moment between its first session and the end of an undisturbed run, and the next goes on where it was. Amiss would be a schema or a number of rows that is not the one after the migrations noted as run. An index that is made concurrently may be left unfinished, which the next run sees to.`,
)
