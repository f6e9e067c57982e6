/**
 * `npm run bench -- bittpay`: confirming a transfer over HTTP with every rule, beside pgbench's one-call transfer on the
 * same database, and how long one takes late on a busy day. The program runs in a process of its own, the clients in
 * this one, all on the same cores.
 */
import { Agent, request } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paise, ppm } from '@bittkosh/contract/money'
import { quoteTransfer } from '@bittkosh/contract/transfers'
import { readConfig } from '../server/src/config.ts'
import { invariants } from '../server/src/ledger/invariants.ts'
import { depositApproved } from '../server/src/ledger/movements.ts'
import { openAccounts, post } from '../server/src/ledger/post.ts'
import { openDatabase, transaction } from '../server/src/platform/database/database.ts'
import { openSession } from '../server/src/platform/identity/sessions.ts'
import { sql } from '../server/src/platform/database/sql.ts'
import { hashCode } from '../server/src/transfers/otp.ts'
import { startPrograms } from '../tests/faults/crash/program.ts'
import { makePeer, pgbench } from './peer.ts'
import { median, printTable, saveResult } from './table.ts'

const USERS = 2_000 // a round is one transfer of each
const CLIENTS = 16
const ROUNDS = 5
const OTP = '424242'

const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-bench-'))
const env = { DATA_DIR: dataDir, RATE_LIMITS: 'off' }
const programs = await startPrograms([env])
process.once('exit', () => programs.kill()) // also when this ends with an error
const config = readConfig(env)
const { db, url, close } = await openDatabase(config)
const users = await makeUsers()
await makePeer(db, USERS)
const address = new URL(programs.addresses[0] ?? '')
const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })

const floor: number[] = []
const rounds: { perSecond: number; p50: number; p99: number }[] = []
for (let round = 0; round < ROUNDS; round++) {
  floor.push(pgbench({ url, folder: dataDir, users: USERS, connections: 8, seconds: 1 }))
  rounds.push(await confirmAll(await beginAll(round + 1)))
}
for (const { name, find } of invariants) {
  const found = await find(db)
  if (found.length > 0) throw new Error(`${name}: ${found[0]}`)
}
const perSecond = median(rounds.map((one) => one.perSecond))
const table = printTable(
  ['way', 'transfers/s', '× pgbench', 'p50 ms', 'p99 ms', 'first and last round, ms each'],
  [
    ['pgbench, one call, 8 connections', median(floor).toFixed(0), '1.00', '', '', ''],
    [
      `BittPay verify over HTTP, ${CLIENTS} clients`,
      perSecond.toFixed(0),
      (perSecond / median(floor)).toFixed(2),
      median(rounds.map((one) => one.p50)).toFixed(1),
      median(rounds.map((one) => one.p99)).toFixed(1),
      [rounds[0], rounds.at(-1)].map((one) => (1000 / (one?.perSecond ?? 1)).toFixed(2)).join(', '),
    ],
  ],
)
saveResult(
  'bittpay',
  table,
  `${ROUNDS} interleaved rounds of ${USERS} transfers, medians; fsync on; invariants of the ledger checked after the run.`,
)
await programs.stop()
await close()
agent.destroy()
rmSync(dataDir, { recursive: true, force: true })

type User = { id: number; token: string }

function makeUsers(): Promise<User[]> {
  const at = new Date()
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into users (name, email, phone, password_hash, referral_code, email_verified_at, created_at)
      select 'Bench', 'b' || n || '@bench.test', '+9170000' || 10000 + n, 'x', 'B' || n, ${at}, ${at}
        from generate_series(1, ${USERS}::int) as n
      returning id`.execute(tx)
    for (const { id } of rows) await openAccounts(tx, id)
    await post(
      tx,
      at,
      rows.map(({ id }) => depositApproved({ id, user: id, method: 'upi', amount: paise(10n ** 9n) })),
    )
    const made: User[] = []
    for (const { id } of rows)
      made.push({ id, token: await openSession(tx, { user: id, role: 'user', device: 'bench', at }) })
    return made
  })
}

type Open = { id: number; token: string }

/** Starts a transfer of everyone to somebody else, which waits for its code; the code is known here. */
async function beginAll(shift: number): Promise<Open[]> {
  const at = new Date()
  const ids = users.map(({ id }) => id)
  const { amount, fee } = quoteTransfer({ amount: paise(1_000n), feeRate: ppm(30_000n) })
  const { rows } = await sql<{ id: number; sender: number; receiver: number }>`
    insert into balance_transfers (sender_id, receiver_id, receiver_masked, amount, fee, fee_rate_ppm, otp_expires_at, created_at)
    select sender, receiver, 'B***', ${amount}, ${fee}, 30000, ${new Date(at.getTime() + 300_000)}, ${at}
      from unnest(${ids}::integer[], ${[...ids.slice(shift), ...ids.slice(0, shift)]}::integer[]) as pair (sender, receiver)
    returning id, sender_id as sender, receiver_id as receiver`.execute(db)
  const hashes = rows.map((row) => hashCode(config, OTP, { ...row, amount, fee }))
  await sql`
    update balance_transfers t set otp_hash = h.hash
      from unnest(${rows.map(({ id }) => id)}::integer[], ${hashes}::bytea[]) as h (id, hash)
     where t.id = h.id`.execute(db)
  const tokens = new Map(users.map(({ id, token }) => [id, token]))
  return rows.map(({ id, sender }) => ({ id, token: tokens.get(sender) ?? '' }))
}

async function confirmAll(open: Open[]): Promise<{ perSecond: number; p50: number; p99: number }> {
  const times: number[] = []
  const startedAt = performance.now()
  const next = open.values()
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (const { id, token } of next) {
        const begun = performance.now()
        const status = await call({ token, body: JSON.stringify({ transfer_id: id, otp: OTP }), key: `bench-${id}` })
        if (status !== 200) throw new Error(`transfer ${id} answered ${status}`)
        times.push(performance.now() - begun)
      }
    }),
  )
  const seconds = (performance.now() - startedAt) / 1000
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99) }
}

function call({ token, body, key }: { token: string; body: string; key: string }): Promise<number> {
  return new Promise((answered, failed) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'idempotency-key': key,
    }
    const { hostname, port } = address
    const ask = request(
      { agent, hostname, port, method: 'POST', path: '/api/balance-transfer/verify', headers },
      (reply) => {
        reply.resume()
        reply.on('end', () => answered(reply.statusCode ?? 0))
      },
    )
    ask.on('error', failed)
    ask.end(body)
  })
}
