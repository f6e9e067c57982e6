/**
 * `npm run bench -- poll-sockets`: many signed-in apps, each with its own socket, on three processes, while money moves. The
 * sockets open over five minutes, the age at which a cached reply is recomputed, so that afterwards some have that age at any time.
 * Clients are three processes on the same cores, each of which needs a file descriptor for each of its sockets.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { paise } from '@bittkosh/contract/money'
import { readConfig } from '../server/src/config.ts'
import { invariants } from '../server/src/ledger/invariants.ts'
import { depositApproved } from '../server/src/ledger/movements.ts'
import { post } from '../server/src/ledger/post.ts'
import { transaction } from '../server/src/platform/database/database.ts'
import { openDatabase } from '../server/src/platform/database/open.ts'
import { sql } from '../server/src/platform/database/sql.ts'
import { startPrograms } from '../tests/faults/crash/program.ts'
import { cpuMeter } from './cpu.ts'
import { type Line, openLine } from './line.ts'
import { makePeople } from './people.ts'
import type { PollCounts, PollOrder } from './poller.ts'
import { printTable, quantile, saveResult } from './table.ts'

const SOCKETS = Number(process.argv[3] ?? 50_000)
const RICH = 1_000 // whose money moves
let moved = 0
const PERIOD_MS = 10_000 // of the bell
const OPENING = 30
const MEASURED_MS = 30_000
const STAGES = [
  { periodMs: PERIOD_MS, opening: OPENING, moves: 0 },
  { periodMs: PERIOD_MS, opening: 0, moves: 100 },
  { periodMs: PERIOD_MS / 2, opening: 0, moves: 500 },
]

const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-bench-'))
const env = { DATA_DIR: dataDir, RATE_LIMITS: 'off' }
const programs = await startPrograms([env, env, env])
process.once('exit', () => programs.kill()) // also when this ends with an error
const { db, close } = await openDatabase({ ...readConfig(env), patient: true })
const people = await makePeople(db, SOCKETS)
const rich = people.slice(0, RICH)
await transaction(db, (tx) =>
  post(
    tx,
    new Date(),
    rich.map(({ id }) => depositApproved({ id, user: id, method: 'upi', amount: paise(10n ** 9n) })),
  ),
)
await sql`analyze`.execute(db)
const pollers = programs.addresses.map((address, n) => ({
  address,
  tokens: people.filter((_, of) => of % programs.addresses.length === n).map(({ token }) => token),
  child: fork(new URL('poller.ts', import.meta.url)),
}))
process.once('exit', () => pollers.forEach(({ child }) => child.kill()))
const rows: string[][] = []
for (const { moves, ...stage } of STAGES) {
  const periods = stage.opening + MEASURED_MS / stage.periodMs
  const polling = pollers.map(async ({ child, ...poller }) => {
    child.send({ ...poller, ...stage, periods } satisfies PollOrder)
    const [told] = await Promise.race([once(child, 'message'), once(child, 'exit')])
    if (typeof told !== 'object') throw new Error('a process of clients has ended')
    return told as PollCounts
  })
  await wait(stage.opening * stage.periodMs)
  const meters = programs.pids().map((program) => cpuMeter({ program, dataDir }))
  const money = await moveMoney(moves)
  const told = await Promise.all(polling)
  const cpu = meters.map((meter) => meter())
  const polls = told.flatMap(({ latencies }) => latencies)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const each = (micros: readonly number[]) => (sum(micros) / polls.length).toFixed(0)
  rows.push([
    `${(SOCKETS * 1000) / stage.periodMs}, ${moves}`,
    sum(told.map(({ perSecond }) => perSecond)).toFixed(0),
    quantile(polls, 0.5).toFixed(1),
    quantile(polls, 0.99).toFixed(1),
    ((sum(told.map(({ unchanged }) => unchanged)) / polls.length) * 100).toFixed(0),
    (sum(told.map(({ unavailable }) => unavailable)) + money.unavailable).toFixed(0),
    each(cpu.map(({ program }) => program)),
    each(cpu.slice(0, 1).map(({ postgres }) => postgres)),
    each(told.map(({ clientMicros }) => clientMicros)),
    money.perSecond.toFixed(0),
    moves === 0 ? '' : quantile(money.latencies, 0.99).toFixed(1),
  ])
  console.log(rows.at(-1)?.join(' | '))
}
const memory = programs
  .pids()
  .map((pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
for (const { name, find } of invariants) {
  const found = await find(db)
  if (found.length > 0) throw new Error(`${name}: ${found[0]}`)
}
const heads = [
  'asked a second: polls, moves',
  'polls a second',
  'p50 ms',
  'p99 ms',
  '304 in %',
  '503',
  'CPU µs a poll: programs',
  'PostgreSQL',
  'clients',
  'moves a second',
  'p99 ms',
]
saveResult(
  'poll-sockets',
  `${printTable(heads, rows)}\n\nAfterwards the three programs held ${memory.map((mb) => mb.toFixed(0)).join(', ')} MB.`,
  `${SOCKETS} signed-in people, each with a socket of their own, on three processes of the program; three processes of clients and one that moves money share the cores. ` +
    `Latencies count from the moment at which a call was due, over ${MEASURED_MS / 1000} s. A move is a deposit into Earn by one of ${RICH} of the people. ` +
    'CPU is that of the whole processes, moves included, per poll. Rate limits off; invariants of the ledger checked after the run.',
)
for (const { child } of pollers) child.kill()
await programs.stop()
await close()
rmSync(dataDir, { recursive: true, force: true })

/** This many a second, each by another person, on any idle connection. */
async function moveMoney(perSecond: number): Promise<{ perSecond: number; unavailable: number; latencies: number[] }> {
  const latencies: number[] = []
  let unavailable = 0
  const total = (perSecond * MEASURED_MS) / 1000
  const numbers = Array.from({ length: total }, (_, n) => n).values()
  const body = JSON.stringify({ amount: 1_000 })
  const lines = await Promise.all(
    Array.from({ length: 48 }, (_, n) => openLine(new URL(programs.addresses[n % programs.addresses.length] ?? ''))),
  )
  const startedAt = performance.now()
  const client = async (line: Line) => {
    for (const n of numbers) {
      const due = startedAt + (n * 1000) / perSecond
      if (due > performance.now()) await wait(due - performance.now())
      const { token } = rich[n % RICH]!
      const status = await line.post({ path: '/flexible/deposit', token, key: `move-${moved++}`, body })
      if (status !== 201 && status !== 503) throw new Error(`a deposit into Earn answered ${status}`)
      if (status === 503) unavailable++
      else latencies.push(performance.now() - due)
    }
  }
  await Promise.all([...lines.map(client), wait(MEASURED_MS)])
  for (const line of lines) line.close()
  return { perSecond: (latencies.length / (performance.now() - startedAt)) * 1000, unavailable, latencies }
}
