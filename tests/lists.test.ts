/**
 * How the admin's reads scale: among two thousand demo users no list, count, search or figure scans a table that grows with the
 * users, and a page reads its own rows and little more, however deep it is.
 */
import { paise } from '@bittkosh/contract/money'
import type { RefusalCode } from '@bittkosh/contract/refusals'
import { owedAccounts, platformGroups } from '@bittkosh/contract/statistics'
import { addDays, dayOf, startOfDay } from '@bittkosh/contract/time'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedDemo } from '../scripts/demo/seed.ts'
import { type AuditFilter, auditPage, auditPageAfter, countActs } from '../server/src/audit/queries.ts'
import { deposits } from '../server/src/deposits/queries.ts'
import { kycRecords } from '../server/src/kyc/queries.ts'
import { linesOf } from '../server/src/ledger/balances.ts'
import { advanceTotals, ledgerTotals } from '../server/src/ledger/totals.ts'
import { type Db, makeDb, onlyRow, transaction, type Tx } from '../server/src/platform/database/database.ts'
import { openPool } from '../server/src/platform/database/open.ts'
import { sql } from '../server/src/platform/database/sql.ts'
import { seedSamples } from './support/samples.ts'
import { candidatesPage } from '../server/src/payoutBatches/queries.ts'
import * as statistics from '../server/src/statistics/queries.ts'
import * as transfers from '../server/src/transfers/adminQueries.ts'
import { countUsers, usersPage, type UserFilter } from '../server/src/users/queries.ts'
import { withdrawals } from '../server/src/withdrawals/queries.ts'
import { testServer } from './support/server.ts'
import { forgetStatistics } from './support/statistics.ts'

const now = new Date('2026-06-15T09:00:00Z')
const today = dayOf(now)
const USERS = 2000
const LIMIT = 20
const OFFSET = 60

// Small enough tables are read entirely, whatever indexes they have.
const SMALL = ['list_counts', 'audit_counts', 'ledger_days', 'ledger_added', 'plans', 'settings']

const { services, makeUser } = await testServer()
const pool = openPool(services.config.databaseUrl ?? '', undefined, 0) // as for seed:demo: no statement timeout
let asked: { sql: string; parameters: readonly unknown[] }[] = []
const db = listenedTo(makeDb(pool))

beforeAll(async () => {
  await makeUser({ role: 'admin' })
  await seedSamples(services.db, now)
  const patient = makeDb(pool)
  await seedDemo(patient, { total: USERS, now, config: services.config })
  expect(await advanceTotals(patient)).toBe(true)
  await sql`vacuum analyze`.execute(patient)
  return () => pool.end()
})

function listenedTo({ run, begin }: Db): Db {
  return {
    run(query) {
      asked.push({ sql: query.text, parameters: query.values })
      return run(query)
    },
    begin:
      begin &&
      (async (mode) => {
        const { tx, end } = await begin(mode)
        return { tx: listenedTo(tx) as Tx<RefusalCode>, end }
      }),
  }
}

type Case = [name: string, ask: () => Promise<unknown>]
const slices = [
  ['', { offset: OFFSET, limit: LIMIT }],
  [' from its end', { offset: OFFSET, limit: LIMIT, backwards: true }],
] as const
const search = undefined
const waiting = { statuses: ['pending'] as const }

const userSorts = ['newest', 'oldest', 'name', 'balance'] as const
const users: Case[] = [
  ...slices.flatMap(([where, slice]) =>
    userSorts.flatMap((sort): Case[] => [
      [`users, ${sort}${where}`, () => usersPage(db, { search, status: undefined, role: undefined, sort, ...slice })],
      [
        `active users, ${sort}${where}`,
        () => usersPage(db, { search, status: 'active', role: 'user', sort, ...slice }),
      ],
    ]),
  ),
  ...userSorts.map((sort): Case => {
    const found = { search: '9', areMany: true, status: undefined, role: undefined }
    return [`users with a digit that all have, ${sort}`, () => usersPage(db, { ...found, sort, ...slices[0][1] })]
  }),
]
const requests: Case[] = slices.flatMap(([where, slice]) =>
  (['newest', 'oldest', 'amount'] as const).flatMap((sort) =>
    ([undefined, 'pending', 'approved', 'rejected'] as const).flatMap((status): Case[] => [
      [
        `deposits, ${status}, ${sort}${where}`,
        () => deposits.page(db, { search, statuses: status && [status], sort, ...slice }),
      ],
      [
        `withdrawals, ${status}, ${sort}${where}`,
        () => withdrawals.page(db, { search, statuses: status && [status], sort, ...slice }),
      ],
    ]),
  ),
)
const week = { from: addDays(today, -6), to: today }
const narrowed: Case[] = ([undefined, 'pending'] as const).flatMap((status) => {
  const ofStatus = status && { statuses: [status] }
  return [
    [
      `deposits, ${status}, of a week`,
      () => deposits.page(db, { ...week, ...ofStatus, sort: 'oldest', offset: 0, limit: LIMIT }),
    ],
    [
      `deposits, ${status}, that wait too long`,
      () => deposits.page(db, { lateSince: now, ...ofStatus, sort: 'oldest', offset: 0, limit: LIMIT }),
    ],
    [
      `withdrawals, ${status}, of a sum`,
      () => withdrawals.page(db, { least: paise(700_00n), ...ofStatus, sort: 'smallest', offset: 0, limit: LIMIT }),
    ],
  ] satisfies Case[]
})
narrowed.push(
  ['transfers of a week', () => transfers.transfersPage(db, { ...week, now, sort: 'oldest', offset: 0, limit: LIMIT })],
  [
    'transfers of a sum',
    () => transfers.transfersPage(db, { least: paise(700_00n), now, sort: 'smallest', offset: 0, limit: LIMIT }),
  ],
)
const logs: AuditFilter[] = [
  { subject: 'deposit' },
  { action: 'withdrawal' },
  { action: 'kyc rejected' },
  { admin: 1 },
  { subject: 'deposit', subjectId: 12 },
  { subject: 'user', subjectId: 12 },
]
const others: Case[] = slices.flatMap(([where, slice]) => [
  ...([undefined, 'pending', 'completed', 'failed', 'expired'] as const).map((status): Case => [
    `transfers, ${status}${where}`,
    () => transfers.transfersPage(db, { search, status, now, sort: 'newest', ...slice }),
  ]),
  ...(['oldest', 'amount', 'smallest'] as const).map((sort): Case => [
    `transfers, ${sort}${where}`,
    () => transfers.transfersPage(db, { search, now, sort, ...slice }),
  ]),
  [`KYC that waits${where}`, () => kycRecords.page(db, { search, ...waiting, sort: 'oldest', ...slice, offset: 0 })],
  ...logs.map((filter): Case => [
    `audit log ${JSON.stringify(filter)}${where}`,
    () => auditPage(db, { ...filter, ...slice }),
  ]),
  [`the whole audit log${where}`, () => auditPageAfter(db, { before: slice.offset, limit: LIMIT })],
])
const deeper = { transfer: 20_000n, entry: 40_000n }
const lines: Case[] = [undefined, deeper].flatMap((before) => {
  const where = before ? ', deeper' : ''
  return [
    ...([['cash_upi'], platformGroups.cash] as const).flatMap((accounts) =>
      ([undefined, 'debit', 'credit'] as const).map((side): Case => [
        `lines of ${accounts}, ${side}${where}`,
        () => statistics.linesOfPlatform(db, { accounts, side, before, limit: LIMIT }),
      ]),
    ),
    ...Object.entries(platformGroups).map(([group, accounts]): Case => [
      `lines of ${group}${where}`,
      () => statistics.linesOfPlatform(db, { accounts, side: undefined, before, limit: LIMIT }),
    ]),
    ...[...owedAccounts.map((account) => [account]), owedAccounts].map((accounts): Case => [
      `lines of users' ${accounts}${where}`,
      () => statistics.linesOfUsers(db, { accounts, side: undefined, before, limit: LIMIT }),
    ]),
  ]
})
const due: Case[] = [undefined, { at: startOfDay(addDays(today, 20)), id: 1 }].map((after) => [
  `plans that fall due${after ? ', later' : ''}`,
  () => statistics.investmentsDue(db, { until: startOfDay(addDays(today, 91)), after, limit: LIMIT }),
])

const payable: Case[] = [undefined, { at: startOfDay(addDays(today, -3)), id: 1 }].map((after) => [
  `withdrawals for a payout batch${after ? ', later' : ''}`,
  () => candidatesPage(db, { admin: 1, after, limit: LIMIT }),
])

const pages = [...users, ...requests, ...narrowed, ...others, ...lines, ...due, ...payable]
const BOUND = (OFFSET + LIMIT) * 8

describe('a page reads its own rows and scans no table that grows', () => {
  test.each(pages)('%s', async (_name, ask) => {
    expect(await readBy(ask, BOUND)).toEqual([])
  })
})

describe('a page does so whatever statistics the planner has of the tables', () => {
  afterAll(() => sql`vacuum analyze`.execute(services.db))
  test.each([1, 10, 100])('%i most common values', async (target) => {
    await transaction(services.db, async (tx) => {
      await sql`set local default_statistics_target = ${sql.lit(target)}`.execute(tx)
      await sql`analyze`.execute(tx)
    })
    await expectOwnRows()
  })

  test('none: the tables were never analysed, and the largest accounts are the platform’s', async () => {
    await forgetStatistics(services.db)
    await expectOwnRows(lines.filter(([name]) => !name.includes('users')))
  })

  async function expectOwnRows(cases = pages) {
    const found = []
    for (const [name, ask] of cases) for (const one of await readBy(ask, BOUND)) found.push(`${name}: ${one}`)
    expect(found).toEqual([])
  }
})

test.each(userSorts)('the middle of all users by %s is read only from indexes, in their order', async (sort) => {
  const read = await nodesReadBy(() =>
    usersPage(db, { search, status: undefined, role: undefined, sort, offset: USERS / 2 - LIMIT, limit: LIMIT }),
  )
  const upToPage = read.map(({ node }) => node).filter((node) => node['Actual Rows'] * node['Actual Loops'] > LIMIT)
  expect(upToPage.map((node) => node['Node Type'])).not.toContain('Sort')
  const tables = upToPage.filter((node) => node['Relation Name'])
  expect(tables.length).toBeGreaterThan(0)
  expect(new Set(tables.map((node) => node['Node Type']))).toEqual(new Set(['Index Only Scan']))
})

test('the cached plan of a search takes into account that most users are active', async () => {
  asked = []
  await countUsers(db, { search: 'priya', role: 'user' })
  const expected = nodesOf(await keptPlan()).filter((node) => node['Relation Name'] === 'users')
  const [active = 0, inactive = 0] = expected.map((node) => node['Plan Rows'])
  expect(active).toBeGreaterThan(inactive)
})

test.each<Case>([
  ['deposits', () => deposits.counts(db, { search: 'ra' })],
  ['deposits of a week', () => deposits.counts(db, { search: 'ra', ...week })],
  ['withdrawals', () => withdrawals.counts(db, { search: 'ra' })],
  ['transfers', () => transfers.countTransfers(db, { search: 'ra', now })],
])('the cached plan of a search of %s reads the people’s own rows by their index', async (_name, ask) => {
  asked = []
  await ask()
  const nodes = nodesOf(await keptPlan())
  const owned = nodes.filter((node) => /^\((user|sender|receiver)_id = ANY/.test(node['Index Cond'] ?? ''))
  expect(owned.length).toBeGreaterThan(0)
  for (const node of owned) expect(node['Node Type']).toMatch(/Index (Only )?Scan$/)
  expect(nodes.filter((node) => /Join|Nested Loop/.test(node['Node Type']))).toEqual([])
  expect(asked[0]?.sql.match(/letter_pairs/g)).toHaveLength(1) // to look people up, not for each pending record
})

test('pending sums are computed from pending rows alone', async () => {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from deposits where status = 'pending'
     union all select count(*) from withdrawals where status = 'pending'`.execute(db)
  const most = Math.max(...rows.map(({ n }) => Number(n)))
  expect(await readBy(() => statistics.queues(db), most + 1)).toEqual([]) // and the one that has waited longest
})

describe('a count or figure scans no table that grows', () => {
  test.each<Case>([
    ['users', () => countUsers(db, { search, role: undefined })],
    ['user statistics', () => statistics.countUsers(db)],
    ['deposits', () => deposits.counts(db, { search })],
    ['withdrawals', () => withdrawals.counts(db, { search })],
    ['deposits of a day', () => deposits.counts(db, { from: today, to: today })],
    ['KYC', () => kycRecords.counts(db, { search, ...waiting })],
    ['transfers', () => transfers.sumsByStatus(db, now)],
    ...logs.map((filter): Case => [`audit log ${JSON.stringify(filter)}`, () => countActs(db, filter)]),
    ['a year of decisions', () => statistics.decidedByDay(db, addDays(today, -365), today)],
    ['a year of registrations', () => statistics.registrationsByDay(db, addDays(today, -365), today)],
    ['coverage', () => ledgerTotals(db)],
  ])('%s', async (_name, ask) => {
    expect(await readBy(ask, 100)).toEqual([])
  })

  test('a transfer with its history and its ledger lines', async () => {
    expect(await readBy(() => transfers.transferDetails(db, 12, now), 10)).toEqual([])
    expect(await readBy(() => linesOf(db, { subject: 'transfer', subjectId: 12, event: 'completed' }), 10)).toEqual([])
  })

  test('a month’s due and pending figures read only due and pending rows', async () => {
    const until = new Date(now.getTime() + 7 * 86_400_000)
    expect(await readBy(() => statistics.dueBefore(db, [{ days: 7, until }]))).toEqual([])
    expect(await readBy(() => statistics.pendingTotals(db, new Date(0), now))).toEqual([])
  })
})

describe('a search reads its matches through an index', () => {
  const found = (text: string, role?: UserFilter['role']) => ({ search: text, status: undefined, role })
  const page = { offset: 0, limit: LIMIT }
  const texts = ['priya', 'priya sharma', 'ra', 'qz', 'z', '9', '~', '.77@example', '#77', 'nobody at all']
  test.each(texts)('%s', async (text) => {
    const all = [
      () => usersPage(db, { ...found(text), sort: 'newest', ...page }),
      () => usersPage(db, { ...found(text), sort: 'balance', ...page }),
      () => countUsers(db, found(text)),
      ...([undefined, 'pending', 'approved', 'rejected'] as const).flatMap((status) => [
        () => deposits.page(db, { search: text, statuses: status && [status], sort: 'newest', ...page }),
        () => withdrawals.page(db, { search: text, statuses: status && [status], sort: 'newest', ...page }),
      ]),
      () => deposits.counts(db, { search: text }),
      () => withdrawals.counts(db, { search: text }),
      ...([undefined, 'pending', 'completed', 'failed', 'expired'] as const).map(
        (status) => () => transfers.transfersPage(db, { search: text, status, now, sort: 'newest', ...page }),
      ),
      () => transfers.countTransfers(db, { search: text, now }),
      () => kycRecords.page(db, { search: text, ...waiting, sort: 'oldest', ...page }),
    ]
    for (const ask of all) expect(await readBy(ask)).toEqual([])
  })
})

test.each(['k', 'an'])('%s, which many have, is looked up in an index and not computed for each row', async (text) => {
  const found = { search: text, status: undefined, role: undefined }
  const read = await nodesReadBy(() => usersPage(db, { ...found, sort: 'name', offset: 0, limit: LIMIT }))
  expect(read.map(({ node }) => node.Filter ?? '').filter((filter) => filter.includes('letter'))).toEqual([])
})

test('what the ledger has not added up yet is looked up by index, without a scan', async () => {
  const read = await transaction(services.db, async (tx) => {
    // these figures also contain what the connection has counted but not reported, so only their increase is ours
    const readInOrder = async () => {
      const { rows } = await sql<{ relname: string; n: bigint }>`
        select relname, seq_tup_read as n from pg_stat_xact_user_tables`.execute(tx)
      return new Map(rows.map(({ relname, n }) => [relname, n]))
    }
    await sql`update ledger_added set transfers = transfers - 8, accounts = accounts - 8`.execute(tx)
    const before = await readInOrder()
    await sql`select count(*) from ledger_totals`.execute(tx)
    await sql`select count(*) from wallets_not_added()`.execute(tx)
    const after = await readInOrder()
    await sql`update ledger_added set transfers = transfers + 8, accounts = accounts + 8`.execute(tx)
    return [...after].filter(([name, n]) => n > (before.get(name) ?? 0n)).map(([name]) => name)
  })
  expect(read.filter((name) => !SMALL.includes(name))).toEqual([])
})

test.each<[index: string, ask: () => Promise<unknown>]>([
  ['users_by_text', () => countUsers(db, { search: 'priya', role: undefined })],
  ['deposits_by_amount', requests.find(([name]) => name === 'deposits, undefined, amount')![1]],
  ['investments_due', due[1]![1]],
  ['audit_log_by_action', () => auditPage(db, { action: 'kyc rejected', offset: 0, limit: LIMIT })],
])('without %s the test detects it', async (index, ask) => {
  const bound = (OFFSET + LIMIT) * 8
  expect(await readBy(ask, bound)).toEqual([])
  const { rows } = await sql<{ statement: string }>`
    select pg_get_indexdef(${index}::regclass) as statement`.execute(services.db)
  await sql`drop index ${sql.table(index)}`.execute(services.db)
  try {
    expect(await readBy(ask, bound)).not.toEqual([])
  } finally {
    await sql.raw(onlyRow(rows, index).statement).execute(services.db)
    await sql`analyze`.execute(services.db)
  }
})

/**
 * What statements read but should not: a growing table from end to end, or more than `most` rows of one. The planner is configured,
 * as far as possible, to treat the tables as large.
 */
async function readBy(ask: () => Promise<unknown>, most = Number.POSITIVE_INFINITY): Promise<string[]> {
  const found: string[] = []
  for (const { node, text } of await nodesReadBy(ask)) {
    const table = node['Relation Name']
    if (table === undefined || SMALL.includes(table)) continue
    const read =
      (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
      node['Actual Loops']
    if (node['Node Type'] === 'Seq Scan') found.push(`${table} from end to end: ${text}`)
    else if (read > most) found.push(`${read} rows of ${table}: ${text}`)
  }
  return found
}

/** The plan nodes of the statements, each with its statement. */
async function nodesReadBy(ask: () => Promise<unknown>): Promise<{ node: Node; text: string }[]> {
  asked = []
  await ask()
  const client = await pool.connect()
  const found: { node: Node; text: string }[] = []
  try {
    await client.query('set enable_seqscan = off; set random_page_cost = 1.1')
    for (const { sql: text, parameters } of asked) {
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
        `explain (analyze, timing off, buffers off, format json) ${text}`,
        [...parameters],
      )
      for (const node of nodesOf(rows[0]?.['QUERY PLAN'][0]?.Plan)) found.push({ node, text })
    }
  } finally {
    await client.query('reset enable_seqscan; reset random_page_cost')
    client.release()
  }
  return found
}

/** The plan that a connection uses for the only statement after a few calls. */
async function keptPlan(): Promise<Node | undefined> {
  expect(asked).toHaveLength(1)
  const [{ sql: text, parameters } = { sql: '', parameters: [] }] = asked
  const values = parameters.length > 0 ? `(${parameters.map(() => 'null').join(', ')})` : ''
  const client = await pool.connect()
  try {
    await client.query('set plan_cache_mode = force_generic_plan')
    await client.query(`prepare kept as ${text}`)
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
      `explain (format json) execute kept${values}`,
    )
    return rows[0]?.['QUERY PLAN'][0]?.Plan
  } finally {
    await client.query('deallocate all; reset plan_cache_mode').finally(() => client.release(true))
  }
}

type Node = {
  'Node Type': string
  'Index Cond'?: string
  Filter?: string
  'Relation Name'?: string
  'Plan Rows': number
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

function nodesOf(node: Node | undefined): Node[] {
  return node ? [node, ...(node.Plans ?? []).flatMap(nodesOf)] : []
}
