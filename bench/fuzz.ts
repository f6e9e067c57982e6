/**
 * `npm run bench -- fuzz`: strangers' requests to a server, none of which may fail with a 5xx or change anything when it is refused
 * (bench/fuzz/play.ts). `--count 1000000` is their number, `--seed` the first seed, `--minutes` the time limit, `--pieces` the
 * number of concurrent databases. Exits with 1 if something was found.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../server/src/config.ts'
import { openDatabase } from '../server/src/platform/database/open.ts'
import { invariants } from '../server/src/rooms.ts'
import { seedSamples } from '../tests/support/samples.ts'
import { joinCluster, makeTemplate, urlOfDatabase, withClient } from '../tests/support/cluster.ts'
import { testServer } from '../tests/support/server.ts'
import { type Tally, fuzz } from './fuzz/play.ts'
import { printTable, saveResult } from './table.ts'

const PIECE = 5_000

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    count: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    minutes: { type: 'string', default: '600' },
    pieces: { type: 'string', default: '3' },
  },
})
const firstSeed = Number(values.seed)
const count = Number(values.count)
const cluster = await joinCluster()
const template = await makeTemplate(cluster.url)
const begun = performance.now()
const goesOn = () => performance.now() < begun + Number(values.minutes) * 60_000
const all: Tally = { sent: 0, refused: 0, done: new Set(), compared: 0, turnedAway: 0, findings: [] }
// The distance between seeds of pieces: as many as a piece can use.
const pieces = Array.from({ length: Math.ceil(count / PIECE) }, (_, place) => ({
  seed: firstSeed + place * PIECE,
  requests: Math.min(PIECE, count - place * PIECE),
})).values()
await Promise.all(Array.from({ length: Number(values.pieces) }, play))
const seconds = Math.round((performance.now() - begun) / 1000)
const { sent, refused, done, compared, turnedAway, findings } = all
const table = printTable(
  ['requests', 'refused', 'turned away', 'calls done', 'times nothing may have changed', 'findings', 'seconds'],
  [
    [sent, refused, turnedAway, done.size, compared, findings.length, seconds].map((figure) =>
      figure.toLocaleString('en-IN'),
    ),
  ],
)
for (const finding of findings) console.log(finding)
saveResult(
  'fuzz',
  table,
  `Seed ${firstSeed}. After each four or eight requests of which nothing was done no row may have been written but by what counts refusals; all invariants are checked after every ${PIECE.toLocaleString('en-IN')} requests, and the next ones meet a new database.`,
)
await cluster.leave()
process.exit(findings.length > 0 ? 1 : 0)

async function play(): Promise<void> {
  for (const { seed, requests } of pieces) {
    if (all.findings.length > 0 || !goesOn()) return
    const { sent, refused, done, compared, turnedAway, findings } = await fuzzPiece(seed, requests)
    all.sent += sent
    all.refused += refused
    all.compared += compared
    all.turnedAway += turnedAway
    all.findings.push(...findings)
    done.forEach((name) => all.done.add(name))
    const minutes = Math.round((performance.now() - begun) / 60_000)
    console.log(`from seed ${seed}: ${all.sent} requests in ${minutes} minutes, ${all.findings.length} findings`)
  }
}

/** Some of the requests, on a database of their own: otherwise lists of all people ever created would slow down the rest. */
async function fuzzPiece(seed: number, requests: number): Promise<Tally> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-fuzz-'))
  const name = `fuzz_${process.pid}_${seed}`
  await withClient(
    cluster.url,
    async (client) => void (await client.query(`create database ${name} template ${template}`)),
  )
  const config = readConfig({ DATABASE_URL: urlOfDatabase(cluster.url, name), DATA_DIR: dataDir })
  const opened = await openDatabase(config)
  const server = await testServer({ database: { ...opened, dataDir } })
  await seedSamples(server.services.db, server.clock.now())
  const tally = await fuzz(server, { seed, count: requests, goesOn, isBusy: true })
  for (const { name: rule, find } of invariants)
    tally.findings.push(...(await find(server.services.db)).map((one) => `${rule}: ${one}`))
  await server.close()
  await withClient(cluster.url, async (client) => void (await client.query(`drop database ${name} with (force)`)))
  rmSync(dataDir, { recursive: true, force: true })
  return tally
}
