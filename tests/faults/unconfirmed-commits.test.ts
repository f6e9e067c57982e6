/**
 * A PostgreSQL whose synchronous standby is away: a commit that is cancelled while it waits exists only on the primary, and
 * PostgreSQL reports it as a success. A client that trusts this could lose it in a failover.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Db, isUnavailable, transaction } from '../../server/src/platform/database/database.ts'
import { type OpenDatabase, openDatabase } from '../../server/src/platform/database/open.ts'
import { sql } from '../../server/src/platform/database/sql.ts'

let dataDir: string
let database: OpenDatabase

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-unconfirmed-'))
  database = await openDatabase({ databaseUrl: null, dataDir, say: () => {} })
  await sql`create table said (number int)`.execute(database.db)
  await setStandby('nobody')
})
afterAll(async () => {
  await setStandby('')
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/**
 * Waits until new connections see it, because each process reloads the settings by itself. Whether a commit waits depends on what
 * the checkpointer has read, and it reads the settings before the checkpoint requested here.
 */
async function setStandby(name: string) {
  await database.pool.query(`alter system set synchronous_standby_names = '${name}'`)
  await database.pool.query('select pg_reload_conf()')
  for (;;) {
    const client = await database.pool.connect()
    const { rows } = await client.query('show synchronous_standby_names')
    client.release(true)
    if (rows[0]?.synchronous_standby_names === name) break
  }
  await database.pool.query('checkpoint')
}

/** Returns how many there were. */
async function cancelWaiting(): Promise<number> {
  const { rows } = await database.pool.query(
    `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`,
  )
  return rows.length
}

const numbers = async (db: Db) => (await sql<{ number: number }>`select number from said`.execute(db)).rows
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'it was acknowledged',
    (error: unknown) => error,
  )

test('a commit that no standby has confirmed is not acknowledged, although it exists', async () => {
  const { db } = database
  const committing = reasonOf(transaction(db, (tx) => sql`insert into said values (1)`.execute(tx)))
  while ((await cancelWaiting()) === 0) continue
  const reason = await committing
  expect(isUnavailable(reason), String(reason)).toBe(true)
  expect(await numbers(db)).toEqual([{ number: 1 }])
})

test('a commit that the standby has confirmed is acknowledged', async () => {
  await setStandby('')
  await transaction(database.db, (tx) => sql`insert into said values (2)`.execute(tx))
  expect(await numbers(database.db)).toEqual([{ number: 1 }, { number: 2 }])
})
