import { expect, test } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { historyPage, keyOf } from '../ledger/history.ts'
import { transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { historySources, sourcesShowing } from './sources.ts'

const { db } = await testDatabase()
const sources = historySources(new Date('2026-11-21T00:00:00Z'), 'en')

test('no two sources have the same name', () => {
  const keys = sources.map(keyOf)
  expect(new Set(keys).size).toBe(keys.length)
})

test('every kind of movement is shown by existing sources, and every source shows one', () => {
  expect(new Set(Object.values(sourcesShowing).flat())).toEqual(new Set(sources.map(keyOf)))
})

// One row per user, and its timestamp is in another table than the user.
const single = ['welcome_bonus']

test.each(
  sources.filter((source) => !single.includes(keyOf(source))).map((source) => [keyOf(source), source] as const),
)('a page of %s is read from an index, in its order', async (_key, source) => {
  const page = historyPage([source], {
    user: 1,
    limit: 20,
    after: { at: new Date('2026-01-01T00:00:00Z'), key: keyOf(source), id: 1 },
  })
  const plan = await transaction(db, async (tx) => {
    // On a small table the planner reads everything; with that forbidden, a remaining scan or sort has no index to use.
    for (const way of ['seqscan', 'bitmapscan', 'sort', 'incremental_sort'])
      await sql.raw(`set local enable_${way} = off`).execute(tx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (costs off) ${page!}`.execute(tx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  const [, below = plan] = plan.split(/Subquery Scan|Append/)
  expect(below).not.toMatch(/Seq Scan|Sort/)
})
