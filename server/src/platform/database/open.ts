/** Opens the database: which one, through how many connections, and with what patience. */
import type { RefusalCode } from '@bittkosh/contract/refusals'
import type pg from 'pg'
import type { Config } from '../../config.ts'
import { codeOf, StartError } from '../start-error.ts'
import type { Changed } from './changes.ts'
import { DatabaseLost, getTypeParser, switchHost, makePool, onChanges } from './connection.ts'
import { type Db, makeDb } from './database.ts'
import { requireDurability } from './durability.ts'
import { joinEmbeddedPostgres } from './embedded-postgres.ts'
import { preparePooled, requireSettings, SETTING_REFUSED, settingsRefused } from './pooler.ts'
import { type Reads, readsFromStandby, readsFromPrimary } from './replica.ts'
import type { SlowWatch } from './slow.ts'
import type { Traces } from '../traces/traces.ts'

export type OpenDatabase = {
  db: Db<RefusalCode>
  /** For reads that may come from a standby. */
  reads: Reads
  /** The pool that `db` uses. */
  callPool: pg.Pool
  /** For migrations and the session of the jobs: the same pool, unless DATABASE_URL names a pooler. Int8 is a bigint here too. */
  pool: pg.Pool
  /** Calls `listener` with what this process has changed, after the commit and before its sender continues. */
  onChanges: (listener: (changed: Changed) => void) => void
  /** The database's address, for programs that open their own connection. Contains the password. */
  url: string
  /** Ends all connections; the last process to leave the embedded database stops it. */
  close: () => Promise<void>
  /** For `await using`. */
  [Symbol.asyncDispose]: () => Promise<void>
}

type Options = Pick<Config, 'databaseUrl' | 'dataDir'> & {
  /** A standby that answers reads. */
  databaseReadUrl?: string | null
  /** If DATABASE_URL names a pooler: the server itself. */
  databaseDirectUrl?: string | null
  say?: (sentence: string) => void
  /** For programs that read everything: no limit on how long a statement takes. */
  patient?: boolean
  /** Called for slow statements. */
  watch?: SlowWatch
  traces?: Traces | null
}

const READ_POOL_MAX = 10
const POOL_MAX = 20 // four processes fit into PostgreSQL's usual 100 connections
// A call is answered within 7.5 s (platform/http/http.ts), so nothing below it may take much longer.
const LOCK_MS = 6_000 // below statement_timeout, so that the error shows which limit it was
const STATEMENT_MS = 8_000
const SILENCE_MS = 10_000 // above statement_timeout, which the server reports while it can still be reached
const CONNECT_MS = 2_500 // also the wait for a free connection: after that a call fails with 503

/** Opens the database that the configuration names, or starts or joins the embedded one. Throws a StartError. */
export async function openDatabase({
  databaseUrl,
  databaseDirectUrl = null,
  databaseReadUrl = null,
  dataDir,
  say = console.log,
  patient = false,
  watch,
  traces,
}: Options): Promise<OpenDatabase> {
  const embedded = databaseUrl === null ? await joinEmbeddedPostgres({ dataDir, say }) : null
  const url = embedded?.url ?? databaseDirectUrl ?? databaseUrl!
  const pool = patient ? openPool(url, POOL_MAX, 0) : openPool(url)
  const isPooled = databaseDirectUrl !== null && databaseUrl !== null && !patient
  const callPool = isPooled ? openPooledPool(databaseUrl) : pool
  const readPool = databaseReadUrl === null ? null : openPool(databaseReadUrl, READ_POOL_MAX, SILENCE_MS, true)
  const close = async () => {
    await pool.end()
    await readPool?.end()
    if (isPooled) await callPool.end()
    await embedded?.leave()
  }
  let named = databaseDirectUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
  try {
    await requireDurability(pool, isPooled ? () => {} : say)
    await requireSettings(pool, named)
    named = 'DATABASE_URL'
    if (isPooled) {
      await requireDurability(callPool, say) // money moves through it, with the settings of its role
      await preparePooled(callPool, say)
    }
  } catch (error) {
    await close()
    if (error instanceof StartError) throw error
    const cause = error instanceof DatabaseLost ? error.cause : error
    if (codeOf(cause) === SETTING_REFUSED) throw settingsRefused(named)
    const reason = cause instanceof Error ? cause.message || codeOf(cause) : String(cause)
    throw new StartError(
      `The database does not respond: ${reason}. Check that it is running and that ${named} names its host, user, password and database.`,
    )
  }
  const observers = { watch, traces }
  const db = makeDb(callPool, observers)
  const reads = readPool
    ? readsFromStandby(db, makeDb(readPool, observers), () => switchHost(readPool))
    : readsFromPrimary(db)
  const listen = (listener: (changed: Changed) => void) => {
    for (const each of new Set([pool, callPool])) onChanges(each, listener)
  }
  return { db, reads, callPool, pool, onChanges: listen, url, close, [Symbol.asyncDispose]: close }
}

/** A connection without a response for `silenceMs` is closed; 0: never, and statements have no limit. */
export function openPool(url: string, max = POOL_MAX, silenceMs = SILENCE_MS, isReadOnly = false): pg.Pool {
  return makePool(
    {
      connectionString: url,
      max,
      types: { getTypeParser },
      application_name: 'bittkosh',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      statement_timeout: silenceMs === 0 ? 0 : STATEMENT_MS,
      lock_timeout: LOCK_MS,
      idle_in_transaction_session_timeout: 20_000,
      // With JIT a check of the ledger takes seven times as long: it is chosen by estimated cost, not by the number of
      // rows.
      options: '-c timezone=UTC -c jit=off',
    },
    silenceMs,
    isReadOnly,
  )
}

/** Through a pooler, which accepts no setting but the application's name when a connection opens (platform/database/pooler.ts). */
function openPooledPool(url: string): pg.Pool {
  return makePool(
    {
      connectionString: url,
      max: POOL_MAX,
      types: { getTypeParser },
      application_name: 'bittkosh',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
    },
    SILENCE_MS,
  )
}
