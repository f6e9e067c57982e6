/**
 * `npm run bench -- audit`: pages of the audit log among AUDIT_ROWS rows (ten million where nothing is said), the first, the deepest and
 * the last, as the list asks for them (count and page), in turns; the whole log by its marks and, beside it, by counting rows from
 * the nearer end, as filters are read. Goal: deepest / first ≤ 1.5, p99 ≤ 200 ms. Rows are written by one statement, without hashes.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../server/src/config.ts'
import { type AuditFilter, auditPage, auditPageAfter, countActs } from '../server/src/audit/queries.ts'
import { openDatabase } from '../server/src/platform/database/open.ts'
import { migrate } from '../server/src/platform/database/migrations.ts'
import { sliceOf } from '../server/src/platform/lists.ts'
import { openPatientPool } from './long-history.ts'
import { printTable, saveResult } from './table.ts'

const ROWS = Number(process.env['AUDIT_ROWS'] ?? 10_000_000)
const TURNS = Number(process.env['AUDIT_TURNS'] ?? 100)
const PER_PAGE = 20

const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-bench-'))
const database = await openDatabase(readConfig({ DATA_DIR: dataDir }))
await migrate(database.pool)
const { db } = database
await makeRows()

const filters: [string, AuditFilter][] = [
  ['the whole log', {}],
  ['of one kind of record', { subject: 'deposit' }],
]
const rows: string[][] = []
for (const [name, filter] of filters) {
  const total = await countActs(db, filter)
  const last = Math.ceil(total / PER_PAGE)
  const places = { first: 1, middle: Math.round(last / 2), last }
  const ways = name === 'the whole log' ? [byMark, byCounting] : [byCounting]
  const times = new Map<string, number[]>()
  for (let turn = -2; turn < TURNS; turn++)
    for (const way of ways)
      for (const [place, page] of Object.entries(places)) {
        if (way === byCounting && turn >= 10) continue // slow, and only for comparison
        const startedAt = performance.now()
        await way(filter, page + (place === 'last' ? 0 : Math.max(0, turn)))
        const key = `${way.name}|${place}`
        if (turn >= 0) times.set(key, [...(times.get(key) ?? []), performance.now() - startedAt])
      }
  const at = (way: string, place: string, share: number) => {
    const sorted = (times.get(`${way}|${place}`) ?? []).toSorted((a, b) => a - b)
    return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
  }
  for (const { name: way } of ways)
    for (const place of Object.keys(places)) {
      const ratio = (at(way, place, 0.5) / at(way, 'first', 0.5)).toFixed(2)
      rows.push([name, way, place, at(way, place, 0.5).toFixed(1), at(way, place, 0.99).toFixed(1), ratio])
    }
}
saveResult(
  'audit',
  printTable(['list', 'way', 'page', 'p50 ms', 'p99 ms', '÷ first'], rows),
  `${ROWS} rows, pages of ${PER_PAGE}, count and page as the list reads them, without HTTP; ${TURNS} turns by marks and 10 by counting, other pages each time. Goal: deepest ÷ first ≤ 1.5, p99 ≤ 200 ms.`,
)
await database.close()
rmSync(dataDir, { recursive: true, force: true })

async function byMark(filter: AuditFilter, page: number) {
  const total = await countActs(db, filter)
  await auditPageAfter(db, { before: Math.max(0, total - page * PER_PAGE), limit: PER_PAGE })
}

async function byCounting(filter: AuditFilter, page: number) {
  const slice = sliceOf({ page, per_page: PER_PAGE }, { total: await countActs(db, filter), search: undefined })
  await auditPage(db, { ...filter, ...slice })
}

/** Ids have a gap after each seventh row, as acts that were rolled back leave one. */
async function makeRows() {
  const pool = openPatientPool(database.url)
  const { rows: indexes } = await pool.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index where indrelid = 'audit_log'::regclass and not indisprimary`)
  for (const { name } of indexes) await pool.query(`drop index ${name}`)
  await pool.query(
    `insert into audit_log (id, at, admin_id, action, subject, subject_id, before, after, hash) overriding system value
     select n + n / 7, timestamptz '2020-01-01' + n * interval '10 seconds', null,
            (array['deposit approved', 'withdrawal approved', 'kyc approved', 'user edited'])[1 + n % 4],
            (array['deposit', 'withdrawal', 'kyc', 'user'])[1 + n % 4], n, '{"status": "pending"}', '{"status": "approved"}', '\\x00'
       from generate_series(1, $1::integer) as n`,
    [ROWS],
  )
  await pool.query(`
    insert into audit_counts (subject, action, admin_id, n) select subject, action, 0, count(*) from audit_log group by 1, 2;
    insert into audit_marks (block, before)
    select block, sum(n) over (order by block) - n from (select id / 1000 as block, count(*) as n from audit_log group by 1) as blocks`)
  for (const { definition } of indexes) await pool.query(definition)
  await pool.query('vacuum analyze audit_log, audit_counts, audit_marks')
  await pool.end()
}
