/**
 * `npm run bench -- standbys [--times 5] [--seed N] [--slice]`: two programs with DATABASE_READ_URL on three PostgreSQL servers
 * under Patroni. People and admins write and immediately read what they wrote, in lists, files and their own screens, while the
 * standby that serves the reads is killed, promoted, and frozen. No read may fail, miss what was written before it, or keep anybody
 * waiting over 8 s, and reads return to a standby (docs/operations.md#a-replica-for-reads). `--slice`, for a machine of unknown
 * speed: one round, without time limits and without a saved result.
 */
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { dayOf } from '@bittkosh/contract/time'
import { makeCaller } from '../tests/faults/crash/calls.ts'
import { startPrograms } from '../tests/faults/crash/program.ts'
import { readPost } from '../tests/faults/crash/post.ts'
import { populate } from '../tests/faults/crash/storm.ts'
import { randomFrom } from '../tests/support/earnLife.ts'
import { freePort } from '../tests/support/program.ts'
import { startCluster } from './failover/cluster.ts'
import { median, printTable, saveResult } from './table.ts'

const PEOPLE = 4 // each reads one file at a time; a program allows four concurrent ones, an admin two
const WAIT_MAX_MS = 8_000
const AWAY_MAX_MS = 60_000
const GONE_MS = 10_000
const CALM_MS = 5_000
const PATIENCE_MS = 30_000

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    times: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    slice: { type: 'boolean', default: false },
  },
})
const times = values.slice ? 1 : Number(values.times)
const place = mkdtempSync(join(tmpdir(), 'bittkosh-standbys-'))
chmodSync(place, 0o755) // PostgreSQL runs as another user, who needs access
const dataDir = join(place, 'program')
mkdirSync(dataDir, { mode: 0o700 })
const cluster = await startCluster(place)
const random = randomFrom(Number(values.seed))
const metricsPorts = [await freePort(), await freePort()]
const programs = await startPrograms(
  [cluster.balancedUrl, cluster.directUrl].map((url, n) => ({
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    DATABASE_READ_URL: cluster.directUrl,
    METRICS_PORT: String(metricsPorts[n]),
    ADMIN_EMAIL: 'admin@storm.test',
    ADMIN_PASSWORD: 'storm-admin-Passw0rd',
    RATE_LIMITS: 'off',
  })),
)
const caller = makeCaller(programs.addresses, { random, cutOff: 0 })
const world = await populate(caller, {
  people: PEOPLE,
  post: readPost(dataDir),
  place: { databaseUrl: cluster.directUrl, dataDir, say: () => {}, patient: true },
})

type Read = { what: string; atMs: number; waitedMs: number; came: 'whole' | '503' | 'broken' }
const reads: Read[] = []
const amiss: string[] = []
const over = new AbortController()

/** Retries until the reply is complete; it must contain `mustHave`, which was committed before. */
async function read(
  what: string,
  { as, path, mustHave }: { as: string; path: string; mustHave: string },
): Promise<void> {
  while (!over.signal.aborted) {
    const address = programs.addresses[Math.floor(random() * programs.addresses.length)]
    const atMs = performance.now()
    let waitedMs = 0
    const note = (came: Read['came']) =>
      void reads.push({ what, atMs, waitedMs: waitedMs || performance.now() - atMs, came })
    try {
      const reply = await fetch(`${address}/api${path}`, {
        headers: { authorization: `Bearer ${as}` },
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      if (reply.headers.has('content-disposition')) waitedMs = performance.now() - atMs // a file arrives while it is read
      const text = await reply.text()
      if (reply.status === 503) {
        if (!reply.headers.has('retry-after')) amiss.push(`${what} answered 503 without Retry-After`)
        note('503')
        await wait(100)
        continue
      }
      note('whole')
      if (reply.status !== 200) amiss.push(`${what} answered ${reply.status}: ${text.slice(0, 200)}`)
      else if (!text.includes(mustHave)) amiss.push(`${what} lacks ${mustHave}`)
      return
    } catch {
      note('broken')
    }
  }
}

/** A person requests a deposit and an admin approves it; everything that shows it is read in between and afterwards. */
async function live(n: number): Promise<void> {
  const { id, token } = world.people[n]!
  const admin = world.admins[n % 2]!
  const today = dayOf(new Date())
  const period = `from=${today}&to=${today}&format=csv`
  for (let round = 1; !over.signal.aborted; round++) {
    const amount = 1_000 + round / 100
    const reference = randomUUID()
    const asked = { amount, transaction_id: reference, payment_method: world.upiMethod }
    const { body } = await caller.settle({ as: token, method: 'POST', path: '/deposits', body: asked })
    const list = `/deposits?search=${reference}`
    await read('own list', { as: token, path: '/deposits/my', mustHave: reference })
    await read('own data', { as: token, path: '/profile/data', mustHave: reference })
    await read("admin's list", { as: admin, path: list, mustHave: '"status":"pending"' })
    const decision = { status: 'approved', approved_amount: amount }
    await caller.settle({ as: admin, method: 'PUT', path: `/deposits/${body.id}`, body: decision })
    const statement = `/admin/users/${id}/statement?${period}`
    await read("admin's list", { as: admin, path: list, mustHave: '"status":"approved"' })
    await read('export', { as: admin, path: `/deposits/export?search=${reference}`, mustHave: reference })
    await read("person's statement by an admin", { as: admin, path: statement, mustHave: amount.toFixed(2) })
    await read('own statement', { as: token, path: `/statement?${period}`, mustHave: amount.toFixed(2) })
    await read('own wallet', { as: token, path: '/transactions', mustHave: reference })
  }
}

/** How often and when each program last chose a standby, and the longest time without one since the last reset. */
const grown = programs.addresses.map(() => ({ count: 0, atMs: performance.now(), awayMs: 0 }))
async function watch(n: number): Promise<void> {
  for (; !over.signal.aborted; await wait(50)) {
    const text = await fetch(`http://127.0.0.1:${metricsPorts[n]}/metrics`)
      .then((reply) => (reply.ok ? reply.text() : ''))
      .catch(() => '')
    const count = Number(/^bittkosh_reads_apart_total\{server="standby"\} (\d+)/m.exec(text)?.[1] ?? 0)
    const program = grown[n]!
    if (count <= program.count) continue
    program.awayMs = Math.max(program.awayMs, performance.now() - program.atMs)
    program.count = count
    program.atMs = performance.now()
  }
}

const standbyFailures = ['is killed', 'is promoted', 'is frozen for 10 s'] as const
type StandbyFailure = (typeof standbyFailures)[number]
const struck: { blow: StandbyFailure; fromMs: number; toMs: number; awayMs: number }[] = []

/** After a standby was killed, all reads use the other one, which confirms commits and so is promoted next. */
async function failStandby(blow: StandbyFailure): Promise<void> {
  const { mend } = await (blow === 'is promoted'
    ? cluster.strike('kill')
    : cluster.loseReader(blow === 'is killed' ? 'kill' : 'freeze'))
  if (blow !== 'is promoted') await wait(GONE_MS)
  await mend()
  await cluster.settled()
}

/** Resolves once both programs have read from a standby again; false if one has not for too long. */
async function areBack(sinceMs: number): Promise<boolean> {
  for (const untilMs = performance.now() + AWAY_MAX_MS; performance.now() < untilMs; await wait(50))
    if (grown.every(({ atMs }) => atMs > sinceMs)) return true
  return false
}

const lives = Promise.all([...world.people.map((_, n) => live(n)), ...grown.map((_, n) => watch(n))])
lives.catch(() => {})
try {
  await areBack(performance.now())
  for (let time = 1; time <= times; time++)
    for (const blow of standbyFailures) {
      await wait(CALM_MS)
      for (const program of grown) program.awayMs = 0
      const fromMs = performance.now()
      await failStandby(blow)
      if (!(await areBack(performance.now())))
        amiss.push(`the standby ${blow}: a program read from none for ${AWAY_MAX_MS / 1000} s after all were back`)
      const toMs = performance.now()
      const awayMs = Math.max(...grown.map((program) => Math.max(program.awayMs, toMs - program.atMs)))
      struck.push({ blow, fromMs, toMs, awayMs })
      console.log(`round ${time}: the standby ${blow}, none read from for ${(awayMs / 1000).toFixed(1)} s`)
    }
} finally {
  over.abort()
  await Promise.race([lives, wait(PATIENCE_MS)])
  for (const code of await programs.stop())
    if (code !== 0) amiss.push(`a program that was asked to end ended with ${code}`)
  await cluster.stop()
}
amiss.push(...caller.seen.wrong)

const seconds = (ms: number) => (ms / 1000).toFixed(1)
const counted = (those: readonly Read[], kind: Read['came']) => String(those.filter(({ came }) => came === kind).length)
const longest = (those: readonly Read[]) => Math.max(0, ...those.map(({ waitedMs }) => waitedMs))
const table = printTable(
  [
    'the standby that is read from',
    'times',
    'reads',
    '503',
    'broken off',
    'longest wait (s)',
    'none read from (median s)',
    'at most (s)',
  ],
  standbyFailures.map((blow) => {
    const ofBlow = struck.filter((each) => each.blow === blow)
    const those = reads.filter(({ atMs }) => ofBlow.some(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs))
    const away = ofBlow.map(({ awayMs }) => awayMs)
    const figures = [seconds(longest(those)), seconds(median(away)), seconds(Math.max(0, ...away))]
    return [
      blow,
      String(ofBlow.length),
      String(those.length),
      counted(those, '503'),
      counted(those, 'broken'),
      ...figures,
    ]
  }),
)
const kinds = printTable(
  ['read', 'asked', 'median wait (ms)', 'longest (s)', '503', 'broken off'],
  [...Map.groupBy(reads, ({ what }) => what)].map(([what, those]) => [
    what,
    String(those.length),
    median(those.map(({ waitedMs }) => waitedMs)).toFixed(0),
    seconds(longest(those)),
    counted(those, '503'),
    counted(those, 'broken'),
  ]),
)
const longestMs = Math.max(longest(reads), caller.seen.longestWaitMs)
const onStandby = grown.reduce((sum, { count }) => sum + count, 0)
const facts = printTable(
  ['reads', 'of them on a standby', 'writes', 'longest wait of all (s)', 'amiss'],
  [
    [
      ...[reads.length, onStandby, caller.seen.acknowledgedAtMs.length].map(String),
      seconds(longestMs),
      String(amiss.length),
    ],
  ],
)
if (!values.slice && longestMs > WAIT_MAX_MS) amiss.push(`somebody waited ${longestMs.toFixed(0)} ms`)
for (const problem of amiss.slice(0, 40)) console.error(problem)
if (amiss.length > 0) {
  console.error(`Seed ${values.seed}; databases and logs stay in ${place}.`)
  process.exitCode = 1
} else {
  rmSync(place, { recursive: true, force: true })
  if (!values.slice)
    saveResult(
      'standbys',
      `${table}\n\n${kinds}\n\n${facts}`,
      `The cluster of the bench \`failover\`; two programs, both with all three hosts in DATABASE_READ_URL; ${PEOPLE} people and two admins, seed ${values.seed}. Amiss would be a read that lacks what was written before it, a status other than 200 and 503, a 503 without Retry-After, a program that reads from no standby for 60 s after all three nodes were back, or one that does not end cleanly.`,
    )
}
