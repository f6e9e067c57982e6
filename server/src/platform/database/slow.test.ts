import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../tests/support/server.ts'
import { makeDb, transaction } from './database.ts'
import { openPool } from './open.ts'
import { sql } from './sql.ts'

const server = await testServer()
const pool = openPool(server.services.config.databaseUrl ?? '', 1)
afterAll(async () => {
  await pool.end()
  await server.close()
})

function watchedFrom(aboveMs: number) {
  const said: string[] = []
  const db = makeDb(pool, { watch: { aboveMs, say: ({ statement }) => said.push(statement) } })
  return { db, said }
}

test('a slow statement is reported by its text, without its values; so is a slow commit', async () => {
  const { db, said } = watchedFrom(-1)
  await sql`select ${'a secret'}::text,
                   1`.execute(db)
  await transaction(db, async (tx) => {
    await sql`select ${2}::integer`.execute(tx)
  })
  expect(said).toEqual(['select $1::text, 1', 'select $1::integer', 'commit'])
})

test('a failed statement is reported by its error alone', async () => {
  const { db, said } = watchedFrom(-1)
  await expect(sql`select 1 / 0`.execute(db)).rejects.toThrow('division by zero')
  expect(said).toEqual([])
})

test('a fast statement is not reported', async () => {
  const { db, said } = watchedFrom(60_000)
  await sql`select 1`.execute(db)
  expect(said).toEqual([])
})
