/**
 * `npm run bench -- lists`: every list, count, chart and search of the admin's side on a platform of 100,000 demo users, through
 * HTTP: each 200 times, one after another. Goals: p99 ≤ 200 ms, a search of users ≤ 50 ms. The database is kept in DATA_DIR (by
 * default a folder among the temporary files) for the next run; seeding it takes a minute or two. A further word limits it to calls
 * that contain that word: `npm run bench -- lists users`.
 */
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../server/src/config.ts'
import { newestCheck } from '../server/src/alerts/queries.ts'
import { advanceTotals } from '../server/src/ledger/totals.ts'
import { onlyRow, transaction } from '../server/src/platform/database/database.ts'
import { openDatabase } from '../server/src/platform/database/open.ts'
import { openSession } from '../server/src/platform/identity/sessions.ts'
import { sql } from '../server/src/platform/database/sql.ts'
import { startProgram } from '../tests/support/program.ts'
import { median, printTable, quantile, saveResult } from './table.ts'

const USERS = 100_000
const REQUESTS = Number(process.env['REQUESTS'] ?? 200)
const GOAL_MS = 200
const SEARCH_GOAL_MS = 50

const dataDir = process.env['DATA_DIR'] ?? join(tmpdir(), 'bittkosh-bench-lists')
const env = { ...process.env, DATA_DIR: dataDir }
execFileSync(process.execPath, ['scripts/seed-demo.ts', '--users', String(USERS)], { env, stdio: 'inherit' })
const database = await openDatabase(readConfig(env))
const { db } = database
const token = await signIn()
const program = await startProgram(env)
process.once('exit', () => void program.process.kill('SIGTERM')) // also when a call fails
while (!(await advanceTotals(db))) await pause(500) // the server's background job, which has normally finished before anybody looks

await restAfterStart()

type Call = { name: string; goalMs: number; path: (n: number) => string }
const only = process.argv[3] ?? ''
const calls = (await allCalls()).filter(({ name }) => name.includes(only))
const rows: string[][] = []
for (const { name, goalMs, path } of calls) {
  for (let n = 0; n < 5; n++) await timed(path(n))
  const times: number[] = []
  for (let n = 0; n < REQUESTS; n++) times.push(await timed(path(n)))
  const p99 = quantile(times, 0.99)
  rows.push([name, median(times).toFixed(1), p99.toFixed(1), p99 <= goalMs ? '' : `above ${goalMs}`])
  console.log(rows.at(-1)?.join('  '))
}
await program.stop()
await database.close()
const table = printTable(['call', 'p50 ms', 'p99 ms', 'goal missed'], rows)
if (!only)
  saveResult(
    'lists',
    table,
    `${USERS} demo users; each call ${REQUESTS} times, one after another, the generator on the same cores; pages, words and records change from request to request. Goals: p99 ≤ ${GOAL_MS} ms, search of users ≤ ${SEARCH_GOAL_MS} ms.`,
  )

async function allCalls(): Promise<Call[]> {
  const made: Call[] = []
  const add = (name: string, path: string | ((n: number) => string), goalMs = GOAL_MS) =>
    made.push({ name, goalMs, path: typeof path === 'string' ? () => path : path })
  /** A list in its middle, where pages are deepest; the main ones also at their first and last pages. */
  async function list(name: string, path: string, places: 'middle' | 'everywhere' = 'middle') {
    const { pagination } = await get<{ pagination: { last_page: number } }>(`${path}${joiner(path)}per_page=20`)
    const last = pagination.last_page
    const page = (number: number) => `${path}${joiner(path)}page=${Math.max(1, number)}&per_page=20`
    if (places === 'everywhere') add(`${name}: first pages`, (n) => page(1 + (n % 5)))
    add(`${name}: middle`, (n) => page(Math.round(last / 2) + (n % 20)))
    if (places === 'everywhere') add(`${name}: last pages`, (n) => page(last - (n % 5)))
  }
  /** A list with cursor pagination: each request reads another one of its first pages. */
  async function pages(name: string, path: string) {
    const cursors: string[] = []
    let next: string | null = null
    do {
      const page: { next_cursor: string | null } = await get(`${path}${next ? `&cursor=${next}` : ''}`)
      cursors.push(next ? `&cursor=${next}` : '')
      next = page.next_cursor
    } while (next && cursors.length < 20)
    add(`${name}: page by page`, (n) => `${path}${cursors[n % cursors.length]}`)
  }
  const words = (path: string, list: readonly string[]) => (n: number) =>
    `${path}${joiner(path)}search=${encodeURIComponent(list[n % list.length] ?? '')}`

  for (const sort of ['newest', 'name', 'balance']) await list(`users by ${sort}`, `/users?sort=${sort}`, 'everywhere')
  for (const filter of ['status=inactive', 'role=user', 'role=admin'])
    await list(`users, ${filter}`, `/users?${filter}`)
  await list('users, inactive by balance', '/users?status=inactive&sort=balance')
  const people = await samplePeople()
  const search = (name: string, list: readonly string[], more = '') =>
    add(`search of users: ${name}`, words(`/users${more}`, list), SEARCH_GOAL_MS)
  search('a first name', ['Priya', 'kiran', 'RAJESH', 'Sunita'])
  search('a first name, by balance', ['Priya', 'kiran', 'RAJESH', 'Sunita'], '?sort=balance')
  search('a surname, page 20', ['Sharma', 'iyer', 'PATEL'], '?page=20')
  search('a whole name', ['Priya Sharma', 'kiran iyer', 'Rajesh Patel'])
  search(
    'an e-mail address',
    people.map((person) => person.email),
  )
  search(
    'a part of an e-mail address',
    people.map((person) => person.email.slice(0, -12)),
  )
  search(
    'the end of a phone number',
    people.map((person) => person.phone.slice(-6)),
  )
  search(
    'a whole phone number',
    people.map((person) => person.phone),
  )
  search('two letters', ['ra', 'an', 'sh', 'zo', 'qx'])
  search('one letter', ['a', 'k', 'z', 'q'])
  search('what nobody has', ['xyzzy', 'qqqq', 'no such person'])
  search('for a notification', ['Pri', 'kir', 'raj'], '?role=user&status=active&per_page=6')
  add('user details', (n) => `/admin/users/${people[n % people.length]?.id}/details`)

  for (const [name, statuses] of [
    ['deposits', ['pending', 'approved', 'rejected']],
    ['withdrawals', ['pending', 'approved', 'rejected', 'cancelled', 'returned']],
  ] as const) {
    await list(`${name}, all`, `/${name}`, 'everywhere')
    for (const status of statuses) await list(`${name}, ${status}`, `/${name}?status=${status}`)
    await list(`${name} by amount`, `/${name}?sort=amount`)
    await list(`${name}, approved by amount`, `/${name}?status=approved&sort=amount`)
    const references = await sampleReferences(name)
    add(`search of ${name}: a reference`, words(`/${name}`, references))
    add(
      `search of ${name}: the end of a reference`,
      words(
        `/${name}`,
        references.map((one) => one.slice(-6)),
      ),
    )
    add(`search of ${name}: a number`, words(`/${name}`, ['#77', '1234', '#20202']))
    add(`search of ${name}: a first name`, words(`/${name}`, ['Priya', 'kiran', 'RAJESH']))
    add(
      `search of ${name}: a name among those that wait`,
      words(`/${name}?status=pending`, ['Priya', 'Sharma', 'iyer']),
    )
    add(
      `search of ${name}: an e-mail address`,
      words(
        `/${name}`,
        people.map((person) => person.email),
      ),
    )
    for (const status of ['', '?status=pending', '?status=rejected'])
      add(`search of ${name}${status}: two letters`, words(`/${name}${status}`, ['ra', 'an', 'qx']))
    add(`search of ${name}, rejected: a part of everyone`, words(`/${name}?status=rejected`, ['example', 'a']))
    add(`search of ${name}, pending: a part of everyone`, words(`/${name}?status=pending`, ['example', 'a']))
    add(`search of ${name}: what nobody has`, words(`/${name}`, ['xyzzy', 'no such person']))
  }
  await list('KYC that waits', '/kyc/pending')
  add('search of KYC: a name', words('/kyc/pending', ['Priya', 'Sharma', 'iyer']))
  await list('transfers, all', '/admin/balance-transfers', 'everywhere')
  for (const status of ['pending', 'completed', 'failed', 'expired'])
    await list(`transfers, ${status}`, `/admin/balance-transfers?status=${status}`)
  const transfers = await sampleTransfers()
  add('transfer details', (n) => `/admin/balance-transfers/${transfers[n % transfers.length]}`)
  for (const [name, list] of [
    ['a first name', ['Priya', 'kiran', 'RAJESH']],
    ['a number', ['BP-77', '1234', '#20202']],
    ['a part of everyone', ['example', 'ra']],
  ] as const)
    for (const status of ['', '?status=pending'])
      add(`search of transfers${status}: ${name}`, words(`/admin/balance-transfers${status}`, list))
  await list('audit log', '/audit', 'everywhere')
  for (const filter of ['subject=deposit', 'action=withdrawal', 'action=withdrawal%20rejected', 'admin=1'])
    await list(`audit log, ${filter}`, `/audit?${filter}`)
  add('audit log of one record', (n) => `/audit?subject=deposit&subject_id=${1 + n * 7}`)

  add('user statistics', '/user-statistics')
  add('what waits', '/waiting')
  add('totals of this month', '/monthly-daily-totals')
  add('totals of earlier months', (n) => {
    const month = new Date(Date.now() - (1 + (n % 8)) * 30 * 86_400_000).toISOString()
    return `/monthly-daily-totals?year=${month.slice(0, 4)}&month=${Number(month.slice(5, 7))}`
  })
  add('registrations of 30 days', '/daily-registrations')
  add('registrations of a year', () => {
    const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
    return `/daily-registrations?start=${day(Date.now() - 365 * 86_400_000)}&end=${day(Date.now())}`
  })
  add('coverage', '/coverage')
  for (const account of ['cash_upi', 'fee_transfer', 'wallet', 'held'])
    for (const side of ['', '&side=debit'])
      add(`lines of ${account} ${side}`, `/coverage/lines?account=${account}${side}`)
  for (const total of ['fees', 'costs', 'result']) add(`lines of ${total}`, `/coverage/lines?account=${total}`)
  for (const side of ['debit', 'credit'])
    await pages(`lines of cash, ${side}`, `/coverage/lines?account=cash&side=${side}`)
  await pages('lines of owed', '/coverage/lines?account=owed')
  for (const days of [7, 30, 90]) await pages(`due within ${days} days`, `/coverage/due?days=${days}`)
  add('packages', '/admin/balance-packages')
  add('plans', '/admin/cryptocurrencies')
  add('categories', '/admin/cryptocurrency-categories')
  return made
}

async function samplePeople(): Promise<{ id: number; email: string; phone: string }[]> {
  const { rows } = await sql<{ id: number; email: string; phone: string }>`
    select id, email, phone from users where role = 'user' and id % 3331 = 0 order by id limit 25`.execute(db)
  return rows
}

async function sampleReferences(table: 'deposits' | 'withdrawals'): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select transaction_id as reference from ${sql.table(table)}
     where transaction_id is not null and id % 1777 = 0 order by id limit 20`.execute(db)
  return rows.map((row) => row.reference)
}

async function sampleTransfers(): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from balance_transfers where id % 7 = 0 order by id limit 200`.execute(db)
  return rows.map((row) => row.id)
}

/** A server checks all invariants once after its start, one every few seconds, and records that at the end. */
async function restAfterStart(): Promise<void> {
  const before = await newestCheck(db)
  while ((await newestCheck(db)) === before) await pause(1_000)
}

function signIn(): Promise<string> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`select id from users where role = 'admin' order by id limit 1`.execute(
      tx,
    )
    return openSession(tx, { user: onlyRow(rows, 'an admin').id, role: 'admin', device: 'bench', at: new Date() })
  })
}

async function timed(path: string): Promise<number> {
  const startedAt = performance.now()
  await get(path)
  return performance.now() - startedAt
}

async function get<Reply>(path: string): Promise<Reply> {
  const reply = await fetch(`${program.base}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${path} answered ${reply.status} ${text}`)
  return JSON.parse(text)
}

function joiner(path: string): '?' | '&' {
  return path.includes('?') ? '&' : '?'
}
