/**
 * `npm run bench -- money`: the calls that move a user's money, over HTTP with every rule, compared with pgbench's one-call
 * transfer and a function that writes the same rows as a confirmation in one call, in interleaved rounds. Pairs are random:
 * neighbours who pay neighbours would form a convoy of locks that real users don't. The program, PostgreSQL and the clients share
 * the cores, so the CPU time of each is the reliable figure and the rate is shown beside it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paise, ppm } from '@bittkosh/contract/money'
import { quoteTransfer } from '@bittkosh/contract/transfers'
import { readConfig } from '../server/src/config.ts'
import { depositApproved } from '../server/src/ledger/movements.ts'
import { openAccounts, post } from '../server/src/ledger/post.ts'
import { transaction } from '../server/src/platform/database/database.ts'
import { openDatabase } from '../server/src/platform/database/open.ts'
import { openSession } from '../server/src/platform/identity/sessions.ts'
import { sql } from '../server/src/platform/database/sql.ts'
import { invariants as ofEarn } from '../server/src/flexible/invariants.ts'
import { invariants as ofPlans } from '../server/src/investments/invariants.ts'
import { invariants as ofLedger } from '../server/src/ledger/invariants.ts'
import { invariants as ofTransfers } from '../server/src/transfers/invariants.ts'
import { invariants as ofWithdrawals } from '../server/src/withdrawals/invariants.ts'
import { hashCode } from '../server/src/transfers/otp.ts'
import { startPrograms } from '../tests/faults/crash/program.ts'
import { type Cpu, cpuMeter } from './cpu.ts'
import { type Line, openLine } from './line.ts'
import { makePeer, makeSameRows, pgbench, randomTransfer } from './peer.ts'
import { median, printTable, quantile, saveResult } from './table.ts'

const USERS = 1_000 // a round is one call of each
const OTHERS = 3_000 // ten transfers of each make a busy day
const BUSY_DAY = 30_000
const ROUNDS = 5
const OTP = '424242'

type User = { id: number; token: string }
type Ask = { path: string; token: string; body: object; status: number }
type Measure = { perSecond: number; cpu: Cpu; p50: number; p99: number }

const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-bench-'))
const env = { DATA_DIR: dataDir, RATE_LIMITS: 'off' }
const programs = await startPrograms([env])
process.once('exit', () => programs.kill()) // also when this ends with an error
const config = readConfig(env)
const { db, url, close } = await openDatabase({ ...config, patient: true })
const everyone = await makeUsers(USERS + OTHERS)
const [users, others] = [everyone.slice(0, USERS), everyone.slice(USERS)]
const plan = await offerPlan()
await makePeer(db, USERS)
await makeSameRows(db)
await sql`analyze`.execute(db)
const lines = await Promise.all(Array.from({ length: 256 }, () => openLine(new URL(programs.addresses[0] ?? ''))))
const meter = () => cpuMeter({ program: programs.pids()[0] ?? 0, dataDir })
let keys = 0

const verifyOf = async (senders: readonly User[]) =>
  (await beginAll(senders)).map(({ id, token }) => ({
    path: '/balance-transfer/verify',
    token,
    body: { transfer_id: id, otp: OTP },
    status: 200,
  }))
const verify = () => verifyOf(users)
const each = (path: string, body: object) => async () => users.map(({ token }) => ({ path, token, body, status: 201 }))
const upi = { type: 'upi', withdrawal_details: { upi_id: 'bench@upi' } }
const calls = {
  'BittPay verify, 16 clients': () => ask(16, verify),
  'BittPay verify, 64 clients': () => ask(64, verify),
  'BittPay verify, 256 clients': () => ask(256, verify),
  'plan bought, 16 clients': () => ask(16, each('/crypto/invest', { cryptocurrency_id: plan.id, amount: plan.amount })),
  'into Earn, 16 clients': () => ask(16, each('/flexible/deposit', { amount: 1_000 })),
  'out of Earn, 16 clients': () => ask(16, each('/flexible/withdraw', { amount: 500 })),
  'withdrawal asked for, 16 clients': () => ask(16, each('/withdrawals', { amount: 500, ...upi })),
}
const ONE_CALL = 'pgbench, one call, 16 connections'
const floors = {
  [ONE_CALL]: async () =>
    measured(() => pgbench({ url, folder: dataDir, script: randomTransfer(USERS), connections: 16, seconds: 2 })),
  'pgbench, same rows in one call, 8 connections': async () => {
    await beginAll(users, 'queued')
    return measured(() => confirmDirectly(USERS))
  },
}
// By other users, who have then sent ten themselves, like the average user of their rounds: the cost of one's own history is a
// separate row.
const BUSY = 'BittPay verify, 16 clients, the last of a busy day'
const SENT_MUCH = 'the same by who has sent twice as often'

const results = new Map<string, { own: Measure; floor: Measure }[]>()
for (let round = 0; round <= ROUNDS; round++) await measureAll({ ...floors, ...calls }, round > 0) // the first warms up
for (let done = 0; done < BUSY_DAY; done += OTHERS) {
  await beginAll(others, 'queued')
  confirmDirectly(OTHERS)
}
for (let round = 0; round < ROUNDS; round++)
  await measureAll({
    [ONE_CALL]: floors[ONE_CALL],
    [BUSY]: () => ask(16, () => verifyOf(others.slice(0, USERS))),
    [SENT_MUCH]: () => ask(16, verify),
  })
for (const { name, find } of [...ofLedger, ...ofTransfers, ...ofPlans, ...ofEarn, ...ofWithdrawals]) {
  const found = await find(db)
  if (found.length > 0) throw new Error(`${name}: ${found[0]}`)
}
saveResult(
  'money',
  printTable(
    ['way', 'a second', '÷ pgbench', 'CPU µs: program', 'PostgreSQL', 'both ÷ pgbench', 'clients', 'p50 ms', 'p99 ms'],
    [...results].map(([way, rounds]) => row(way, rounds)),
  ),
  `${ROUNDS} interleaved rounds of ${USERS} calls between random users, medians, after one to warm up; fsync on, rate limits off; ` +
    `a busy day is ${BUSY_DAY} transfers of others on the same day. CPU time is of the whole program and of all processes of PostgreSQL, per call; ` +
    'the ratio divides by what PostgreSQL takes for one call of pgbench, whose own time is left out. Invariants of the ledger, BittPay, plans, Earn and withdrawals checked after the run.',
)
for (const line of lines) line.close()
await programs.stop()
await close()
rmSync(dataDir, { recursive: true, force: true })

async function measureAll(ways: Record<string, () => Promise<Measure>>, counts = true): Promise<void> {
  let floor: Measure | undefined
  for (const [way, run] of Object.entries(ways)) {
    const own = await run()
    floor ??= own // the first way
    if (counts) results.set(way, [...(results.get(way) ?? []), { own, floor }])
  }
}

function row(way: string, rounds: { own: Measure; floor: Measure }[]): string[] {
  const of = (figure: (one: { own: Measure; floor: Measure }) => number, digits = 0) => {
    const value = median(rounds.map(figure))
    return Number.isNaN(value) ? '' : value.toFixed(digits)
  }
  return [
    way,
    of(({ own }) => own.perSecond),
    of(({ own, floor }) => own.perSecond / floor.perSecond, 3),
    of(({ own }) => own.cpu.program),
    of(({ own }) => own.cpu.postgres),
    of(({ own, floor }) => (own.cpu.program + own.cpu.postgres) / floor.cpu.postgres, 1),
    of(({ own }) => own.cpu.client),
    of(({ own }) => own.p50, 1),
    of(({ own }) => own.p99, 1),
  ]
}

/** pgbench is a process of its own, so `client` does not include it. */
function measured(run: () => number): Measure {
  const cpu = meter()
  const startedAt = performance.now()
  const done = run()
  const seconds = (performance.now() - startedAt) / 1000
  const { postgres } = cpu()
  return {
    perSecond: done / seconds,
    cpu: { program: 0, postgres: postgres / done, client: Number.NaN },
    p50: Number.NaN,
    p99: Number.NaN,
  }
}

async function ask(clients: number, prepare: () => Promise<Ask[]>): Promise<Measure> {
  const asks = await prepare()
  const times: number[] = []
  const next = asks.values()
  const cpu = meter()
  const startedAt = performance.now()
  const client = async (line: Line) => {
    for (const { path, token, body, status: expected } of next) {
      const begun = performance.now()
      const status = await line.post({ path, token, key: `call-${keys++}`, body: JSON.stringify(body) })
      if (status !== expected) throw new Error(`${path} answered ${status}`)
      times.push(performance.now() - begun)
    }
  }
  await Promise.all(lines.slice(0, clients).map(client))
  const seconds = (performance.now() - startedAt) / 1000
  const { program, postgres, client: own } = cpu()
  const n = times.length
  return {
    perSecond: n / seconds,
    cpu: { program: program / n, postgres: postgres / n, client: own / n },
    p50: median(times),
    p99: quantile(times, 0.99),
  }
}

function makeUsers(count: number): Promise<User[]> {
  const at = new Date()
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into users (name, email, phone, password_hash, referral_code, email_verified_at, created_at)
      select 'Bench', 'b' || n || '@bench.test', '+9170000' || 10000 + n, 'x', 'B' || n, ${at}, ${at}
        from generate_series(1, ${count}::int) as n
      returning id`.execute(tx)
    await sql`
      insert into kyc_records (user_id, position, type, masked_number, number_hash, sealed_number, flags, pictures, status,
                               submitted_at, decided_at, decided_by)
      select id, 0, 'pan', 'ABCDE****F', sha256(id::text::bytea), 'x', '{}', '{x}', 'approved', ${at}, ${at},
             (select min(id) from users where role = 'admin')
        from unnest(${rows.map(({ id }) => id)}::integer[]) as id`.execute(tx)
    await sql`insert into transfer_senders (user_id) select unnest(${rows.map(({ id }) => id)}::integer[])`.execute(tx)
    for (const { id } of rows) await openAccounts(tx, id)
    const funds = rows.map(({ id }) => depositApproved({ id, user: id, method: 'upi', amount: paise(10n ** 9n) }))
    await post(tx, at, funds)
    const made: User[] = []
    for (const { id } of rows)
      made.push({ id, token: await openSession(tx, { user: id, role: 'user', device: 'bench', at }) })
    return made
  })
}

/** A plan of the sample catalogue that may be bought many times. */
async function offerPlan(): Promise<{ id: number; amount: number }> {
  const { rows } = await sql<{ id: number; minimum: bigint }>`
    update plans set multiple_allowed = true
     where id = (select min(id) from plans where is_active) returning id, minimum_deposit as minimum`.execute(db)
  const [first] = rows
  if (!first) throw new Error('no plan in the sample catalogue')
  return { id: first.id, amount: Number(first.minimum / 100n) }
}

/**
 * Starts a transfer of each of them to a random other one, which waits for its code; the code is known here. `queued`: for the
 * function that writes the same rows.
 */
async function beginAll(senders: readonly User[], queued?: 'queued'): Promise<{ id: number; token: string }[]> {
  const at = new Date()
  const pairs = senders.map(({ id }) => {
    const other = Math.floor(Math.random() * (senders.length - 1))
    return { sender: id, receiver: (senders[other]?.id === id ? senders.at(-1) : senders[other])?.id ?? 0 }
  })
  pairs.sort(() => Math.random() - 0.5)
  const { amount, fee } = quoteTransfer({ amount: paise(1_000n), feeRate: ppm(30_000n) })
  const { rows } = await sql<{ id: number; sender: number; receiver: number }>`
    insert into balance_transfers (sender_id, receiver_id, receiver_masked, amount, fee, fee_rate_ppm, otp_expires_at, created_at)
    select sender, receiver, 'B***', ${amount}, ${fee}, 30000, ${new Date(at.getTime() + 300_000)}, ${at}
      from unnest(${pairs.map(({ sender }) => sender)}::integer[], ${pairs.map(({ receiver }) => receiver)}::integer[])
           as pair (sender, receiver)
    returning id, sender_id as sender, receiver_id as receiver`.execute(db)
  const hashes = rows.map((row) => hashCode(config, OTP, { ...row, amount, fee }))
  await sql`
    update balance_transfers t set otp_hash = h.hash
      from unnest(${rows.map(({ id }) => id)}::integer[], ${hashes}::bytea[]) as h (id, hash)
     where t.id = h.id`.execute(db)
  if (queued)
    await sql`
      insert into bench_open (n, transfer)
      select (select coalesce(max(n), 0) from bench_open) + n, id
        from unnest(${rows.map(({ id }) => id)}::integer[]) with ordinality as q (id, n)`.execute(db)
  const tokens = new Map(senders.map(({ id, token }) => [id, token]))
  return rows.map(({ id, sender }) => ({ id, token: tokens.get(sender) ?? '' }))
}

/** This many of the queued transfers, each in one call; 8 connections divide both numbers. */
function confirmDirectly(times: number): number {
  return pgbench({ url, folder: dataDir, script: 'select bench_confirm();\n', connections: 8, times })
}
