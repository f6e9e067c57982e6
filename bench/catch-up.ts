/**
 * `npm run bench -- catch-up [--accounts 10000] [--days 400] [--kills 100] [--seed N]`: a server that was down for 400 days catches
 * up with their interest while its process is killed at random. The result must equal, to the paisa, what a program that was never
 * down posts night by night (docs/rules.md#earn). Exits with 1 if it does not.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { invariants as flexibleInvariants } from '../server/src/flexible/invariants.ts'
import { invariants as ledgerInvariants } from '../server/src/ledger/invariants.ts'
import { dbOn, makeDb } from '../server/src/platform/database/database.ts'
import { migrate } from '../server/src/platform/database/migrations.ts'
import { openDatabase, openPool } from '../server/src/platform/database/open.ts'
import { bookOf, catchUpUnderFire, changeRates, postEachNight } from '../tests/faults/catchUp.ts'
import { urlOfDatabase } from '../tests/support/cluster.ts'
import { randomFrom } from '../tests/support/earnLife.ts'
import { makeSavers } from '../tests/support/savers.ts'
import { printTable, saveResult } from './table.ts'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    accounts: { type: 'string', default: '10000' },
    days: { type: 'string', default: '400' },
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const [accounts, days, kills] = [Number(values.accounts), Number(values.days), Number(values.kills)]
console.log(`seed ${values.seed}`)
const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-catch-up-'))
const opened = await openDatabase({ databaseUrl: null, dataDir, say: () => {} })
const urlOf = (name: string) => urlOfDatabase(opened.url, name)
/** The program's pool limits a statement to seconds. */
const onClient = async <T>(name: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: urlOf(name) })
  await client.connect()
  return work(client).finally(() => client.end())
}
for (const name of ['calm', 'struck']) {
  await opened.pool.query(`create database ${name}`)
  const pool = openPool(urlOf(name), 1)
  await migrate(pool)
  await pool.end()
  await onClient(name, async (client) => {
    await makeSavers(client, { accounts, referredOfTen: 3 })
    await changeRates(client, days)
    await client.query('analyze')
  })
}

const undisturbedPool = openPool(urlOf('calm'), 4, 0) // without the program's statement timeout
const undisturbed = await seconds(() => postEachNight(makeDb(undisturbedPool), days))
await undisturbedPool.end()
console.log(`never down: ${undisturbed.seconds.toFixed(0)} s`)
const random = randomFrom(Number(values.seed))
const env = { DATABASE_URL: urlOf('struck'), DATA_DIR: dataDir }
const struck = await seconds(() => catchUpUnderFire(env, { days, kills, random }))
console.log(`caught up: ${struck.seconds.toFixed(0)} s`)

const [expected, found] = [await onClient('calm', bookOf), await onClient('struck', bookOf)]
const amiss = Object.keys(expected).filter((what) => expected[what] !== found[what])
amiss.push(
  ...(await onClient('struck', async (client) => {
    await client.query('analyze') // otherwise the checks are planned for empty tables
    const findings: string[] = []
    for (const { name, find } of [...flexibleInvariants, ...ledgerInvariants])
      findings.push(...(await find(dbOn(client))).map((one) => `${name}: ${one}`))
    return findings
  })),
)
await opened.close()
rmSync(dataDir, { recursive: true, force: true })

for (const sentence of amiss) console.error(sentence)
process.exitCode = amiss.length > 0 || struck.result.killed < kills ? 1 : 0
const { killed, places } = struck.result
const table = printTable(
  ['accounts', 'days', 'killed', 'days at which', 'seconds with the kills', 'seconds night by night', 'amiss'],
  [
    [accounts, days, killed, places, struck.seconds.toFixed(0), undisturbed.seconds.toFixed(0), amiss.length].map(
      String,
    ),
  ],
)
saveResult(
  'catch-up',
  table,
  `Seed ${values.seed}; three of ten referred; another rate every 37 days. Each process is the program's own job under its schedule, killed by SIGKILL at a random moment of a random day. Amiss would be a working, balance, entry or referral share that differs from a run that was never down, or a check of Earn or of the ledger that finds something. The seconds with the kills hold the starts of as many processes.`,
)

async function seconds<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const startedAt = performance.now()
  const result = await work()
  return { result, seconds: (performance.now() - startedAt) / 1000 }
}
