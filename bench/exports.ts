/**
 * `npm run bench -- exports`: how much twenty exports of all users, read as slowly as their readers like, slow down another user's
 * GET /profile, which returns the wallet's balance. Ten admins request two each; those who get a 503 retry after a second, earlier
 * than requested.
 */
import { Agent, type IncomingMessage, request } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '../server/src/config.ts'
import { openDatabase } from '../server/src/platform/database/open.ts'
import { sql } from '../server/src/platform/database/sql.ts'
import { startPrograms } from '../tests/faults/crash/program.ts'
import { makePeople } from './people.ts'
import { printTable, quantile, saveResult } from './table.ts'

const USERS = 100_000 // more than a connection's buffers hold
const BATCH = 2000
const ADMINS = 10
const EXPORTS_EACH = 2
const PACES_MS = [100, 1000] // between pieces of at most 64 KB
const COME_BACK_MS = 1000
const TURNS = 6
const CALLS = 200 // in each turn
const PAUSE_MS = 10

const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-bench-'))
const env = { DATA_DIR: dataDir, RATE_LIMITS: 'off' }
const programs = await startPrograms([env])
process.once('exit', () => programs.kill()) // also when this ends with an error
const { db, close } = await openDatabase(readConfig(env))
const port = Number(new URL(programs.addresses[0] ?? '').port)
const [user, ...admins] = await makePeople(db, 1 + ADMINS)
await sql`update users set role = 'admin', roles = '{owner}' where id = any(${admins.map(({ id }) => id)})`.execute(db)
for (let made = 0; made < USERS; made += BATCH)
  await sql`
    insert into users (name, email, phone, password_hash, referral_code, created_at)
    select 'Exported', 'e' || n || '@bench.test', '+918' || lpad(n::text, 9, '0'), 'x', 'E' || n, ${new Date()}
      from generate_series(${made}::int + 1, ${made + BATCH}::int) as n`.execute(db)

await callTimes() // to warm up
const rows: string[][] = []
for (const paceMs of PACES_MS) {
  const alone: number[] = []
  const beside: number[] = []
  const underWay: number[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    alone.push(...(await callTimes()))
    const readers = startReaders(paceMs)
    while (readers.underWay() === 0) await wait(10)
    beside.push(...(await callTimes()))
    underWay.push(readers.underWay())
    readers.stop()
    await wait(COME_BACK_MS)
  }
  for (const [figure, share] of [
    ['median', 0.5],
    ['p95', 0.95],
  ] as const) {
    const [quiet, busy] = [quantile(alone, share), quantile(beside, share)]
    const figures = [quiet, busy, busy / quiet].map((one) => one.toFixed(2))
    rows.push([`${paceMs} ms`, figure, ...figures, underWay.join(', ')])
  }
}
saveResult(
  'exports',
  printTable(['a piece every', 'GET /profile', 'alone, ms', 'beside them, ms', 'times', 'under way at the ends'], rows),
  `Twenty exports of ${USERS} users; ${TURNS} turns of ${CALLS} calls each way. Under way is also what the program has sent ` +
    `and the connection still holds. Readers and the user share the cores with the program.`,
)
await programs.stop()
await close()
rmSync(dataDir, { recursive: true, force: true })

/** The duration of each of the user's calls, in ms. */
async function callTimes(): Promise<number[]> {
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  for (let call = 0; call < CALLS; call++) {
    const from = performance.now()
    const answer = await get('/api/profile', { agent, token: user?.token ?? '' })
    for await (const _ of answer);
    if (answer.statusCode !== 200) throw new Error(`GET /profile was answered with ${answer.statusCode}`)
    times.push(performance.now() - from)
    await wait(PAUSE_MS)
  }
  agent.destroy()
  return times
}

function startReaders(paceMs: number): { underWay(): number; stop(): void } {
  const agent = new Agent({ keepAlive: true })
  const reading = new Set<IncomingMessage>()
  const stopping = new AbortController()
  for (const { token } of admins)
    for (let each = 0; each < EXPORTS_EACH; each++)
      void readSlowly(token).catch((error: unknown) => {
        if (!stopping.signal.aborted) throw error
      })
  return {
    underWay: () => reading.size,
    stop() {
      stopping.abort()
      for (const answer of reading) answer.destroy()
      agent.destroy()
    },
  }

  async function readSlowly(token: string): Promise<void> {
    while (!stopping.signal.aborted) {
      const answer = await get('/api/users/export', { agent, token })
      if (answer.statusCode === 200) {
        reading.add(answer)
        for await (const _ of answer) await wait(paceMs)
        reading.delete(answer)
      } else {
        answer.resume()
        await wait(COME_BACK_MS)
      }
    }
  }
}

function get(path: string, { agent, token }: { agent: Agent; token: string }): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({ hostname: '127.0.0.1', port, path, agent, headers: { authorization: `Bearer ${token}` } }, resolve)
      .once('error', reject)
      .end()
  })
}
