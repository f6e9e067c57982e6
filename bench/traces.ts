/**
 * `npm run bench -- traces`: the cost of sending traces for the program, with programs on one database in interleaved rounds:
 * without a collector, with one, with one that gets a tenth, and with one that is down. The collector is this process; all share
 * the cores, so the CPU time of the program is the reliable figure.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paise } from '@bittkosh/contract/money'
import { readConfig } from '../server/src/config.ts'
import { depositApproved } from '../server/src/ledger/movements.ts'
import { openAccounts, post } from '../server/src/ledger/post.ts'
import { transaction } from '../server/src/platform/database/database.ts'
import { openDatabase } from '../server/src/platform/database/open.ts'
import { sql } from '../server/src/platform/database/sql.ts'
import { openSession } from '../server/src/platform/identity/sessions.ts'
import { startPrograms } from '../tests/faults/crash/program.ts'
import { freePort } from '../tests/support/program.ts'
import { cpuMeter } from './cpu.ts'
import { type Line, openLine } from './line.ts'
import { median, printTable, quantile, saveResult } from './table.ts'

const USERS = 500 // a round is one call of each
const CLIENTS = 8
const ROUNDS = 5
const OFTEN = 10 // repetitions of cheap calls, so that a round takes long enough to measure

type Measure = { perSecond: number; program: number; p99: number }

let spans = 0
const collector = createServer((request, response) => {
  request.setEncoding('utf8')
  request.on('data', (text: string) => (spans += text.split('"spanId"').length - 1))
  request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
}).listen(0, '127.0.0.1')
await once(collector, 'listening')
const listening = collector.address()
const endpoint = `http://127.0.0.1:${listening !== null && typeof listening === 'object' ? listening.port : 0}`

const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-bench-'))
const env = { DATA_DIR: dataDir, RATE_LIMITS: 'off' }
const NONE = 'no collector'
const ways: Record<string, Record<string, string>> = {
  [NONE]: {},
  'all traces': { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
  'one in ten': { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: '0.1' },
  'all, collector away': { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` },
}
const programs = await startPrograms(Object.values(ways).map((more) => ({ ...env, ...more })))
process.once('exit', () => programs.kill()) // also when this ends with an error
const { db, close } = await openDatabase({ ...readConfig(env), patient: true })
const tokens = await makeUsers()
const atRest = programs.pids().map(residentMb)
let keys = 0

type Call = { times?: number; send: (line: Line, token: string) => Promise<number> }
const calls: Record<string, Call> = {
  "the bell's poll, kept": {
    times: OFTEN,
    send: async (line, token) => (await line.get({ path: '/notifications/unread-count', token })).status,
  },
  'a page of the portfolio': {
    send: async (line, token) => (await line.get({ path: '/portfolio', token })).status,
  },
  'money into Earn': {
    send: (line, token) =>
      line.post({ path: '/flexible/deposit', token, key: `call-${keys++}`, body: '{"amount":500}' }),
  },
}

const results = new Map<string, Measure[][]>()
for (let round = 0; round <= ROUNDS; round++) {
  for (const [name, call] of Object.entries(calls)) {
    const measures: Measure[] = []
    for (const which of programs.addresses.keys()) measures.push(await measure(which, call))
    if (round > 0) results.set(name, [...(results.get(name) ?? []), measures]) // the first warms up
  }
}
const rows = [...results].flatMap(([name, rounds]) =>
  Object.keys(ways).map((way, which) => {
    const of = (figure: (own: Measure, none: Measure) => number) =>
      median(rounds.map((measures) => figure(measures[which]!, measures[0]!)))
    return [
      name,
      way,
      of((own) => own.perSecond).toFixed(0),
      of((own) => own.program).toFixed(0),
      of((own, none) => own.program / none.program).toFixed(2),
      of((own) => own.p99).toFixed(1),
    ]
  }),
)
const memory = Object.keys(ways).map((way, which) => [
  way,
  atRest[which]?.toFixed(0) ?? '',
  residentMb(programs.pids()[which] ?? 0).toFixed(0),
])
saveResult(
  'traces',
  `${printTable(['call', 'way', 'a second', 'CPU µs', '÷ none', 'p99 ms'], rows)}\n\n` +
    `${printTable(['way', 'resident MB at rest', 'after the run'], memory)}\n\nThe collector got ${spans} spans.`,
  `${ROUNDS} interleaved rounds of ${USERS} calls (${OFTEN} times as many polls) at ${CLIENTS} connections, medians, after one to warm up; rate limits off. ` +
    'CPU time is of the whole program, per call, with what it sends meanwhile.',
)
await programs.stop()
collector.close()
await close()
rmSync(dataDir, { recursive: true, force: true })

async function measure(which: number, { times = 1, send }: Call): Promise<Measure> {
  const next = Array.from({ length: times }, () => tokens)
    .flat()
    .values()
  const address = new URL(programs.addresses[which] ?? '')
  const lines = await Promise.all(Array.from({ length: CLIENTS }, () => openLine(address)))
  const took: number[] = []
  const cpu = cpuMeter({ program: programs.pids()[which] ?? 0, dataDir })
  const startedAt = performance.now()
  const client = async (line: Line) => {
    for (const token of next) {
      const begun = performance.now()
      const status = await send(line, token)
      if (status >= 300) throw new Error(`a call was answered with ${status}`)
      took.push(performance.now() - begun)
    }
  }
  await Promise.all(lines.map(client))
  const seconds = (performance.now() - startedAt) / 1000
  const program = cpu().program / took.length
  for (const line of lines) line.close()
  return {
    perSecond: took.length / seconds,
    program,
    p99: quantile(took, 0.99),
  }
}

function residentMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

function makeUsers(): Promise<string[]> {
  const at = new Date()
  return transaction(db, async (tx) => {
    const { rows: made } = await sql<{ id: number }>`
      insert into users (name, email, phone, password_hash, referral_code, email_verified_at, created_at)
      select 'Bench', 'b' || n || '@bench.test', '+9170000' || 10000 + n, 'x', 'B' || n, ${at}, ${at}
        from generate_series(1, ${USERS}::int) as n
      returning id`.execute(tx)
    for (const { id } of made) await openAccounts(tx, id)
    await post(
      tx,
      at,
      made.map(({ id }) => depositApproved({ id, user: id, method: 'upi', amount: paise(10n ** 9n) })),
    )
    const opened: string[] = []
    for (const { id } of made) opened.push(await openSession(tx, { user: id, role: 'user', device: 'bench', at }))
    return opened
  })
}
