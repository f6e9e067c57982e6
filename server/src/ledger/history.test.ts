import { beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer, type TestUser } from '../../../tests/support/server.ts'
import { type HistoryKey, historyPage, type HistoryQuery, type HistoryRow, type HistorySource } from './history.ts'
import { sql } from '../platform/database/sql.ts'

let server: TestServer
let user: TestUser

// Three sources over one table: every third row each, many at one moment, so that the order must fall back on key and
// id.
const sources: HistorySource[] = (['bonus', 'adjustment', 'referral_income'] as const).map((type, index) => ({
  type,
  ...(type === 'bonus' ? { key: 'bonus_welcome', pending: sql`b.reason = 'pending'` } : {}),
  from: sql`balance_adjustments b`,
  where: sql`b.id % 3 = ${index}`,
  user: sql`b.user_id`,
  at: sql`b.created_at`,
  id: sql`b.id`,
  direction: type === 'adjustment' ? sql`case when b.change > 0 then 'in' else 'out' end` : 'in',
  status: sql`'completed'`,
  amount: sql`abs(b.change)`,
}))

beforeAll(async () => {
  server = await testServer()
  user = await server.makeUser()
  await sql`
    insert into balance_adjustments (user_id, change, reason, created_at)
    select ${user.id}, case when n % 2 = 0 then n else -n end, case when n % 5 = 0 then 'pending' else 'done' end,
           timestamptz '2026-03-01T00:00:00Z' + (n / 7) * interval '1 hour'
      from generate_series(1, 100) as n`.execute(server.services.db)
  return () => server.close()
})

async function walk(query: Omit<HistoryQuery, 'user' | 'limit'>, limit: number): Promise<HistoryRow[]> {
  const all: HistoryRow[] = []
  let after: HistoryKey | undefined
  for (;;) {
    const page = historyPage(sources, { user: user.id, limit, ...query, ...(after && { after }) })
    const { rows } = await page!.execute(server.services.db)
    all.push(...rows)
    const last = rows.at(-1)
    if (!last || rows.length < limit) return all
    after = { at: last.at, key: last.key, id: last.id }
  }
}

const names = (rows: HistoryRow[]) => rows.map((row) => `${row.key} ${row.id}`)

test('pages of any length show every row once, in one order', async () => {
  const whole = names(await walk({}, 200))
  expect(whole).toHaveLength(100)
  expect(new Set(whole).size).toBe(100)
  for (const limit of [1, 3, 7, 50]) expect(names(await walk({}, limit))).toEqual(whole)
})

test('newest first, whatever the source', async () => {
  const moments = (await walk({}, 9)).map((row) => row.at.getTime())
  expect(moments).toEqual([...moments].sort((a, b) => b - a))
})

test.each([
  ['money in', { only: 'in' as const }, (row: HistoryRow) => row.direction === 'in', 83],
  ['money out', { only: 'out' as const }, (row: HistoryRow) => row.direction === 'out', 17],
  ['one type', { types: ['bonus' as const] }, (row: HistoryRow) => row.type === 'bonus', 33],
])('%s alone', async (_case, query, fits, expected) => {
  const rows = await walk(query, 4)
  expect(rows.every(fits)).toBe(true)
  expect(Math.abs(rows.length - expected)).toBeLessThanOrEqual(1)
})

test('waiting rows come only from sources that can have them', async () => {
  const rows = await walk({ only: 'pending' }, 2)
  expect(rows.length).toBeGreaterThan(3)
  expect(rows.every((row) => row.key === 'bonus_welcome')).toBe(true)
})

test('a range includes its first moment and excludes its last', async () => {
  const from = new Date('2026-03-01T03:00:00Z')
  const until = new Date('2026-03-01T05:00:00Z')
  const rows = await walk({ from, until }, 3)
  expect(rows).toHaveLength(14)
  expect(rows.every((row) => row.at >= from && row.at < until)).toBe(true)
})

test('a type that no source has gives no page', () => {
  expect(historyPage(sources, { user: user.id, types: ['deposit'], limit: 5 })).toBeNull()
})
