/** What a repeated key does is tested with each call; this file tests the cost of its look-up, and how a body is kept. */
import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { testServer } from '../../../../tests/support/server.ts'
import { transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { keyRing } from '../files/keys.ts'
import { answersKept, claim } from './once.ts'

test('a key is looked up through its index, also by a connection that planned the statement while there were no keys', async () => {
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

test('a body is kept as a keyed hash, with which a repeat is compared across a change of the secret', async () => {
  const server = await testServer()
  const { db } = server.services
  const { id: user } = await server.makeUser()
  const at = server.clock.now()
  const attempt = (appSecret: string, oldAppSecrets: string[] = [], password = 'tulsi and neem') => {
    const ring = keyRing({ appSecret, oldAppSecrets })
    return { user, key: 'key', endpoint: 'PUT /users/{id}', body: { password }, ring, at }
  }
  const repeat = (again: ReturnType<typeof attempt>) => transaction(db, (tx) => claim(tx, again))
  const answer = { status: 200, reply: '{}' }
  const isAnother = { refused: { code: 'key_reused' } }
  await transaction(db, (tx) => answersKept({ ...attempt('first'), ...answer }).execute(tx))

  const plain = hash('sha256', '{"password":"tulsi and neem"}', 'buffer')
  const { rows } = await sql<{ body_hash: Buffer }>`select body_hash from idempotency_keys`.execute(db)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.body_hash).not.toEqual(plain)
  expect(await repeat(attempt('first'))).toEqual(answer)
  expect(await repeat(attempt('second', ['first']))).toEqual(answer)
  await expect(repeat(attempt('second', ['first'], 'another'))).rejects.toMatchObject(isAnother)
  await expect(repeat(attempt('second'))).rejects.toMatchObject(isAnother)

  await sql`update idempotency_keys set body_hash = ${plain}`.execute(db)
  expect(await repeat(attempt('second'))).toEqual(answer)
  await expect(repeat(attempt('second', [], 'another'))).rejects.toMatchObject(isAnother)
  await server.close()
})
