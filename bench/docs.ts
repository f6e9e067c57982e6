/**
 * `npm run bench -- docs`: how much ten anonymous connections that continuously read the API document, or its page's script, slow
 * down signed-in users. The program runs in a process of its own with its rate limits on; strangers and users have different
 * addresses.
 */
import { Agent, request } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '../server/src/config.ts'
import { openAccounts } from '../server/src/ledger/post.ts'
import { transaction } from '../server/src/platform/database/database.ts'
import { openDatabase } from '../server/src/platform/database/open.ts'
import { openSession } from '../server/src/platform/identity/sessions.ts'
import { sql } from '../server/src/platform/database/sql.ts'
import { startPrograms } from '../tests/faults/crash/program.ts'
import { median, printTable, saveResult } from './table.ts'

const STRANGERS = 10
const USERS = 4
const CALLS = 80 // for each user; 120 a minute are allowed
const PAUSE_MS = 30

let made = 1000

const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-bench-'))
const env = { DATA_DIR: dataDir, RATE_LIMITS: 'on' }
const programs = await startPrograms([env])
process.once('exit', () => programs.kill()) // also when this ends with an error
const { db, close } = await openDatabase(readConfig(env))
const address = new URL(programs.addresses[0] ?? '')

const page = await (await fetch(new URL('/docs', address))).text()
const script = new URL(/<script src="([^"]+)"/.exec(page)?.[1] ?? '', new URL('/docs/', address)).pathname
await (await fetch(new URL(script, address))).arrayBuffer()
const quiet = median(await userTimes())
const rows = [['nobody', quiet.toFixed(2), '1.00', '']]
for (const path of ['/docs/', script, '/openapi.json']) {
  const attack = startStrangers(path)
  const busy = median(await userTimes())
  const answered = await attack.stop()
  rows.push([path, busy.toFixed(2), (busy / quiet).toFixed(2), String(answered)])
}
saveResult(
  'docs',
  printTable(['ten connections on', "users' median ms", '× quiet', 'answers to the ten'], rows),
  `${USERS} users, ${CALLS} reads of the profile each; strangers and users share the cores with the program.`,
)
await programs.stop()
await close()
rmSync(dataDir, { recursive: true, force: true })

/** The duration of each call of fresh users, in ms. */
async function userTimes(): Promise<number[]> {
  const tokens = await transaction(db, async (tx) => {
    const at = new Date()
    const { rows: users } = await sql<{ id: number }>`
      insert into users (name, email, phone, password_hash, referral_code, email_verified_at, created_at)
      select 'Bench', 'b' || n || '@bench.test', '+91700001' || n, 'x', 'B' || n, ${at}, ${at}
        from generate_series(${made}::int + 1, ${made + USERS}::int) as n
      returning id`.execute(tx)
    made += USERS
    const opened: string[] = []
    for (const { id } of users) {
      await openAccounts(tx, id)
      opened.push(await openSession(tx, { user: id, role: 'user', device: 'bench', at }))
    }
    return opened
  })
  const agent = new Agent({ keepAlive: true })
  const times = await Promise.all(
    tokens.map(async (token) => {
      const taken: number[] = []
      for (let call = 0; call < CALLS; call++) {
        const from = performance.now()
        const status = await get('/api/profile', { agent, headers: { authorization: `Bearer ${token}` } })
        if (status !== 200) throw new Error(`GET /profile was answered with ${status}`)
        taken.push(performance.now() - from)
        await wait(PAUSE_MS)
      }
      return taken
    }),
  )
  agent.destroy()
  return times.flat()
}

function startStrangers(path: string): { stop(): Promise<number> } {
  const stopping = new AbortController()
  let answered = 0
  const agent = new Agent({ keepAlive: true, localAddress: '127.0.0.2' })
  const ended = Promise.all(
    Array.from({ length: STRANGERS }, async () => {
      while (!stopping.signal.aborted) {
        await get(path, { agent, headers: {} })
        answered++
      }
    }),
  )
  return {
    async stop() {
      stopping.abort()
      await ended
      agent.destroy()
      return answered
    },
  }
}

function get(path: string, options: { agent: Agent; headers: Record<string, string> }): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ hostname: '127.0.0.1', port: address.port, path, ...options }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
    })
      .once('error', reject)
      .end()
  })
}
