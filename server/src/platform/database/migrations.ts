import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { connect, lossOf } from './connection.ts'
import { StartError } from '../start-error.ts'

export const MIGRATIONS_DIR = join(import.meta.dirname, '../../../migrations')

/** The name of the lock that every change of the schema takes. */
export const MIGRATIONS_LOCK = 'bittkosh migrations'

type Migration = { name: string; sql: string; checksum: string }
type Applied = { name: string; checksum: string }

/**
 * Brings the database to the newest schema: each file of `folder` in one transaction together with its row
 * in `schema_migrations`, so that a start that is killed leaves the old schema or the new, never half of one.
 * The lock lasts as long as that transaction; processes that start together take turns and find the work done.
 * Throws a StartError for a schema that is newer than this program, one of numbered migrations, or a file that was changed after it ran.
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
  // Waiting for others may take as long as it needs, and so may a migration.
  await client.query('set local lock_timeout = 0')
  await client.query('set local statement_timeout = 0')
  await client.query('set local idle_in_transaction_session_timeout = 0')
  await client.query(`select pg_advisory_xact_lock(hashtext('${MIGRATIONS_LOCK}'))`)
  // Checked first: a role that may only run the program must not create tables, not even with `if not exists`.
  const { rows: list } = await client.query("select to_regclass('schema_migrations') is not null as made")
  if (!list[0]?.made) await client.query(LIST_OF_APPLIED)
  const next = nextOf(migrations, await appliedTo(client))
  if (next !== undefined) await apply(client, next)
  await client.query('commit')
  return next === undefined ? 'done' : 'more'
}

const LIST_OF_APPLIED = `
  create table if not exists schema_migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`

/** The migrations that have run on a database, in their order. */
export async function appliedTo(client: pg.ClientBase): Promise<Applied[]> {
  const { rows } = await client.query<Applied>('select name, checksum from schema_migrations order by name collate "C"')
  return rows
}

async function apply(client: pg.ClientBase, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query(sql)
  } catch (error) {
    throw new Error(`migration ${name} failed: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
}

/** Applies these in the caller's transaction, for a restore that must end whole or not at all. */
export async function applyMigrations(client: pg.ClientBase, migrations: readonly Migration[]): Promise<void> {
  await client.query(LIST_OF_APPLIED)
  for (const migration of migrations) await apply(client, migration)
}

/**
 * Our migrations in two parts: those that make the schema that `applied` had made, and those that came after it. The
 * numbered ones count as those that they were folded into, if all of them had run. Throws a StartError as `migrate` does.
 */
export function partAt(applied: readonly Applied[]): { before: Migration[]; after: Migration[] } {
  const migrations = readMigrations()
  const last = applied.at(-1)
  if (last !== undefined && NUMBERED.test(last.name)) {
    if (last.name !== LAST_NUMBERED.name || last.checksum !== LAST_NUMBERED.checksum)
      throw new StartError(
        `The backup has the schema of ${last.name}, and this version restores none older than ${LAST_NUMBERED.name}. Start the last version that has this migration on the database of the backup, back that up with it, and restore the new backup. Nothing was restored.`,
      )
    return {
      before: migrations.filter(({ name }) => name <= LAST_FOLDED),
      after: migrations.filter(({ name }) => name > LAST_FOLDED),
    }
  }
  nextOf(migrations, applied)
  return { before: migrations.slice(0, applied.length), after: migrations.slice(applied.length) }
}

// Before they were named by time, migrations were numbered; they are folded (docs/decisions/0265-migrations-folded.md).
const NUMBERED = /^\d{4}-/
const LAST_NUMBERED = {
  name: '0241-rejection-presets',
  checksum: '812f9d3047a4f0cd336e8ea36f9c6aef97bb1c1dbff8b1bae4131127e48688b5',
}
/** Up to this one they make the schema that the numbered ones made. */
const LAST_FOLDED = '20261122T1313-referrals'

/** The migration that follows those that have run, which must be the first of ours. */
function nextOf(migrations: readonly Migration[], applied: readonly Applied[]): Migration | undefined {
  if (applied.some(({ name }) => NUMBERED.test(name)))
    throw new StartError(
      'The database was made by an older version, which this one cannot bring up to date: make a backup of it with that version (npm run backup), and restore the backup with this one (npm run restore) into an empty DATA_DIR or DATABASE_URL.',
    )
  applied.forEach((done, index) => {
    const known = migrations[index]
    if (known === undefined || known.name > done.name)
      throw new StartError(
        `The database has the migration ${done.name}, which this program does not know: a newer version has run on it. Start that version, or restore a backup from before it.`,
      )
    if (known.name < done.name)
      throw new StartError(
        `The migration ${known.name} was added before ${done.name}, which has already run. Name it by the present time.`,
      )
    if (known.checksum !== done.checksum)
      throw new StartError(
        `The migration ${known.name} was changed after it ran on this database. Restore the file and write a new migration; a database for trying out can be deleted instead.`,
      )
  })
  return migrations[applied.length]
}

export function readMigrations(folder = MIGRATIONS_DIR): Migration[] {
  const files = readdirSync(folder, { encoding: 'utf8' }).filter((file) => file.endsWith('.sql'))
  return files.sort().map((file) => {
    if (!/^\d{8}T\d{4}-[a-z0-9-]+\.sql$/.test(file))
      throw new Error(`migrations are named like 20261122T1300-lists.sql, not ${file}`)
    const sql = readFileSync(join(folder, file), 'utf8')
    return { name: file.replace(/\.sql$/, ''), sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}
