import { expect, test } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { batchesOf } from './batches.ts'
import { sql } from './sql.ts'

const database = await testDatabase()
const numbers = (n: number) => sql<{ n: number }>`select n from generate_series(1, ${n}::integer) as n order by n`

test.each([0, 1, 500, 501, 1800])('%i rows are all yielded, in order, none twice', async (n) => {
  const sizes: number[] = []
  const seen: number[] = []
  for await (const rows of batchesOf(database.db, numbers(n))) {
    sizes.push(rows.length)
    seen.push(...rows.map((row) => row.n))
  }
  expect(seen).toEqual(Array.from({ length: n }, (_, at) => at + 1))
  expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(500)
})

test('a reader that stops early leaves no transaction open', async () => {
  for (let n = 0; n < 50; n++) for await (const _rows of batchesOf(database.db, numbers(2000))) break
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from pg_stat_activity
     where datname = current_database() and state = 'idle in transaction'`.execute(database.db)
  expect(rows).toEqual([{ n: 0 }])
})
