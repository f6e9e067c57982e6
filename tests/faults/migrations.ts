/**
 * `npm run migrate` is killed while it changes the schema. The remaining schema must be exactly that of the migrations recorded as
 * run, and contain nothing of the next one.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { describeSchema } from '../../scripts/schema/describe.ts'
import { schemaSql } from '../../scripts/schema/sql.ts'
import { migrate, MIGRATIONS_DIR, readMigrations } from '../../server/src/platform/database/migrations.ts'
import { openPool } from '../../server/src/platform/database/open.ts'

/** Creates an empty database; returns its address. */
type NewDatabase = () => Promise<string>

/** The state of a database after each number of migrations, starting with none. */
export async function schemasInTurn(newDatabase: NewDatabase): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bittkosh-migrations-'))
  const pool = openPool(await newDatabase(), 1)
  try {
    const states = [await stateOf(pool)]
    for (const { name } of readMigrations()) {
      cpSync(join(MIGRATIONS_DIR, `${name}.sql`), join(folder, `${name}.sql`))
      await migrate(pool, folder)
      states.push(await stateOf(pool))
    }
    return states
  } finally {
    await pool.end()
    rmSync(folder, { recursive: true })
  }
}

/**
 * Kills the command at random times, again and again on one database until it completes, and then on the next. Returns what was
 * wrong, and how many were killed when no, some or all migrations had run.
 */
export async function killMigrations(
  newDatabase: NewDatabase,
  { states, kills, random }: { states: readonly string[]; kills: number; random: () => number },
): Promise<{ amiss: string[]; killed: { before: number; between: number; after: number }; indexesLeft: number }> {
  const killed = { before: 0, between: 0, after: 0 }
  const amiss: string[] = []
  const wholeMs = await timeOf(await newDatabase())
  let indexesLeft = 0
  let url = await newDatabase()
  let pool = openPool(url, 1)
  let last = 0
  for (let n = 0; n < kills; n++) {
    await killOne(pool, url, random() * wholeMs)
    const done = await doneIn(pool)
    const found = await stateOf(pool)
    const expected = states[done] ?? ''
    const index = indexAlone(readMigrations()[done]?.sql ?? '')
    const hasLeftIndex = index !== null && found !== expected && without(found, index) === expected
    if (hasLeftIndex) indexesLeft++ // PostgreSQL may leave it unfinished; the next run repairs it
    else if (found !== expected) amiss.push(`kill ${n}: not the schema after ${done} migrations`)
    if (done < last) amiss.push(`kill ${n}: ${done} migrations are noted, where ${last} had been`)
    killed[done === 0 ? 'before' : done < states.length - 1 ? 'between' : 'after']++
    last = done
    if (done < states.length - 1) continue
    await pool.end()
    url = await newDatabase()
    pool = openPool(url, 1)
    last = 0
  }
  await migrate(pool)
  if ((await stateOf(pool)) !== states.at(-1)) amiss.push('the last database did not come to the newest schema')
  await pool.end()
  return { amiss, killed, indexesLeft }
}

function start(url: string) {
  return spawn(process.execPath, [join(import.meta.dirname, '../../server/src/migrate.ts')], {
    env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: url, DATA_DIR: join(tmpdir(), 'bittkosh-no-folder') },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** How long it runs undisturbed, from its first statement on. */
async function timeOf(url: string): Promise<number> {
  const pool = openPool(url, 1)
  const child = start(url)
  const ended = once(child, 'exit')
  await untilSessions(pool, (others) => others > 0)
  const begunAtMs = performance.now()
  await ended
  await pool.end()
  return performance.now() - begunAtMs
}

/** Kills the process `afterMs` after it has connected to the database, and waits until PostgreSQL has ended its sessions too. */
async function killOne(pool: pg.Pool, url: string, afterMs: number): Promise<void> {
  const child = start(url)
  const ended = once(child, 'exit')
  await untilSessions(pool, (others) => others > 0)
  await wait(afterMs)
  child.kill('SIGKILL')
  await ended
  await untilSessions(pool, (others) => others === 0)
}

async function untilSessions(pool: pg.Pool, isSo: (others: number) => boolean): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ others: number }>(
      `select count(*)::integer as others from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    if (isSo(rows[0]?.others ?? 0)) return
    await wait(1)
  }
}

/** How many migrations are recorded as run; the list itself may not exist yet. */
async function doneIn(pool: pg.Pool): Promise<number> {
  const { rows: lists } = await pool.query(`select to_regclass('schema_migrations') is not null as made`)
  if (!lists[0]?.made) return 0
  const { rows } = await pool.query<{ done: number }>('select count(*)::integer as done from schema_migrations')
  return rows[0]?.done ?? 0
}

/** The schema as text, without the list of migrations, and the number of rows in each table. */
async function stateOf(pool: pg.Pool): Promise<string> {
  const schema = await describeSchema(pool)
  const tables = schema.tables.filter(({ name }) => name !== 'schema_migrations')
  const counts: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ n: string }>(`select count(*) as n from ${name}`)
    counts.push(`${name}: ${rows[0]?.n}`)
  }
  return [schemaSql({ ...schema, tables }), ...counts].join('\n')
}

/** The index that a migration creates concurrently, outside of any transaction. */
function indexAlone(sql: string): string | null {
  return /^create (?:unique )?index concurrently (\w+)/m.exec(sql)?.[1] ?? null
}

const without = (state: string, index: string) =>
  state
    .split('\n')
    .filter((line) => !new RegExp(`index ${index} `).test(line))
    .join('\n')
