import type { RefusalCode } from '@bittkosh/contract/refusals'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, inject } from 'vitest'
import { onChanges } from '../../server/src/platform/database/connection.ts'
import { type Db, makeDb } from '../../server/src/platform/database/database.ts'
import { type OpenDatabase, openPool } from '../../server/src/platform/database/open.ts'
import { urlOfDatabase, withClient } from './cluster.ts'

type TestDatabase = {
  db: Db<RefusalCode>
  pool: pg.Pool
  onChanges: OpenDatabase['onChanges']
  url: string
  /** A folder of this test file alone, for uploads, mails and the secret. */
  dataDir: string
  /** Called automatically after the last test. */
  close: () => Promise<void>
}

/** The run's PostgreSQL. */
function ownCluster() {
  // Provided only to the project `database`, although vitest's types promise it to all.
  const cluster = inject('cluster') as ReturnType<typeof inject<'cluster'>> | undefined
  if (cluster) return cluster
  throw new Error(
    'This file imports neither tests/support/server.ts nor database.ts: vitest.config.ts gives it no database.',
  )
}

/** Random, because files of one worker share the prefix, and this module may be loaded again between two of them. */
function newName(prefix: string): string {
  return `${prefix}${randomBytes(6).toString('hex')}`
}

/**
 * A database without a schema, for tests that create their own; dropped after the file's last test. `locale` ('en-US') orders
 * its texts as a dictionary does. Returns its address.
 */
export async function emptyDatabase({ locale }: { locale?: string } = {}): Promise<string> {
  const { url: server, prefix } = ownCluster()
  const name = newName(prefix)
  const collation = locale ? ` template template0 encoding 'UTF8' locale_provider icu icu_locale '${locale}'` : ''
  await withClient(server, async (client) => {
    await client.query(`create database ${name}${collation}`)
  })
  afterAll(() =>
    withClient(server, async (client) => {
      await client.query(`drop database ${name} with (force)`)
    }),
  )
  return urlOfDatabase(server, name)
}

/**
 * A migrated database of this test file alone, a copy of the run's template, dropped after its last test.
 * Call it at the top of the file: `const { db } = await testDatabase()`. A program under test opens it by `url`.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const { url: server, template, prefix } = ownCluster()
  const name = newName(prefix)
  await withClient(server, async (client) => {
    await client.query(`create database ${name} template ${template}`)
  })
  const url = urlOfDatabase(server, name)
  const pool = openPool(url)
  const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-test-'))
  let closed: Promise<void> | undefined
  const close = () => (closed ??= drop())
  const drop = async () => {
    await pool.end()
    rmSync(dataDir, { recursive: true, force: true })
    await withClient(server, async (client) => {
      await client.query(`drop database ${name} with (force)`)
    })
  }
  afterAll(close)
  return { db: makeDb(pool), pool, onChanges: (listener) => onChanges(pool, listener), url, dataDir, close }
}
