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

/**
 * Kills the command at random times, again and again on one database until it completes, and then on the next. Returns what was
 * wrong, and how many were killed when no, some or all migrations had run.
 */
export async function killMigrations(
  newDatabase: NewDatabase,
  { kills, random }: { kills: number; random: () => number },
): Promise<{ amiss: string[]; killed: { before: number; between: number; after: number }; indexesLeft: number }> {
  const migrations = readMigrations()
  const killed = { before: 0, between: 0, after: 0 }
  const amiss: string[] = []
  const wholeMs = await timeOf(await newDatabase())
  const left: { done: number; found: string }[] = []
  let url = await newDatabase()
  let pool = openPool(url, 1)
  let last = 0
  for (let n = 0; n < kills; n++) {
    await killOne(pool, url, random() * wholeMs)
    const done = await doneIn(pool)
    left.push({ done, found: await stateOf(pool) })
    if (done < last) amiss.push(`kill ${n}: ${done} migrations are noted, where ${last} had been`)
    killed[done === 0 ? 'before' : done < migrations.length ? 'between' : 'after']++
    last = done
    if (done < migrations.length) continue
    await pool.end()
    url = await newDatabase()
    pool = openPool(url, 1)
    last = 0
  }
  await migrate(pool)
  const newest = await stateOf(pool)
  await pool.end()

  const states = await schemasAfter(await newDatabase(), [...left.map(({ done }) => done), migrations.length])
  let indexesLeft = 0
  for (const [n, { done, found }] of left.entries()) {
    const expected = states.get(done) ?? ''
    const index = indexAlone(migrations[done]?.sql ?? '')
    const hasLeftIndex = index !== null && found !== expected && without(found, index) === expected
    if (hasLeftIndex) indexesLeft++ // PostgreSQL may leave it unfinished; the next run repairs it
    else if (found !== expected) amiss.push(`kill ${n}: not the schema after ${done} migrations`)
  }
  if (newest !== states.get(migrations.length)) amiss.push('the last database did not come to the newest schema')
  return { amiss, killed, indexesLeft }
}

/** The state of an empty database after each of these numbers of migrations, run one after another. */
async function schemasAfter(url: string, counts: readonly number[]): Promise<Map<number, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'bittkosh-migrations-'))
  const pool = openPool(url, 1)
  const states = new Map([[0, await stateOf(pool)]])
  try {
    for (const [n, { name }] of readMigrations().entries()) {
      cpSync(join(MIGRATIONS_DIR, `${name}.sql`), join(folder, `${name}.sql`))
      if (!counts.includes(n + 1)) continue
      await migrate(pool, folder)
      states.set(n + 1, await stateOf(pool))
    }
    return states
  } finally {
    await pool.end()
    rmSync(folder, { recursive: true })
  }
}

function start(url: string) {
  return spawn(process.execPath, [join(import.meta.dirname, '../../server/src/migrate.ts')], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: url,
      DATA_DIR: join(tmpdir(), 'bittkosh-no-folder'),
    },
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
    await wait(5)
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
  const counts = tables.map(({ name }) => `(select count(*) from ${name})::integer as ${name}`)
  const { rows } = await pool.query(`select ${counts.join()}`)
  return `${schemaSql({ ...schema, tables })}\n${JSON.stringify(rows[0])}`
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
