import { createHash } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { joinEmbeddedPostgres } from '../../server/src/platform/database/embedded-postgres.ts'
import { openPool } from '../../server/src/platform/database/open.ts'
import { migrate, MIGRATIONS_DIR, readMigrations } from '../../server/src/platform/database/migrations.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server for test databases, and the migrated one to copy. */
    cluster: { url: string; template: string; prefix: string }
  }
}

/**
 * One PostgreSQL for a run: TEST_DATABASE_URL, or an embedded one in the system's folder for temporary files. The embedded one is
 * kept between runs, so that the next starts in a tenth of a second; concurrent runs share it.
 */
export default async function startCluster(project: TestProject): Promise<() => Promise<void>> {
  const { url, leave } = await joinCluster()
  const template = await makeTemplate(url)
  const prefix = `test_${process.pid}_`
  await dropDatabases(url, (name) => /^test_\d+_/.test(name) && !isAlive(Number(name.split('_')[1])))
  project.provide('cluster', { url, template, prefix })

  return async () => {
    await dropDatabases(url, (name) => name.startsWith(prefix))
    await leave()
  }
}

/** Also for scripts that need a database temporarily. */
export async function joinCluster(): Promise<{ url: string; leave: () => Promise<void> }> {
  const server = process.env['TEST_DATABASE_URL']
  if (server) return { url: server, leave: async () => {} }
  return joinEmbeddedPostgres({ dataDir: makeTestDir(), say: () => {} })
}

function makeTestDir(): string {
  const place = createHash('sha256')
    .update(import.meta.dirname)
    .digest('hex')
    .slice(0, 8)
  const dir = join(tmpdir(), `bittkosh-tests-${userInfo().uid}-${place}`)
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  return dir
}

/**
 * A migrated database to copy. Its name contains a fingerprint of the migrations, so that it is created once for each state of
 * them.
 */
export async function makeTemplate(url: string): Promise<string> {
  const migrations = existsSync(MIGRATIONS_DIR) ? readMigrations() : []
  const fingerprint = createHash('sha256')
    .update(migrations.map(({ name, checksum }) => `${name} ${checksum}`).join())
    .digest('hex')
    .slice(0, 12)
  const template = `template_${fingerprint}`
  await withClient(url, async (client) => {
    // Of two concurrent runs the second waits here and finds it created.
    await client.query("select pg_advisory_lock(hashtext('bittkosh test template'))")
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount) return
    await client.query(`drop database if exists ${template}_draft`)
    await client.query(`create database ${template}_draft`)
    const pool = openPool(urlOfDatabase(url, `${template}_draft`), 1)
    try {
      if (migrations.length > 0) await migrate(pool)
    } finally {
      await pool.end()
    }
    await client.query(`alter database ${template}_draft rename to ${template}`)
  })
  if (!process.env['TEST_DATABASE_URL'])
    await dropDatabases(url, (name) => name.startsWith('template_') && name !== template)
  return template
}

export function urlOfDatabase(url: string, name: string): string {
  return url.replace(/^([^?]*\/)[^/?]*/, `$1${name}`)
}

async function dropDatabases(url: string, unwanted: (name: string) => boolean): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>('select datname as name from pg_database')
    for (const { name } of rows) if (unwanted(name)) await client.query(`drop database if exists ${name} with (force)`)
  })
}

export async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
