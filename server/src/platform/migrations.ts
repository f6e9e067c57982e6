import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { connect, lossOf } from './connection.ts'
import { StartError } from './start-error.ts'

export const MIGRATIONS_DIR = join(import.meta.dirname, '../../migrations')

/** The name of the lock that whoever changes the schema holds. */
export const MIGRATIONS_LOCK = 'bittkosh migrations'

type Migration = { number: number; name: string; sql: string; checksum: string }
type Applied = { number: number; name: string; checksum: string }

/**
 * Brings the database to the newest schema: each file of `folder` in one transaction together with its row
 * in `schema_migrations`, so that a start that is killed leaves the old schema or the new, never half of one.
 * The lock lives as long as that transaction; processes that start together take turns and find the work done.
 * Throws a StartError for a schema that is newer than this program, or a file that was changed after it ran.
 */
export async function migrate(pool: pg.Pool, folder = MIGRATIONS_DIR): Promise<void> {
  const migrations = readMigrations(folder)
  const client = await connect(pool)
  try {
    while ((await applyNext(client, migrations)) === 'more') continue
    client.release()
  } catch (error) {
    client.release(true) // its transaction is open; PostgreSQL rolls it back when the connection ends
    throw lossOf(client, error)
  }
}

async function applyNext(client: pg.PoolClient, migrations: Migration[]): Promise<'more' | 'done'> {
  await client.query('begin')
  // Others may take their turn for as long as it needs, and a migration too.
  await client.query('set local lock_timeout = 0')
  await client.query('set local statement_timeout = 0')
  await client.query('set local idle_in_transaction_session_timeout = 0')
  await client.query(`select pg_advisory_xact_lock(hashtext('${MIGRATIONS_LOCK}'))`)
  // Asked first: a role that may only run the program may make no tables, not even one that is there.
  const { rows: list } = await client.query("select to_regclass('schema_migrations') is not null as made")
  if (!list[0]?.made) await client.query(LIST_OF_APPLIED)
  const { rows } = await client.query<Applied>('select number, name, checksum from schema_migrations order by number')
  const next = nextOf(migrations, rows)
  if (next !== undefined) await apply(client, next)
  await client.query('commit')
  return next === undefined ? 'done' : 'more'
}

const LIST_OF_APPLIED = `
  create table if not exists schema_migrations (
    number int primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`

async function apply(client: pg.ClientBase, { number, name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query(sql)
  } catch (error) {
    throw new Error(`migration ${name} failed: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
  await client.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [
    number,
    name,
    checksum,
  ])
}

/** Applies these in the caller's transaction, for a restore that must end whole or not at all. */
export async function applyMigrations(client: pg.ClientBase, migrations: readonly Migration[]): Promise<void> {
  await client.query(LIST_OF_APPLIED)
  for (const migration of migrations) await apply(client, migration)
}

/** What brings a schema with `applied` to the one with `wanted` (all that this program knows where null). Throws a StartError as `migrate` does. */
export function migrationsAfter(applied: readonly Applied[], wanted: readonly Applied[] | null): Migration[] {
  const known = readMigrations()
  nextOf(known, wanted ?? applied)
  return known.slice(applied.length, wanted?.length)
}

function nextOf(migrations: readonly Migration[], applied: readonly Applied[]): Migration | undefined {
  applied.forEach((done, index) => {
    const known = migrations[index]
    if (known === undefined || known.number > done.number)
      throw new StartError(
        `The database has the migration ${done.name}, which this program does not know: a newer version has run on it. Start that version, or restore a backup from before it.`,
      )
    if (known.number < done.number)
      throw new StartError(
        `The migration ${known.name} was added before ${done.name}, which has already run. Give it the next free number.`,
      )
    if (known.checksum !== done.checksum)
      throw new StartError(
        `The migration ${known.name} was changed after it ran on this database. Restore the file and write a new migration; a database for trying out can be deleted instead.`,
      )
  })
  return migrations[applied.length]
}

export function readMigrations(folder = MIGRATIONS_DIR): Migration[] {
  const names = readdirSync(folder, { encoding: 'utf8' }).filter((name) => name.endsWith('.sql'))
  const migrations = names.sort().map((file) => {
    const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(file)?.[1] ?? Number.NaN)
    if (Number.isNaN(number)) throw new Error(`migrations are named like 0001-ledger.sql, not ${file}`)
    const sql = readFileSync(join(folder, file), 'utf8')
    return { number, name: file.replace(/\.sql$/, ''), sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
  const repeated = migrations.find(({ number }, index) => migrations[index + 1]?.number === number)
  if (repeated !== undefined) throw new Error(`two migrations have the number of ${repeated.name}`)
  return migrations
}
