/**
 * `npm run bench -- enumeration`: whether the time of a reply reveals who has an account. For each pair of pairs.ts, calls about
 * two kinds of people are made in a random order, each from an address of its own, to the program with its rate limits on. `--calls
 * 2000` is the number of each kind, `--seed` sets the order, `--only register` selects pairs. *AUC*: how often a random reply about
 * the second kind takes longer than one about the first (0.5: indistinguishable).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { paise } from '@bittkosh/contract/money'
import { readConfig } from '../server/src/config.ts'
import { balanceAdjusted } from '../server/src/ledger/movements.ts'
import { openAccounts, post } from '../server/src/ledger/post.ts'
import { transaction } from '../server/src/platform/database/database.ts'
import { openDatabase } from '../server/src/platform/database/open.ts'
import { sql } from '../server/src/platform/database/sql.ts'
import { hashPassword } from '../server/src/platform/identity/passwords.ts'
import { startPrograms } from '../tests/faults/crash/program.ts'
import { randomFrom } from '../tests/support/earnLife.ts'
import { type Contact, type Kind, type Pair, pairs } from './enumeration/pairs.ts'
import { makePeople } from './people.ts'
import { median, printTable, saveResult } from './table.ts'

const WARM_UP = 100 // calls that are not counted
const CALLS_OF_SENDER = 5 // per hour
const OTHERS_CALL = '/site' // by a visitor, right after: work that a call leaves behind may slow down the next one

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    calls: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '20261125' },
    only: { type: 'string', default: '' },
  },
})
const calls = Number(values.calls)
const total = WARM_UP + 2 * calls
const random = randomFrom(Number(values.seed))

const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-bench-'))
const env = { DATA_DIR: dataDir, RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' }
const programs = await startPrograms([env])
process.once('exit', () => programs.kill()) // also when this ends with an error
const { db, close } = await openDatabase(readConfig(env))
const address = new URL(programs.addresses[0] ?? '')
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let addresses = 0
let used = 0 // calls made by senders

const contacts = await makeContacts()
const senders = await makeSenders(
  Math.ceil((pairs.filter(({ isMember }) => isMember).length * total) / CALLS_OF_SENDER),
)
const rows: string[][] = []
for (const pair of pairs.filter(({ name }) => name.includes(values.only))) {
  rows.push(...(await compare(pair)))
  console.log(rows.at(-2)?.join('  '))
}
saveResult(
  'enumeration',
  printTable(['call', 'about', 'median ms', 'about', 'median ms', 'difference ms', 'AUC'], rows),
  `${calls.toLocaleString('en-IN')} calls about each kind in a random order (seed ${values.seed}), each from an address of its own, one at a time; the rate limits are on.`,
)
agent.destroy()
await programs.stop()
await close()
rmSync(dataDir, { recursive: true, force: true })

/** The times of the pair's own replies, and of another caller's right after them. */
async function compare(pair: Pair): Promise<string[][]> {
  const kinds = [pair.kinds[0], pair.kinds[1]!] as const
  const own: [number[], number[]] = [[], []]
  const others: [number[], number[]] = [[], []]
  for (const [n, which] of drawOrder().entries()) {
    const token = pair.isMember ? senders[Math.floor(used++ / CALLS_OF_SENDER)] : undefined
    const body = JSON.stringify(pair.body(contacts[kinds[which]](n)))
    const took = await send('POST', pair.path, { body, token })
    const after = await send('GET', OTHERS_CALL, {})
    if (n < WARM_UP) continue
    own[which].push(took)
    others[which].push(after)
  }
  return [[pair.name, own] as const, [`GET ${OTHERS_CALL} after it`, others] as const].map(([name, [one, other]]) => [
    name,
    kinds[0],
    median(one).toFixed(2),
    kinds[1],
    median(other).toFixed(2),
    (median(other) - median(one)).toFixed(2),
    aucOf(one, other).toFixed(3),
  ])
}

/**
 * Equally many of both kinds, shuffled so that the next one can't be predicted: work that a call leaves behind affects both alike.
 */
function drawOrder(): (0 | 1)[] {
  const order = Array.from({ length: total }, (_, n): 0 | 1 => (n % 2 === 0 ? 0 : 1))
  for (let n = order.length - 1; n > 0; n--) {
    const other = Math.floor(random() * (n + 1))
    ;[order[n], order[other]] = [order[other]!, order[n]!]
  }
  return order
}

/** How often a value of `other` is above one of `one`; equal ones count half. */
function aucOf(one: readonly number[], other: readonly number[]): number {
  const all = [...one.map((ms) => ({ ms, isOther: false })), ...other.map((ms) => ({ ms, isOther: true }))]
  all.sort((a, b) => a.ms - b.ms)
  let ranks = 0
  for (let from = 0; from < all.length;) {
    let to = from
    while (to < all.length && all[to]!.ms === all[from]!.ms) to++
    ranks += ((from + 1 + to) / 2) * all.slice(from, to).filter(({ isOther }) => isOther).length
    from = to
  }
  return (ranks - (other.length * (other.length + 1)) / 2) / (one.length * other.length)
}

/** A contact for each call, by kind. */
async function makeContacts(): Promise<Record<Kind, (n: number) => Contact>> {
  const passwordHash = await hashPassword('a-right-passphrase')
  const of = (kind: Kind, digit: number) => (n: number) => ({
    email: `${kind}-${String(n).padStart(6, '0')}@bench.test`,
    phone: `+919${digit}${String(n).padStart(8, '0')}`,
  })
  const all = {
    nobody: of('nobody', 0),
    proven: of('proven', 1),
    unproven: of('unproven', 2),
    inactive: of('inactive', 3),
    admin: of('admin', 5),
  }
  const at = new Date()
  for (const [kind, contactOf] of Object.entries(all).filter(([name]) => name !== 'nobody')) {
    const made = Array.from({ length: total }, (_, n) => contactOf(n))
    const role = kind === 'admin' ? 'admin' : 'user'
    const provenAt = kind === 'unproven' ? null : at
    await transaction(db, async (tx) => {
      const { rows } = await sql<{ id: number }>`
        insert into users (name, email, phone, password_hash, role, roles, referral_code, is_active, email_verified_at,
                           phone_verified_at, created_at)
        select 'Bench', email, phone, ${passwordHash}, ${role}, ${role === 'admin' ? ['owner'] : []}, 'E' || phone,
               ${kind !== 'inactive'}, ${provenAt}::timestamptz, ${provenAt}::timestamptz, ${at}
          from unnest(${made.map(({ email }) => email)}::text[], ${made.map(({ phone }) => phone)}::text[]) as c (email, phone)
        returning id`.execute(tx)
      await openAccounts(tx, ...rows.map(({ id }) => id))
    })
  }
  return all
}

/** The tokens of people with ₹100. */
async function makeSenders(count: number): Promise<string[]> {
  const people = await makePeople(db, count)
  const at = new Date()
  const amount = paise(100_00n)
  await transaction(db, async (tx) => {
    const { rows } = await sql<{ id: number; user: number }>`
      insert into balance_adjustments (user_id, change, reason, created_at)
      select user_id, ${amount}, 'bench', ${at} from unnest(${people.map(({ id }) => id)}::integer[]) as user_id
      returning id, user_id as "user"`.execute(tx)
    for (const { id, user } of rows) await post(tx, at, balanceAdjusted({ id, user, change: amount }))
  })
  return people.map(({ token }) => token)
}

/** The duration of the reply, in ms. */
function send(
  method: string,
  path: string,
  { body, token }: { body?: string; token?: string | undefined },
): Promise<number> {
  addresses++
  const headers = {
    'x-forwarded-for': `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  }
  return new Promise((resolve, reject) => {
    const from = performance.now()
    request({ hostname: '127.0.0.1', port: address.port, method, path: `/api${path}`, agent, headers }, (answer) => {
      answer.resume().once('end', () => {
        const tookMs = performance.now() - from
        if (answer.statusCode === 429 || (answer.statusCode ?? 500) >= 500)
          reject(new Error(`${method} ${path} was answered with ${answer.statusCode}`))
        else resolve(tookMs)
      })
    })
      .once('error', reject)
      .end(body)
  })
}
