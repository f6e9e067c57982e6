/** How lists are read at size: among a thousand demo users each page of the admin's finds its rows by an index. */
import { Kysely, PostgresDialect } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { seedDemo } from '../scripts/demo/seed.ts'
import { auditPage } from '../server/src/audit/queries.ts'
import { adminDeposits } from '../server/src/deposits/queries.ts'
import type { Database } from '../server/src/platform/database.gen.ts'
import { type Db, openPool, transaction } from '../server/src/platform/database.ts'
import { samples } from '../server/src/rooms.ts'
import { transfersPage } from '../server/src/transfers/queries.ts'
import { listUsers } from '../server/src/users/queries.ts'
import { adminWithdrawals } from '../server/src/withdrawals/queries.ts'
import { testServer } from './support/server.ts'

const now = new Date('2026-06-15T09:00:00Z')
const page = { offset: 40, limit: 20 }
const all = { search: undefined, status: undefined, ...page }

const { services, makeUser } = await testServer()
const pool = openPool(services.config.databaseUrl ?? '')
let asked: { sql: string; parameters: readonly unknown[] }[] = []
const db: Db = new Kysely<Database>({
  dialect: new PostgresDialect({ pool }),
  log: ({ query }) => void asked.push({ sql: query.sql, parameters: query.parameters }),
})

beforeAll(async () => {
  await makeUser({ role: 'admin' })
  await transaction(services.db, async (tx) => {
    for (const seed of samples) await seed(tx, now)
  })
  await seedDemo(services.db, { total: 1000, now, config: services.config })
  return () => db.destroy()
}, 120_000)

test.each<[string, string, () => Promise<unknown>]>([
  ['users, newest first', 'u', () => listUsers(db, { ...all, role: undefined, sort: 'newest' })],
  ['users by name', 'u', () => listUsers(db, { ...all, role: undefined, sort: 'name' })],
  ['deposits that wait', 'd', () => adminDeposits(db, { ...all, status: 'pending', sort: 'oldest' })],
  ['approved deposits', 'd', () => adminDeposits(db, { ...all, status: 'approved', sort: 'newest' })],
  ['deposits, newest first', 'd', () => adminDeposits(db, { ...all, sort: 'newest' })],
  ['approved withdrawals', 'w', () => adminWithdrawals(db, { ...all, status: 'approved', sort: 'newest' })],
  ['withdrawals, newest first', 'w', () => adminWithdrawals(db, { ...all, sort: 'newest' })],
  ['transfers', 't', () => transfersPage(db, { ...all, now })],
])('%s: a page reads by an index', async (_name, alias, ask) => {
  expect(await scansOf(alias, ask)).toEqual([])
})

test('the audit log: a page reads by an index, only its total counts all', async () => {
  expect(await scansOf('l', () => auditPage(db, page), /count\(\*\)/)).toEqual([])
})

/**
 * Where a list reads its own table from end to end; statements that match `except` aside. What it joins for the page's
 * rows may be read whole at this size: the planner turns to the index by itself once that is cheaper.
 */
async function scansOf(alias: string, ask: () => Promise<unknown>, except?: RegExp): Promise<string[]> {
  asked = []
  await ask()
  const found: string[] = []
  for (const { sql: text, parameters } of asked.filter((one) => !except?.test(one.sql))) {
    const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: Node }[] }>(`explain (format json) ${text}`, [
      ...parameters,
    ])
    for (const node of nodesOf(rows[0]?.['QUERY PLAN'][0]?.Plan))
      if (node['Node Type'] === 'Seq Scan' && node.Alias === alias) found.push(text)
  }
  return found
}

type Node = { 'Node Type': string; Alias?: string; Plans?: Node[] }

function nodesOf(node: Node | undefined): Node[] {
  return node ? [node, ...(node.Plans ?? []).flatMap(nodesOf)] : []
}
