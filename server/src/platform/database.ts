import { setTimeout as wait } from 'node:timers/promises'
import type { RefusalCode } from '@bittkosh/contract/refusals'
import { Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely'
import pg from 'pg'
import type { Config } from '../config.ts'
import { acceptCopies, closeOnSilence, getTypeParser, prepareStatements } from './connection.ts'
import type { Database } from './database.gen.ts'
import { joinEmbeddedPostgres } from './embedded-postgres.ts'
import type { MayRefuse } from './refuse.ts'
import { codeOf, StartError } from './start-error.ts'

export { isUnavailable } from './unavailable.ts'

/** The database. `Code`: what those who use it may refuse; none where nothing is said. */
export type Db<Code extends RefusalCode = never> = Kysely<Database> &
  ([Code] extends [never] ? unknown : MayRefuse<Code>)

declare const txBrand: unique symbol
/**
 * An open transaction. Only `transaction` makes one, so a function that asks for it cannot run outside.
 * `Code`: the refusals that may end it.
 */
export type Tx<Code extends RefusalCode = never> = Transaction<Database> &
  MayRefuse<Code> & { readonly [txBrand]: true }

export type OpenDatabase = {
  db: Db<RefusalCode>
  /** For what the query layer cannot do: migrations and the job queue. Int8 is read as bigint here too. */
  pool: pg.Pool
  /** Where it is, for programs that open their own connection. Holds the password. */
  url: string
  /** Ends all connections; the last process to leave the embedded database stops it. */
  close: () => Promise<void>
}

type Options = Pick<Config, 'databaseUrl' | 'dataDir'> & {
  say?: (sentence: string) => void
  /** For programs that read everything: a statement may take as long as it needs. */
  patient?: boolean
  /** For programs that write gigabytes: where they start the embedded database, it gets more room for that. */
  bulk?: boolean
}

const POOL_MAX = 20 // four processes fit into PostgreSQL's usual 100 connections
const SILENCE_MS = 18_000 // above statement_timeout, which answers where the server can still speak
const RETRIES_MAX = 5

/** Opens the database that the configuration names, or starts or joins the embedded one. Throws a StartError. */
export async function openDatabase({
  databaseUrl,
  dataDir,
  say = console.log,
  patient = false,
  bulk = false,
}: Options): Promise<OpenDatabase> {
  const embedded = databaseUrl === null ? await joinEmbeddedPostgres({ dataDir, say, bulk }) : null
  const url = embedded?.url ?? databaseUrl!
  const pool = patient ? openPool(url, POOL_MAX, 0) : openPool(url)
  const close = async () => {
    await pool.end()
    await embedded?.leave()
  }
  try {
    await refuseUnsafeSettings(pool)
  } catch (error) {
    await close()
    if (error instanceof StartError) throw error
    const reason = error instanceof Error ? error.message || codeOf(error) : String(error)
    throw new StartError(
      `The database does not answer: ${reason}. Check that it runs and that DATABASE_URL names its host, user, password and database.`,
    )
  }
  return { db: databaseOn(pool), pool, url, close }
}

/** The query layer on a pool. The permission to refuse is made here; a call gets no more of it than its endpoint lists. */
export function databaseOn(pool: PostgresPool): Db<RefusalCode> {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }) as Db<RefusalCode>
}

/** `silenceMs`: after so long without an answer a connection is given up; 0: never, and no statement is stopped. */
export function openPool(url: string, max = POOL_MAX, silenceMs = SILENCE_MS): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types: { getTypeParser },
    application_name: 'bittkosh',
    keepAlive: true,
    connectionTimeoutMillis: 5_000, // also the wait for a free connection: after that the answer is 503
    statement_timeout: silenceMs === 0 ? 0 : 15_000,
    lock_timeout: 10_000, // below statement_timeout, so that the error says which it was
    idle_in_transaction_session_timeout: 20_000,
    query_timeout: silenceMs,
    options: '-c timezone=UTC',
  })
  pool.on('error', () => {}) // an idle connection broke: the pool has dropped it, the next query opens another
  pool.on('connect', (client) => {
    // A connection can also break between two statements of a transaction, where nobody listens; the next one fails.
    client.on('error', () => {})
    closeOnSilence(client)
    prepareStatements(client)
    acceptCopies(client)
  })
  return pool
}

/**
 * Runs `work` in one READ COMMITTED transaction and commits. PostgreSQL asks to repeat a transaction that
 * lost a deadlock or a serialization conflict (on distributed engines often): that happens here, at most
 * five times, so `work` may run again from the start and must do nothing but talk to the database.
 */
export async function transaction<T, Code extends RefusalCode = never>(
  db: Db & Partial<MayRefuse<Code>>,
  work: (tx: Tx<Code>) => Promise<T>,
): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      // The brand is made here and nowhere else.
      return await db
        .transaction()
        .setIsolationLevel('read committed')
        .execute((tx) => work(tx as Tx<Code>))
    } catch (error) {
      if (retries === RETRIES_MAX || !asksToRepeat(error)) throw error
      await wait(Math.random() * 10 * 2 ** retries) // jitter, so that two rivals do not meet again
    }
  }
}

function asksToRepeat(error: unknown): boolean {
  return codeOf(error) === '40001' || codeOf(error) === '40P01'
}

/** An answer that was given must survive a power cut. A setting that the engine does not know is not one of its risks. */
async function refuseUnsafeSettings(pool: pg.Pool): Promise<void> {
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    const { rows } = await pool.query<{ value: string | null }>('select current_setting($1, true) as value', [name])
    if (rows[0]?.value === 'off')
      throw new StartError(
        `The database runs with ${name} = off and could lose money that was already acknowledged. Set it to on in postgresql.conf (or with alter system / alter role) and restart the database.`,
      )
  }
}
