/** What a repeated key does is tested with each call; here what its look-up costs. */
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'

test('a key is looked up in its index, also by a connection that plans it while it knows of none', async () => {
  const { db } = await testDatabase()
  const { rows } = await transaction(db, async (tx) => {
    await sql`analyze idempotency_keys`.execute(tx)
    await sql`select idempotency_claim(${1}, ${'key'})`.execute(tx)
    return sql`
      select seq_scan::integer as all, idx_scan::integer as by_index
        from pg_stat_xact_user_tables where relname = 'idempotency_keys'`.execute(tx)
  })
  expect(rows).toEqual([{ all: 0, by_index: 1 }])
})
