/**
 * `npm run bench -- failover [--times 20] [--seed N] [--slice]`: a Patroni cluster of three PostgreSQL servers loses its leader
 * while money moves, by a kill, a switchover, a freeze, or a lost connection to the store. One program connects through HAProxy,
 * the other to all three hosts. Nothing that was acknowledged may be lost or doubled, and nobody waits over 8 s
 * (docs/operations.md#failover). `--slice`, for a machine of unknown speed: one switchover, without time limits and without a saved
 * result.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runStorm } from '../tests/faults/crash/storm.ts'
import { type LeaderFailure, leaderFailures, startCluster } from './failover/cluster.ts'
import { median, printTable, saveResult } from './table.ts'

const OPERATIONS_EACH = 300
const WAIT_MAX_MS = 8_000
/**
 * Time until writes are acknowledged again: the goal for a kill and a switchover; the other failures are detected only through the
 * TTL.
 */
const SILENCE_MAX_MS: Record<LeaderFailure, number> = { kill: 15_000, switch: 5_000, freeze: 20_000, cut: 20_000 }

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    times: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    slice: { type: 'boolean', default: false },
  },
})
const times = values.slice ? 1 : Number(values.times)
const losses: readonly LeaderFailure[] = values.slice ? ['switch'] : leaderFailures
const place = mkdtempSync(join(tmpdir(), 'bittkosh-failover-'))
chmodSync(place, 0o755) // PostgreSQL runs as another user, who needs access
const dataDir = join(place, 'program')
mkdirSync(dataDir, { mode: 0o700 })
const cluster = await startCluster(place)
let acknowledgedAtMs: readonly number[] = []
const struck: { blow: LeaderFailure; fromMs: number; toMs: number }[] = []
const outcome = await runStorm({
  dataDir,
  databaseUrls: [cluster.balancedUrl, cluster.directUrl],
  operations: OPERATIONS_EACH * (times + 1),
  kills: times,
  clients: 16,
  people: 24,
  seed: Number(values.seed),
  async strike(which, seen) {
    acknowledgedAtMs = seen.acknowledgedAtMs
    const blow = losses[which % losses.length] ?? 'switch'
    const fromMs = performance.now()
    const { mend } = await cluster.strike(blow)
    await mend()
    await cluster.settled()
    struck.push({ blow, fromMs, toMs: performance.now() })
    console.log(`${struck.length} of ${times}: ${blow}, no write for ${(silence(struck.at(-1)!) / 1000).toFixed(1)} s`)
  },
}).finally(() => cluster.stop())

const table = printTable(
  ['the leader is lost by', 'times', 'no write for (median s)', 'at most (s)', 'allowed (s)'],
  losses.map((blow) => {
    const silences = struck.filter((each) => each.blow === blow).map(silence)
    const seconds = (ms: number) => (ms / 1000).toFixed(1)
    return [
      blow,
      String(silences.length),
      seconds(median(silences)),
      seconds(Math.max(0, ...silences)),
      seconds(SILENCE_MAX_MS[blow]),
    ]
  }),
)
const facts = printTable(
  ['accepted', 'refused', 'answered to a repeat', 'longest wait for an answer (s)', 'amiss'],
  [
    [
      outcome.accepted,
      outcome.refused,
      outcome.repeated,
      (outcome.longestWaitMs / 1000).toFixed(1),
      outcome.amiss.length,
    ].map(String),
  ],
)
const tooSlow: string[] = []
if (outcome.longestWaitMs > WAIT_MAX_MS)
  tooSlow.push(`somebody waited ${outcome.longestWaitMs.toFixed(0)} ms for an answer`)
for (const each of struck)
  if (silence(each) > SILENCE_MAX_MS[each.blow])
    tooSlow.push(`no write for ${silence(each).toFixed(0)} ms after a ${each.blow}`)
const problems = values.slice ? outcome.amiss : [...outcome.amiss, ...tooSlow]
for (const problem of problems) console.error(problem)
if (problems.length > 0) {
  console.error(`Seed ${values.seed}; databases and logs stay in ${place}.`)
  process.exitCode = 1
} else {
  rmSync(place, { recursive: true, force: true })
  if (!values.slice)
    saveResult(
      'failover',
      `${table}\n\n${facts}`,
      `Patroni 3.0.2 by version 2 of etcd 3.4, PostgreSQL 15, one synchronous standby (strict), ttl 10, loop 2, retry 3; one program through HAProxy 2.6, one with all three hosts; 16 clients, 24 people, ${times} losses, seed ${values.seed}. Amiss would be a balance or a number of records that is not what was acknowledged, an invariant, a status of 5xx other than 503, a 503 without Retry-After, or a program that does not end cleanly.`,
    )
}

/** The longest time without an acknowledged write, from the failure until all three nodes were back. */
function silence({ fromMs, toMs }: { fromMs: number; toMs: number }): number {
  const moments = [fromMs, ...acknowledgedAtMs.filter((at) => at > fromMs && at < toMs), toMs]
  return Math.max(...moments.slice(1).map((at, n) => at - (moments[n] ?? at)))
}
