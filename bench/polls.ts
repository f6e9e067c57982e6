/**
 * `npm run bench -- polls`: the bell's poll over HTTP, recomputed, cached, and unchanged for a client that has it, compared with
 * bare node:http that looks a token up in a map and sends as many bytes, in interleaved rounds; and the memory of a cached reply.
 * Everything shares the cores, so the CPU time of the program is the reliable figure. Many sockets: poll-sockets.ts.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { unreadCount } from '@bittkosh/contract/notifications'
import { readConfig } from '../server/src/config.ts'
import { openDatabase } from '../server/src/platform/database/open.ts'
import { sql } from '../server/src/platform/database/sql.ts'
import { makePolls } from '../server/src/platform/http/polls.ts'
import { startPrograms } from '../tests/faults/crash/program.ts'
import { freePort } from '../tests/support/program.ts'
import { type Cpu, cpuMeter } from './cpu.ts'
import { type Line, openLine } from './line.ts'
import { makePeople } from './people.ts'
import { median, printTable, quantile, saveResult } from './table.ts'

const USERS = 1_000
const CLIENTS = 16
const ROUNDS = 5
const POLLS_EACH = 10 // of cheap calls, so that a round takes long enough to measure
const BELL = unreadCount.path
const HEARD_MS = 1_000 // by then each process has received a change

type User = { token: string; etag?: string | undefined }
type Measure = { perSecond: number; cpu: Cpu; p99: number }

const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-bench-'))
const env = { DATA_DIR: dataDir, RATE_LIMITS: 'off' }
const programs = await startPrograms([env])
process.once('exit', () => programs.kill()) // also when this ends with an error
const { db, close } = await openDatabase({ ...readConfig(env), patient: true })
const users: User[] = await makePeople(db, USERS)
const bare = await startBare()
process.once('exit', bare.stop)
const [first = ''] = programs.addresses
const [own, others] = [await open(first, CLIENTS), await open(bare.address, CLIENTS)]

const bareWay = 'bare node:http'
const ways: Record<string, () => Promise<Measure>> = {
  [bareWay]: () => poll(others, bare.pid, { times: POLLS_EACH, expected: 200 }),
  'read anew': async () => {
    await sql`select note_changes(null)`.execute(db)
    await wait(HEARD_MS)
    return poll(own, programs.pids()[0] ?? 0, { times: 1, expected: 200 })
  },
  kept: () => poll(own, programs.pids()[0] ?? 0, { times: POLLS_EACH, expected: 200 }),
  'kept, unchanged for the client': () =>
    poll(own, programs.pids()[0] ?? 0, { times: POLLS_EACH, expected: 304, isTagged: true }),
}
const results = new Map<string, { own: Measure; floor: Measure }[]>()
for (let round = 0; round <= ROUNDS; round++) {
  let floor: Measure | undefined
  for (const [way, run] of Object.entries(ways)) {
    const measure = await run()
    floor ??= measure
    if (round > 0) results.set(way, [...(results.get(way) ?? []), { own: measure, floor }]) // the first warms up
  }
}
const costs = printTable(
  ['way', 'a second', 'CPU µs: program', 'PostgreSQL', '÷ bare', 'p99 ms'],
  [...results].map(([way, rounds]) => {
    const of = (figure: (one: { own: Measure; floor: Measure }) => number) => median(rounds.map(figure))
    return [
      way,
      of((one) => one.own.perSecond).toFixed(0),
      of((one) => one.own.cpu.program).toFixed(0),
      of((one) => one.own.cpu.postgres).toFixed(0),
      of((one) => one.own.cpu.program / one.floor.cpu.program).toFixed(1),
      of((one) => one.own.p99).toFixed(1),
    ]
  }),
)
for (const line of [...own, ...others]) line.close()
const bytes = bytesOfOne()
saveResult(
  'polls',
  `${costs}\n\nA kept reply to the bell takes ${bytes} bytes of the heap; it is counted as ${countedAs()}.`,
  `${ROUNDS} interleaved rounds of ${USERS} people at ${CLIENTS} connections, medians, after one to warm up; rate limits off. “Read anew” is ` +
    'what every poll was before replies were kept. CPU time is of the whole program and of all processes of PostgreSQL, per poll.',
)
bare.stop()
await programs.stop()
await close()
rmSync(dataDir, { recursive: true, force: true })

function open(address: string, count: number): Promise<Line[]> {
  return Promise.all(Array.from({ length: count }, () => openLine(new URL(address))))
}

/** Each person polls this many times, each time after all others. */
async function poll(
  lines: readonly Line[],
  program: number,
  { times, expected, isTagged = false }: { times: number; expected: number; isTagged?: boolean },
): Promise<Measure> {
  const asks = Array.from({ length: times }, () => users).flat()
  const next = asks.values()
  const took: number[] = []
  const cpu = cpuMeter({ program, dataDir })
  const startedAt = performance.now()
  const client = async (line: Line) => {
    for (const user of next) {
      const begun = performance.now()
      const { status, etag } = await line.get({ path: BELL, token: user.token, etag: isTagged ? user.etag : undefined })
      if (status !== expected) throw new Error(`${BELL} answered ${status}`)
      user.etag = etag ?? user.etag
      took.push(performance.now() - begun)
    }
  }
  await Promise.all(lines.map(client))
  const seconds = (performance.now() - startedAt) / 1000
  const spent = cpu()
  const n = asks.length
  return {
    perSecond: n / seconds,
    cpu: { program: spent.program / n, postgres: spent.postgres / n, client: spent.client / n },
    p99: quantile(took, 0.99),
  }
}

/** As a process has them: each member and reply parsed separately. */
function bytesOfOne(): number {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const count = 10_000
  const polls = makePolls()
  collect()
  const before = process.memoryUsage().heapUsed
  for (let n = 0; n < count; n++) fill(polls, n)
  collect()
  const bytes = Math.round((process.memoryUsage().heapUsed - before) / count)
  if (polls.size().replies !== count) throw new Error('not all replies were kept')
  return bytes
}

function countedAs(): number {
  const polls = makePolls()
  fill(polls, 1)
  return polls.size().bytes
}

function fill(polls: ReturnType<typeof makePolls>, n: number): void {
  const at = new Date()
  const read = JSON.stringify({ id: n, name: `Bench ${n}`, email: `b${n}@bench.test`, phone: `+9170000${10_000 + n}` })
  const member = {
    ...JSON.parse(read),
    emailVerified: true,
    role: 'user',
    roles: [],
    language: 'en',
    session: n,
    secondFactor: false,
    mustChangePassword: false,
    seenAt: new Date(at),
    endsAt: new Date(at.getTime() + 86_400_000),
  }
  const text = Buffer.from(`{"unread_count":0,"state":"${n}.0.0.0.1000000"}`).toString()
  const key = Buffer.from(`${String(n).padStart(43, 'x')} en /api${BELL}`).toString()
  polls.keep(key, {
    member,
    text,
    etag: `"${String(n).padStart(22, 'x')}"`,
    endpoint: unreadCount,
    begun: polls.begin(),
    at,
  })
}

/** The minimum that a Node process does for a poll. */
async function startBare(): Promise<{ address: string; pid: number; stop: () => void }> {
  const port = await freePort()
  const code = `
    const tokens = new Map(${JSON.stringify(users.map(({ token }, n) => [token, n]))})
    require('node:http').createServer({ keepAliveTimeout: 0 }, (request, reply) => {
      const who = tokens.get(request.headers.authorization.slice(7))
      reply.setHeader('content-type', 'application/json; charset=utf-8')
      reply.end('{"unread_count":0,"state":"' + who + '.0.0.0.1000000"}')
    }).listen(${port}, '127.0.0.1', () => console.log('ready'))`
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return { address: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => void child.kill() }
}
