/**
 * `npm run bench -- slow-lines [--connections 2000] [--seconds 60]`: how long other callers wait while many connections send their
 * headers or their body byte by byte or do not read their replies, while a thousand strangers sign in at once, again and again, and
 * while the mail server takes 30 seconds for each mail or refuses all. Alternates with quiet periods. Also how long a slow connection is kept, and whether a mail was lost or sent twice.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { SMTPServer } from 'smtp-server'
import { openDatabase } from '../server/src/platform/database/open.ts'
import { sql } from '../server/src/platform/database/sql.ts'
import { startPrograms } from '../tests/faults/crash/program.ts'
import { CROWD, type CrowdCounts } from './crowd.ts'
import { makePeople } from './people.ts'
import { median, printTable, quantile, saveResult } from './table.ts'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { connections: { type: 'string', default: '2000' }, seconds: { type: 'string', default: '60' } },
})
const CONNECTIONS = Number(values.connections)
const SECONDS = Number(values.seconds)
const CALLERS = 4
const PAUSE_MS = 20
const MAIL_TAKES_MS = 30_000
const TURNS = 2
/** Somebody registers before these calls of a caller. */
const MAILS = (n: number) => n % 50 === 0

/** What the mail server does with a mail. */
let mailServer: 'takes' | 'takes long' | 'refuses' = 'takes'
const taken: string[] = []
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (_address, _session, done) =>
    done(mailServer === 'refuses' ? Object.assign(new Error('try later'), { responseCode: 451 }) : undefined),
  onData: (stream, session, done) => {
    stream.resume()
    stream.on('end', () => {
      setTimeout(
        () => {
          taken.push(...session.envelope.rcptTo.map(({ address }) => address))
          done()
        },
        mailServer === 'takes long' ? MAIL_TAKES_MS : 0,
      )
    })
  },
})
await new Promise<void>((listening) => smtp.listen(0, '127.0.0.1', listening))

const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-bench-'))
const smtpUrl = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`
const programs = await startPrograms([{ DATA_DIR: dataDir, RATE_LIMITS: 'off', SMTP_URL: smtpUrl }])
process.once('exit', () => programs.kill()) // also when this ends with an error
const base = programs.addresses[0] ?? ''
const port = Number(new URL(base).port)
const { db, close } = await openDatabase({ databaseUrl: null, dataDir, say: () => {} })
const people = await makePeople(db, CALLERS)
await callFor(10)

const rows: string[][] = []
const quiet: Times = { ms: [], refused: 0 }
const slow: Times = { ms: [], refused: 0 }
const kept: number[] = []
for (let turn = 0; turn < TURNS; turn++) {
  add(quiet, await callFor(SECONDS))
  const lines = openSlowLines()
  await lines.open
  add(slow, await callFor(SECONDS))
  lines.stop()
  kept.push(...lines.keptMs)
  await wait(1_000)
}
rows.push(...compared(`${CONNECTIONS} slow connections`, quiet, slow))
console.log(`closed by the program: ${kept.length}, after ${Math.round(Math.max(0, ...kept) / 1000)} s at most`)

const calm = await callFor(SECONDS)
const crowd = fork(new URL('crowd.ts', import.meta.url))
const counted = once(crowd, 'message') as Promise<[CrowdCounts]>
crowd.send({ base })
rows.push(...compared(`${CROWD} sign-ins at once`, calm, await callFor(SECONDS)))
crowd.send('stop')
const [{ checked, busy }] = await counted
const signIns = `${checked + busy} sign-ins, of which ${checked} were checked and the rest refused with 503.`
console.log(signIns)

const mails: string[] = []
let registered = 0
for (const how of ['takes long', 'refuses'] as const) {
  const before = await callFor(SECONDS, MAILS)
  mailServer = how
  const during = await callFor(SECONDS, MAILS)
  rows.push(
    ...compared(
      how === 'refuses' ? 'the mail server refuses' : 'the mail server takes 30 s for each mail',
      before,
      during,
    ),
  )
  mailServer = 'takes'
}
const patience = performance.now() + 600_000
const waiting = async () =>
  (await sql<{ n: number }>`select count(*)::integer as n from outbox where sent_at is null`.execute(db)).rows[0]?.n ??
  0
while ((await waiting()) > 0 && performance.now() < patience) await wait(1_000)
const lost = mails.filter((address) => !taken.includes(address)).length
const doubled = taken.length - new Set(taken).size

await programs.stop()
await close()
await new Promise<void>((closed) => smtp.close(() => closed()))
rmSync(dataDir, { recursive: true, force: true })
const table = printTable(['while', 'figure', 'quiet, ms', 'then, ms', 'times', '503 quiet, then'], rows)
const tail = [
  `${kept.length} slow connections were closed by the program, after ${Math.round(Math.max(0, ...kept) / 1000)} s at most.`,
  `${mails.length} mails were asked for: ${lost} lost, ${doubled} twice.`,
].join(' ')
console.log(tail)
process.exitCode = lost > 0 || doubled > 0 ? 1 : 0
saveResult(
  'slow-lines',
  table,
  `${CALLERS} callers of GET /portfolio and GET /flexible/balance, each ${PAUSE_MS} ms after its last answer; of the slow connections a third sends headers, a third a body, a byte a second, and a third asks for the API's document and reads none of it; one that is closed is opened again. ${TURNS} turns of ${SECONDS} s each way. Callers and slow connections share the cores with the program. ${signIns} ${tail}`,
)

type Times = { ms: number[]; refused: number }

/**
 * How long calls took, and how many got a 503 with Retry-After. `mailing`: before which of them somebody registers, who is sent a
 * mail.
 */
async function callFor(seconds: number, mailing: (n: number) => boolean = () => false): Promise<Times> {
  const until = performance.now() + seconds * 1000
  const times: Times = { ms: [], refused: 0 }
  await Promise.all(
    people.map(async ({ token }) => {
      for (let n = 0; performance.now() < until; n++) {
        if (mailing(n)) await register()
        const from = performance.now()
        const path = n % 2 === 0 ? '/api/portfolio' : '/api/flexible/balance'
        const reply = await fetch(`${base}${path}`, { headers: { authorization: `Bearer ${token}` } })
        await reply.arrayBuffer()
        if (reply.status === 503) times.refused++
        else if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`)
        times.ms.push(performance.now() - from)
        await wait(PAUSE_MS)
      }
    }),
  )
  return times
}

async function register(): Promise<void> {
  const number = String(++registered).padStart(8, '0')
  const email = `slow-${number}@bench.test`
  const phone = `+9176${number}`
  const reply = await fetch(`${base}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Slow', email, phone, password: 'teen hathi nadi par' }),
  })
  if (reply.status >= 300) throw new Error(`POST /register answered ${reply.status}`)
  mails.push(email)
}

function openSlowLines(): { open: Promise<void>; stop(): void; keptMs: number[] } {
  const keptMs: number[] = []
  const lines = new Set<Socket>()
  const senders = new Set<Socket>()
  let stopped = false
  let opened = 0
  let allOpen = () => {}
  const open = new Promise<void>((resolve) => (allOpen = resolve))
  for (let n = 0; n < CONNECTIONS; n++) line(n)
  const ticking = setInterval(() => {
    for (const socket of senders) socket.write('a')
  }, 1_000)
  return {
    open,
    keptMs,
    stop() {
      stopped = true
      clearInterval(ticking)
      for (const socket of lines) socket.destroy()
    },
  }

  function line(n: number): void {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const begunAtMs = performance.now()
    lines.add(socket)
    socket.on('error', () => {})
    socket.once('connect', () => {
      const begin = [
        'GET /api/portfolio HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
        'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n',
        'GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n',
      ][n % 3]
      socket.write(begin ?? '')
      if (n % 3 === 2) socket.pause() // reads nothing of the reply
      else senders.add(socket)
      if (++opened === CONNECTIONS) allOpen()
    })
    socket.once('close', () => {
      lines.delete(socket)
      senders.delete(socket)
      if (stopped) return
      keptMs.push(performance.now() - begunAtMs)
      line(n)
    })
  }
}

function add(all: Times, { ms, refused }: Times): void {
  all.ms.push(...ms)
  all.refused += refused
}

function compared(what: string, before: Times, after: Times): string[][] {
  return (['median', 'p99'] as const).map((figure) => {
    const [one, other] = [before, after].map(({ ms }) => (figure === 'median' ? median(ms) : quantile(ms, 0.99)))
    const refused = `${before.refused}, ${after.refused}`
    return [what, figure, one!.toFixed(2), other!.toFixed(2), (other! / one!).toFixed(2), refused]
  })
}
