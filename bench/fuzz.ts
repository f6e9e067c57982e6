/**
 * `npm run bench -- fuzz`: strangers' requests against a server, none of which may fail inside or change anything when it is
 * refused (bench/fuzz/play.ts). `--count 1000000` says how many, `--seed` where they begin, `--minutes` when to stop at the
 * latest. Exits with 1 where something was found.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../server/src/config.ts'
import { openDatabase } from '../server/src/platform/database/open.ts'
import { migrate } from '../server/src/platform/database/migrations.ts'
import { invariants } from '../server/src/rooms.ts'
import { testServer } from '../tests/support/server.ts'
import { fuzz } from './fuzz/play.ts'
import { printTable, saveResult } from './table.ts'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    count: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    minutes: { type: 'string', default: '600' },
  },
})
const seed = Number(values.seed)
console.log(`seed ${seed}`)
const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-fuzz-'))
const opened = await openDatabase(readConfig({ DATA_DIR: dataDir }))
await migrate(opened.pool)
const server = await testServer({ database: { ...opened, dataDir } })
const begun = performance.now()
const endsAt = begun + Number(values.minutes) * 60_000
const goesOn = () => performance.now() < endsAt
const { sent, refused, done, compared, findings } = await fuzz(server, { seed, count: Number(values.count), goesOn })
for (const { name, find } of invariants)
  findings.push(...(await find(server.services.db)).map((one) => `${name}: ${one}`))
const seconds = Math.round((performance.now() - begun) / 1000)
const table = printTable(
  ['requests', 'refused', 'calls done', 'batches compared', 'findings', 'seconds'],
  [[sent, refused, done.size, compared, findings.length, seconds].map((figure) => figure.toLocaleString('en-IN'))],
)
for (const finding of findings) console.log(finding)
saveResult(
  'fuzz',
  table,
  `Seed ${seed}. Every table but those that count refusals is compared after each batch of which nothing was done; all invariants checked after the run.`,
)
await server.close()
rmSync(dataDir, { recursive: true, force: true })
process.exit(findings.length > 0 ? 1 : 0)
