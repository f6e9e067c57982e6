/**
 * `npm run bench -- depth`: pages of the panel's longest lists among DEPTH_ROWS rows each (ten million by default): the audit log,
 * deposits and users; the first page, the middle one and the deepest, with the lists' own queries (count and page), in turns. Goal:
 * deepest / first ≤ 1.5, p99 ≤ 200 ms. Rows are written by plain statements, without hashes and without the indexes that only a
 * search reads.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../server/src/config.ts'
import { type AuditFilter, auditPage, auditPageAfter, countActs } from '../server/src/audit/queries.ts'
import { deposits } from '../server/src/deposits/queries.ts'
import { openDatabase } from '../server/src/platform/database/open.ts'
import { migrate } from '../server/src/platform/database/migrations.ts'
import { sliceOf, totalOf } from '../server/src/platform/lists.ts'
import { countUsers, usersPage } from '../server/src/users/queries.ts'
import { makeUser, openPatientPool } from './long-history.ts'
import { median, printTable, quantile, saveResult } from './table.ts'

const ROWS = Number(process.env['DEPTH_ROWS'] ?? 10_000_000)
const TURNS = Number(process.env['DEPTH_TURNS'] ?? 50)
const PER_PAGE = 20

const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-bench-'))
const database = await openDatabase({ ...readConfig({ DATA_DIR: dataDir }), patient: true })
await migrate(database.pool)
const { db } = database
const admin = await makeUser(db)
const pool = openPatientPool(database.url)
await makeRows('users', userRows())
await makeRows('deposits', depositRows())
await makeRows('audit_log', auditRows())
await pool.query('vacuum analyze')
await pool.end()

type List = { name: string; total: () => Promise<number>; page: (page: number) => Promise<unknown[]> }
const lists: List[] = [
  { name: 'audit log', total: () => countActs(db, {}), page: pageOfAudit },
  auditOf('audit log of one kind of record', { subject: 'deposit' }),
  depositsBy('deposits, newest first', { sort: 'newest' }),
  depositsBy('deposits, approved', { sort: 'newest', statuses: ['approved'] }),
  depositsBy('deposits, by amount', { sort: 'amount' }),
  usersBy('users, newest first', 'newest'),
  usersBy('users by name', 'name'),
]
const rows: string[][] = []
for (const { name, total, page } of lists) {
  const last = Math.ceil((await total()) / PER_PAGE)
  const places = { first: 1, middle: Math.round(last / 2), deepest: last }
  const times = { first: [] as number[], middle: [] as number[], deepest: [] as number[] }
  for (let turn = -3; turn < TURNS; turn++)
    for (const place of ['first', 'middle', 'deepest'] as const) {
      const startedAt = performance.now()
      const found = await page(places[place] + (place === 'deepest' ? -1 : 1) * Math.max(0, turn))
      const took = performance.now() - startedAt
      if (found.length === 0) throw new Error(`${name}: the ${place} page is empty`)
      if (turn >= 0) times[place].push(took)
    }
  for (const place of ['first', 'middle', 'deepest'] as const)
    rows.push([
      place,
      name,
      median(times[place]).toFixed(1),
      quantile(times[place], 0.99).toFixed(1),
      (median(times[place]) / median(times.first)).toFixed(2),
    ])
  for (const row of rows.slice(-3)) console.log(row.join('  '))
}
saveResult(
  'depth',
  printTable(['page', 'list', 'p50 ms', 'p99 ms', '÷ first'], rows),
  `${ROWS} rows in each list, pages of ${PER_PAGE}, count and page as the list reads them, without HTTP; ${TURNS} turns, other pages each time. Goal: deepest ÷ first ≤ 1.5, p99 ≤ 200 ms.`,
)
await database.close()
rmSync(dataDir, { recursive: true, force: true })

async function pageOfAudit(page: number) {
  return auditPageAfter(db, { before: Math.max(0, (await countActs(db, {})) - page * PER_PAGE), limit: PER_PAGE })
}

function auditOf(name: string, filter: AuditFilter): List {
  const total = () => countActs(db, filter)
  return { name, total, page: async (page) => auditPage(db, { ...filter, ...slice(page, await total()) }) }
}

function depositsBy(
  name: string,
  { sort, statuses }: Pick<Parameters<typeof deposits.page>[1], 'sort' | 'statuses'>,
): List {
  const total = async () => totalOf((await deposits.counts(db, { statuses })).counts, statuses?.[0])
  return { name, total, page: async (page) => deposits.page(db, { sort, statuses, ...slice(page, await total()) }) }
}

function usersBy(name: string, sort: Parameters<typeof usersPage>[1]['sort']): List {
  const all = { search: undefined, role: undefined, status: undefined }
  const total = async () => totalOf(await countUsers(db, all), undefined)
  return { name, total, page: async (page) => usersPage(db, { ...all, sort, ...slice(page, await total()) }) }
}

function slice(page: number, total: number) {
  return sliceOf({ page, per_page: PER_PAGE }, { total, search: undefined })
}

/** Rows first, then the table's indexes, except those of constraints and those for searching. */
async function makeRows(table: string, statements: string[]) {
  const { rows: indexes } = await pool.query<{ name: string; definition: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i
     where i.indrelid = '${table}'::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`)
  for (const { name } of indexes) await pool.query(`drop index ${name}`)
  for (const statement of statements) await pool.query(statement)
  for (const { definition } of indexes) if (!definition.includes('USING gin')) await pool.query(definition)
  console.log(`${table} is filled`)
}

/** Names repeat as in reality; triggers don't run here, so the counts that they maintain are written too. */
function userRows(): string[] {
  const ids = `generate_series(${admin + 1}, ${admin + ROWS}) as n`
  return [
    `insert into users (id, name, email, phone, password_hash, referral_code, created_at) overriding system value
     select n, 'Person ' || n % 100000, n || '@example.com', '+91' || 6000000000 + n, 'unusable', 'R' || n,
            timestamptz '2020-01-01' + n * interval '10 seconds'
       from ${ids}`,
    `insert into ledger_accounts (user_id, holder, kind, balance) select n, n, 'wallet', 0 from ${ids}`,
    `insert into list_counts (list, part, slot, n) values ('users', 'user active', 0, ${ROWS})
     on conflict (list, part, slot) do update set n = list_counts.n + excluded.n`,
  ]
}

function depositRows(): string[] {
  return [
    `insert into deposits (id, user_id, method_id, method_name, payee, type, requested_amount, approved_amount, transaction_id,
                           reference_key, status, created_at, decided_at, decided_by, admin_note) overriding system value
     select n, ${admin} + n, (select min(id) from deposit_methods), 'UPI', '{}', 'upi', 10000 + n % 5000 * 100,
            case when n % 4 > 0 then 10000 + n % 5000 * 100 end, 'T' || n, 'T' || n,
            case when n % 4 > 0 then 'approved' else 'rejected' end, timestamptz '2020-01-01' + n * interval '10 seconds',
            timestamptz '2020-01-01' + n * interval '10 seconds', ${admin}, case when n % 4 = 0 then 'Not found' end
       from generate_series(1, ${ROWS}) as n`,
    `insert into list_counts (list, part, slot, n) select 'deposits', status, 0, count(*) from deposits group by status`,
  ]
}

/** Ids have a gap after each seventh row, as rolled-back acts leave. */
function auditRows(): string[] {
  return [
    `insert into audit_log (id, at, admin_id, action, subject, subject_id, before, after, hash) overriding system value
     select n + n / 7, timestamptz '2020-01-01' + n * interval '10 seconds', null,
            (array['deposit approved', 'withdrawal approved', 'kyc approved', 'user edited'])[1 + n % 4],
            (array['deposit', 'withdrawal', 'kyc', 'user'])[1 + n % 4], n, '{"status": "pending"}', '{"status": "approved"}', '\\x00'
       from generate_series(1, ${ROWS}) as n`,
    `insert into audit_counts (subject, action, admin_id, n) select subject, action, 0, count(*) from audit_log group by 1, 2`,
    `insert into audit_marks (block, before)
     select block, sum(n) over (order by block) - n from (select id / 1000 as block, count(*) as n from audit_log group by 1) as blocks`,
  ]
}
