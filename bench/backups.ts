/**
 * `npm run bench -- backups [--count 100] [--flips 10000] [--seed N]`: takes backups while two programs move money, every second
 * one encrypted, and restores each into a database of its own while the load pauses. The goal: each is an exact prefix of the
 * ledger in which every invariant holds, and a backup with a flipped bit is never restored; half of them are encrypted.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { archiveIn } from '../server/src/backups/archive.ts'
import { MANIFEST, readManifest } from '../server/src/backups/manifest.ts'
import { type InvariantsFor, restoreBackup } from '../server/src/backups/restore.ts'
import { takeBackup } from '../server/src/backups/take.ts'
import { everyInvariant } from '../server/src/checks.ts'
import { type Config, readConfig } from '../server/src/config.ts'
import { openDatabase } from '../server/src/platform/database/open.ts'
import { StartError } from '../server/src/platform/start-error.ts'
import { runStorm } from '../tests/faults/crash/storm.ts'
import { randomFrom } from '../tests/support/earnLife.ts'
import { urlOfDatabase } from '../tests/support/cluster.ts'
import { median, printTable, saveResult } from './table.ts'

const PEOPLE = 24
const CLIENTS = 16
const WARM_MS = 500

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    count: { type: 'string', default: '100' },
    flips: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const [count, flips, seed] = [Number(values.count), Number(values.flips), Number(values.seed)]
const place = mkdtempSync(join(tmpdir(), 'bittkosh-backups-'))
const dataDir = join(place, 'data')
const plain = readConfig({ DATA_DIR: dataDir })
const encrypted: Config = { ...plain, backupKey: randomBytes(32) }
const database = await openDatabase(plain)
const amiss: string[] = []
const took = { backupMs: [] as number[], restoreMs: [] as number[] }
/** The transfers and the time under load. */
const load = { transfers: 0, ms: 0 }
let rest = Promise.resolve()

const allTried = new AbortController()
const storm = runStorm({
  dataDir,
  databaseUrls: null,
  operations: Number.MAX_SAFE_INTEGER,
  kills: 0,
  clients: CLIENTS,
  people: PEOPLE,
  seed,
  until: allTried.signal,
  mayGoOn: () => rest,
})
storm.catch(() => allTried.abort())
await untilMoneyMoves()
let tried = 0
for (; tried < count && !allTried.signal.aborted; tried++) {
  const found = await tryOne(tried)
  for (const sentence of found) amiss.push(`backup ${tried}: ${sentence}`)
  if (found.length > 0) console.error(amiss.at(-1))
}
allTried.abort()
const outcome = await storm
amiss.push(...outcome.amiss)
const half = Math.ceil(flips / 2)
const flipped = [await flipBits(plain, 'plain'), await flipBits(encrypted, 'encrypted')]
await database.close()

for (const sentence of amiss) console.error(sentence)
const table = printTable(
  ['backups', 'exact prefix, all invariants', 'transfers meanwhile', 'per second', 'backup ms', 'restore ms'],
  [
    [
      String(tried),
      String(
        tried - new Set(amiss.filter((line) => line.startsWith('backup ')).map((line) => line.split(':')[0])).size,
      ),
      String(load.transfers),
      ((load.transfers / load.ms) * 1000).toFixed(0),
      median(took.backupMs).toFixed(0),
      median(took.restoreMs).toFixed(0),
    ],
  ],
)
const refusals = printTable(
  ['backup', 'files', 'bytes', 'bits flipped', 'refused'],
  flipped.map((one) => [one.kind, String(one.files), String(one.bytes), String(half), String(one.refused)]),
)
if (amiss.length > 0 || tried < count || flipped.some(({ refused }) => refused < half)) {
  console.error(`Seed ${seed}; the database stays in ${place}.`)
  process.exitCode = 1
} else {
  rmSync(place, { recursive: true, force: true })
  saveResult(
    'backups',
    `${table}\n\n${refusals}`,
    `${CLIENTS} clients over two programs on one embedded PostgreSQL, ${PEOPLE} people, seed ${seed}; times are medians. Money moves while a backup is taken, and rests while it is restored. A backup is an exact prefix when it has every transfer that was committed before it began, none that was not when it ended, each with the same bytes, and of each account the first entries without a gap; the seals are checked with the invariants. A bit is flipped in place at a random byte of all files, and put back.`,
  )
}

/** One backup under load, restored and compared. Returns the findings. */
async function tryOne(n: number): Promise<string[]> {
  const config = n % 2 === 0 ? plain : encrypted
  const folder = join(place, `backup-${n}`)
  const name = `scratch_${n}`
  const scratch: Config = { ...config, dataDir: join(place, name) }
  await wait(WARM_MS)
  const before = await ledgerOf(database.url)
  const at = new Date()
  const began = performance.now()
  await takeBackup({ config, url: database.url, folder, at })
  const taken = performance.now()
  const after = await ledgerOf(database.url)
  load.transfers += after.transfers.size - before.transfers.size
  load.ms += performance.now() - began
  const goOn = pause()
  await database.pool.query(`create database ${name}`)
  try {
    const url = urlOfDatabase(database.url, name)
    const readAt = performance.now()
    const invariantsFor: InvariantsFor = (restored) => everyInvariant({ ...restored, now: () => at })
    await restoreBackup({ config: scratch, url, folder, invariantsFor })
    took.backupMs.push(taken - began)
    took.restoreMs.push(performance.now() - readAt)
    return compare({ before, restored: await ledgerOf(url), after })
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return [error.message]
  } finally {
    goOn()
    await database.pool.query(`drop database ${name} with (force)`)
    rmSync(folder, { recursive: true })
    rmSync(scratch.dataDir, { recursive: true, force: true })
  }
}

/** Makes clients wait before their next operation. Returns the function that lets them continue. */
function pause(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  rest = promise
  return resolve
}

type Ledger = {
  /** The text of each transfer, by its id. */
  transfers: Map<string, string>
  /** The texts of the entries of each account, in their order. */
  entries: Map<string, string[]>
}

async function ledgerOf(url: string): Promise<Ledger> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read')
    const { rows: transfers } = await client.query<{ id: string; text: string }>(
      'select id::text as id, t::text as text from ledger_transfers t',
    )
    const { rows: entries } = await client.query<{ account: string; texts: string[] }>(
      'select account_id::text as account, array_agg(e::text order by id) as texts from ledger_entries e group by 1',
    )
    return {
      transfers: new Map(transfers.map(({ id, text }) => [id, text])),
      entries: new Map(entries.map(({ account, texts }) => [account, texts])),
    }
  } finally {
    await client.end()
  }
}

function compare({ before, restored, after }: Record<'before' | 'restored' | 'after', Ledger>): string[] {
  const lost = [...before.transfers.keys()].filter((id) => !restored.transfers.has(id))
  const other = [...restored.transfers].filter(([id, text]) => after.transfers.get(id) !== text).map(([id]) => id)
  const gaps = [...restored.entries].filter(([account, texts]) => {
    const there = after.entries.get(account) ?? []
    return texts.some((text, n) => there[n] !== text)
  })
  return [
    ...lost.map((id) => `transfer ${id} was committed before it began, and is not in it`),
    ...other.map((id) => `transfer ${id} is not as it was when it ended`),
    ...gaps.map(([account]) => `the entries of account ${account} are not its first ones`),
  ]
}

/** Waits until the storm's people have money and move it. */
async function untilMoneyMoves(): Promise<void> {
  const moving = async () => {
    const { rows } = await database.pool.query("select to_regclass('ledger_transfers') is not null as is_there")
    if (!rows[0]?.is_there) return false
    const { rows: kinds } = await database.pool.query("select from ledger_transfers where kind = 'transfer' limit 1")
    return kinds.length > 0
  }
  while (!allTried.signal.aborted && !(await moving())) await wait(200)
}

/** Flips single bits, one after the other, in a backup of the storm's final state, and counts the refusals. */
async function flipBits(config: Config, kind: string) {
  const folder = join(place, kind)
  await takeBackup({ config, url: database.url, folder, at: new Date() })
  const random = randomFrom(seed)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => ({ path, content: readFileSync(path) }))
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0)
  const read = () => readManifest(config, archiveIn(folder, MANIFEST, config))
  await read()
  let refused = 0
  for (let n = 0; n < half; n++) {
    let at = Math.floor(random() * bytes)
    const hit = files.find(({ content }) => {
      if (at < content.length) return true
      at -= content.length
      return false
    })
    if (!hit) throw new Error(`byte ${at} is behind the last file`)
    const changed = Buffer.from(hit.content)
    changed[at] = (changed[at] ?? 0) ^ (1 << Math.floor(random() * 8))
    writeFileSync(hit.path, changed)
    const error = await read().then(
      () => null,
      (thrown: unknown) => thrown,
    )
    if (error instanceof StartError) refused++
    else amiss.push(`flip ${n} of byte ${at} of ${hit.path}: ${error === null ? 'taken' : String(error)}`)
    writeFileSync(hit.path, hit.content)
  }
  await read() // with the original content it is a valid backup again
  return { kind, files: files.length, bytes, refused }
}
