import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { connect, lossOf } from './connection.ts'
import { codeOf, StartError } from '../start-error.ts'

export const MIGRATIONS_DIR = join(import.meta.dirname, '../../../migrations')

/** The name of the lock that every change of the schema takes. */
export const MIGRATIONS_LOCK = 'bittkosh migrations'

type Migration = {
  name: string
  sql: string
  checksum: string
  /** Programs that know the schema up to this migration may keep running; null: all older ones must stop. */
  goesOnSince: string | null
}
type Applied = { name: string; checksum: string; goesOnSince?: string | null }

export type MigrateOptions = {
  say?: (sentence: string) => void
  /** Runs in the transaction of each migration, after it. Not for an index that is created concurrently. */
  afterEach?: (client: pg.ClientBase) => Promise<void>
  /** How long a change may wait for a lock. Writes to that table queue behind it for that long. */
  lockMs?: number
  /** The pause between two attempts, in which the queued writes run. */
  pauseMs?: number
}

const OTHERS_MS = 200
const TRIES_MAX = 240 // ten minutes

/**
 * Migrates the database to the newest schema: each file of `folder` runs in one transaction with its row in
 * `schema_migrations`, so a killed start leaves the old schema or the new one, never half of one. A change that cannot
 * lock its tables at once backs off and retries, as all writes would queue behind it. Processes that start together take
 * turns and find the work done. Returns the names of what it ran.
 * Throws a StartError for a schema that this program cannot work with, a schema from before the folding, or a file that
 * was changed after it ran.
 */
export async function migrate(pool: pg.Pool, folder = MIGRATIONS_DIR, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = readMigrations(folder)
  const client = await connect(pool)
  try {
    await takeTurn(client)
    await makeList(client)
    const ran: string[] = []
    for (;;) {
      const next = nextOf(migrations, await listOf(client))
      if (next === undefined) return ran
      await runPatiently(client, next, options)
      ran.push(next.name)
    }
  } catch (error) {
    throw lossOf(client, error)
  } finally {
    client.release(true) // releases the lock and the settings of the session, and any open transaction
  }
}

/**
 * Not in a transaction, and polling instead of waiting inside PostgreSQL: an index that is created concurrently waits for
 * every open transaction, so it would wait for the processes that wait for their turn.
 */
async function takeTurn(client: pg.ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query(`select pg_try_advisory_lock(hashtext('${MIGRATIONS_LOCK}')) as taken`)
    if (rows[0]?.taken) break
    await wait(OTHERS_MS)
  }
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0')
}

/** Checks first: a role that may only run the program must not create tables, not even with `if not exists`. */
async function makeList(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query("select to_regclass('schema_migrations') is not null as made")
  if (!rows[0]?.made) await client.query(LIST_OF_APPLIED)
}

async function listOf(client: pg.ClientBase): Promise<Applied[]> {
  const { rows } = await client.query<Applied>(
    `select name, checksum, to_jsonb(m) ->> 'goes_on_since' as "goesOnSince" from schema_migrations m order by name collate "C"`,
  )
  return rows
}

async function runPatiently(client: pg.ClientBase, migration: Migration, options: MigrateOptions): Promise<void> {
  const { say = () => {}, afterEach = async () => {}, lockMs = 500, pauseMs = 2_000 } = options
  for (let tries = 1; ; tries++) {
    try {
      if (INDEX_ALONE.test(migration.sql)) return await makeIndex(client, migration)
      await client.query(`begin; set local lock_timeout = ${lockMs}`)
      await apply(client, migration)
      await afterEach(client)
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if (!(error instanceof Error) || codeOf(error.cause ?? error) !== LOCKED) throw error
      if (tries === TRIES_MAX)
        throw new StartError(
          `The migration ${migration.name} found its tables in use ${tries} times. End the long transactions (pg_stat_activity names them) and start again; nothing was changed.`,
        )
      say(
        `The migration ${migration.name} is waiting for a long transaction and will be retried; nothing else is blocked.`,
      )
      await wait(pauseMs)
    }
  }
}

const LOCKED = '55P03'
/** A file that contains nothing else runs outside a transaction and stops no writes. */
const INDEX_ALONE = /^(?:\s|--.*\n)*create (?:unique )?index concurrently (\w+)\s[^;]*;?\s*$/

/** An interrupted attempt leaves an invalid index, or a valid one without its row in `schema_migrations`. */
async function makeIndex(client: pg.ClientBase, { name, sql, checksum, goesOnSince }: Migration): Promise<void> {
  const [, index = ''] = INDEX_ALONE.exec(sql) ?? []
  const { rows } = await client.query('select indisvalid as valid from pg_index where indexrelid = to_regclass($1)', [
    index,
  ])
  if (rows[0]?.valid === false) await client.query(`drop index concurrently ${index}`)
  if (!rows[0]?.valid) await client.query(sql)
  await client.query(NOTE_APPLIED, [name, checksum, goesOnSince])
}

const NOTE_APPLIED = 'insert into schema_migrations (name, checksum, goes_on_since) values ($1, $2, $3)'

const LIST_OF_APPLIED = `
  create table if not exists schema_migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now(),
    goes_on_since text
  )`

/** The migrations that have run on a database, in order. */
export async function appliedTo(client: pg.ClientBase): Promise<Applied[]> {
  const { rows } = await client.query<Applied>('select name, checksum from schema_migrations order by name collate "C"')
  return rows
}

async function apply(client: pg.ClientBase, { name, sql, checksum, goesOnSince }: Migration): Promise<void> {
  try {
    await client.query(sql)
  } catch (error) {
    throw new Error(`migration ${name} failed: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
  await client.query(NOTE_APPLIED, [name, checksum, goesOnSince])
}

/** Applies these in the caller's transaction, for a restore that must succeed completely or not at all. */
export async function applyMigrations(client: pg.ClientBase, migrations: readonly Migration[]): Promise<void> {
  await client.query(LIST_OF_APPLIED)
  for (const migration of migrations)
    await apply(client, { ...migration, sql: migration.sql.replace(/\bindex concurrently\b/, 'index') })
}

/**
 * Our migrations in two parts: those that make the schema that `applied` had made, and those after it. Migrations from
 * before the folding count as those they were folded into, if all of them had run. Throws a StartError as `migrate` does.
 */
export function splitMigrations(applied: readonly Applied[]): { before: Migration[]; after: Migration[] } {
  const newer = newerThanOurs(applied)
  if (newer !== null)
    throw new StartError(
      `The backup has the migration ${newer}, which this program does not know: it was made after a newer version had run on the database. Restore it with that version. Nothing was restored.`,
    )
  const migrations = readMigrations()
  if (isOlder(applied, migrations)) {
    const last = applied.at(-1)
    if (last?.name !== LAST_UNFOLDED.name || last.checksum !== LAST_UNFOLDED.checksum)
      throw new StartError(
        `The backup has the schema of ${last?.name}, and this version restores none older than ${LAST_UNFOLDED.name}. Start the last version that has this migration on the database of the backup, back that up with it, and restore the new backup. Nothing was restored.`,
      )
    return {
      before: migrations.filter(({ name }) => name <= LAST_FOLDED),
      after: migrations.filter(({ name }) => name > LAST_FOLDED),
    }
  }
  nextOf(migrations, applied)
  return { before: migrations.slice(0, applied.length), after: migrations.slice(applied.length) }
}

/** The last of these migrations if only a newer version has it: this one may go on beside it, but cannot make its schema. */
export function newerThanOurs(applied: readonly Applied[]): string | null {
  const [last, ours] = [applied.at(-1), readMigrations().at(-1)]
  return last !== undefined && ours !== undefined && last.name > ours.name ? last.name : null
}

/** Migrations up to this one are folded, one for each subject (docs/decisions/0265-migrations-folded.md). */
const LAST_FOLDED = '20261128T0322-report-sums'
/** The last migration before the folding; after it the schema was the same. */
const LAST_UNFOLDED = {
  name: '20261128T0300-ask-about-more',
  checksum: '69da56b8a6779dafbbb106745844ccfca9a567245988d8a65243e912a3186292',
}

/** Whether a database began with a migration from before the folding: their names sort earlier. */
function isOlder([began]: readonly Applied[], [first]: readonly Migration[]): boolean {
  return began !== undefined && first !== undefined && began.name < first.name
}

/** The migration that follows those that have run; it must be the first of ours. */
function nextOf(migrations: readonly Migration[], applied: readonly Applied[]): Migration | undefined {
  if (isOlder(applied, migrations))
    throw new StartError(
      'The database was made by an older version, which this one cannot bring up to date: make a backup of it with that version (npm run backup), and restore the backup with this one (npm run restore) into an empty DATA_DIR or DATABASE_URL.',
    )
  applied.forEach((done, index) => {
    const known = migrations[index]
    if (known === undefined && goesOn(done, migrations.at(-1))) return
    if (known === undefined || known.name > done.name)
      throw new StartError(
        `The database has the migration ${done.name}, which this program does not know: a newer version has run on it, and this one cannot run beside it. Start that version, or restore a backup from before it.`,
      )
    if (known.name < done.name)
      throw new StartError(
        `The migration ${known.name} was added before ${done.name}, which has already run. Name it by the current time.`,
      )
    if (known.checksum !== done.checksum)
      throw new StartError(
        `The migration ${known.name} was changed after it ran on this database. Restore the file and write a new migration; a database for trying out can be deleted instead.`,
      )
  })
  return migrations[applied.length]
}

/** Whether a program whose newest migration is `newest` works with the schema after `done`, which it does not know. */
function goesOn({ goesOnSince }: Applied, newest: Migration | undefined): boolean {
  return newest !== undefined && typeof goesOnSince === 'string' && goesOnSince <= newest.name
}

export function readMigrations(folder = MIGRATIONS_DIR): Migration[] {
  const files = readdirSync(folder, { encoding: 'utf8' }).filter((file) => file.endsWith('.sql'))
  return files.sort().map((file) => {
    if (!/^\d{8}T\d{4}-[a-z0-9-]+\.sql$/.test(file))
      throw new Error(`migrations are named like 20261128T0300-lists.sql, not ${file}`)
    const sql = readFileSync(join(folder, file), 'utf8')
    const name = file.replace(/\.sql$/, '')
    return { name, sql, checksum: hash('sha256', sql), goesOnSince: readGoesOn(name, sql) }
  })
}

const GOES_ON = /^-- Programs since (\d{8}T\d{4}-[a-z0-9-]+) go on\.$/m
const STOPS = /^-- Older programs stop\.$/m
/** Changes that could break a running older program. Such a change waits until no such program runs any more. */
const CONTRACTS =
  /\bdrop (?!index\b)|\brename\b|\bset not null\b|\balter column \w+ (?:set data )?type\b|\badd constraint\b|\badd column (?![^,;]*\bdefault\b)[^,;]*\bnot null\b/i

/** Each migration after the folded ones declares whether programs that are running meanwhile may continue. */
function readGoesOn(name: string, sql: string): string | null {
  if (name <= LAST_FOLDED) return null
  const since = GOES_ON.exec(sql)?.[1] ?? null
  if ((since === null) !== STOPS.test(sql))
    throw new Error(`${name} must say "-- Programs since ${LAST_FOLDED} go on." or "-- Older programs stop."`)
  const statements = sql.replace(/--.*$/gm, '')
  const [contracts] = CONTRACTS.exec(statements) ?? []
  if (since !== null && contracts !== undefined)
    throw new Error(`${name} lets older programs go on and has "${contracts}": put that into a later migration`)
  if (/\bconcurrently\b/i.test(statements) && !INDEX_ALONE.test(sql))
    throw new Error(`${name} makes an index concurrently and must contain nothing else`)
  return since
}
