/**
 * What our connections to PostgreSQL add to the driver: exact numbers, a limit on how long a statement waits without any
 * response, and several hosts, of which they find the one that takes writes.
 */
import pg from 'pg'
import { CHANGE_NOTED, type Changed, readChanged } from './changes.ts'
import type { Query } from './sql.ts'

const INT8 = 20
const INT8_ARRAY = 1016
const NUMERIC_ARRAY = 1231
const DATE = 1082
const DATE_ARRAY = 1182
const TEXT_ARRAY: number = 1009 // the driver's list of names has no arrays
const textArray: (value: string) => (string | null)[] = pg.types.getTypeParser(TEXT_ARRAY)

/** The driver's own parsers, but exact: int8 as bigint, numeric as string (its default), date as 'YYYY-MM-DD'. */
export function getTypeParser(oid: number, format?: 'text' | 'binary') {
  switch (oid) {
    case INT8:
      return BigInt
    case DATE:
      return String
    case INT8_ARRAY:
      return (value: string) => textArray(value).map((item) => (item === null ? null : BigInt(item)))
    case NUMERIC_ARRAY:
    case DATE_ARRAY:
      return textArray
    default:
      return pg.types.getTypeParser(oid, format)
  }
}

/** The connection is lost or was never made; whether the statement under way on it took effect is unknown. */
export class DatabaseLost extends Error {
  override name = 'DatabaseLost'
  constructor(cause: unknown) {
    super('the connection to the database is lost', { cause })
  }
}

/** The state of a connection of our pools. The driver's errors for lost connections have neither a class nor a code. */
type ConnectionState = {
  lost: boolean
  isDoubtful: boolean
  silenceMs: number
  madeAtMs: number
  route: Route
  /** Reported by its statements; their transaction may still be open. */
  changes: Changed[]
}
const lines = new WeakMap<pg.ClientBase, ConnectionState>()

/** Where a pool connects to. */
type Route = {
  /** One for each host. */
  addresses: string[]
  /** With several hosts, a host that takes no writes is wanted. */
  isReadOnly: boolean
  /** When a connection was last given up after silence: connections made before that are as doubtful. */
  silentAtMs: number
  /** Whether statements are sent under their names, which a pooler may not support. */
  isNamed: boolean
  /** Called with what a statement or transaction changed, before its sender continues. */
  listeners: ((changed: Changed) => void)[]
}
const routes = new WeakMap<pg.Pool, Route>()

/**
 * One address for each host of `postgresql://user@a:5432,b:5432/name`. As with libpq's `target_session_attrs=read-write`,
 * of several hosts the one that currently takes writes is used.
 */
export function addressesOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host}${after}`) : [url]
}

/** The address of another database of the same server. */
export function addressOfDatabase(url: string, name: string): string {
  return url.replace(/^(\w+:\/\/[^/?#]*)(\/[^?#]*)?/, `$1/${encodeURIComponent(name)}`)
}

/**
 * Makes a pool of watched connections. A connection that gives no response for `silenceMs` is closed; 0 means never.
 * `isReadOnly`: with several hosts, the pool connects to a standby.
 */
export function makePool(
  options: pg.PoolConfig & { connectionString: string },
  silenceMs: number,
  isReadOnly = false,
): pg.Pool {
  const addresses = addressesOf(options.connectionString)
  const route: Route = { addresses, isReadOnly, silentAtMs: 0, isNamed: true, listeners: [] }
  const pool = new pg.Pool({
    ...options,
    connectionString: addresses[0],
    async onConnect(client) {
      watch(client, silenceMs, route)
      if (addresses.length > 1) await requireRole(client, isReadOnly)
    },
  })
  routes.set(pool, route)
  pool.on('error', () => {}) // an idle connection broke: the pool has removed it, and the next query opens another
  return pool
}

/** A separate connection, outside any pool and without limits, to the host that takes writes. */
export async function openClient(url: string, options: pg.ClientConfig): Promise<pg.Client> {
  const addresses = addressesOf(url)
  for (const [n, address] of addresses.entries()) {
    const client = new pg.Client({ ...options, connectionString: address })
    watch(client, 0, { addresses, isReadOnly: false, silentAtMs: 0, isNamed: true, listeners: [] })
    try {
      await client.connect()
      if (addresses.length > 1) await requireRole(client, false)
      return client
    } catch (error) {
      await client.end().catch(() => {})
      if (n === addresses.length - 1) throw error
    }
  }
  throw new Error('an address without a host')
}

/** Calls `listener` with what the statements of this pool have changed, after the commit and before their sender learns of it. */
export function onChanges(pool: pg.Pool, listener: (changed: Changed) => void): void {
  routes.get(pool)?.listeners.push(listener)
}

/** From now on, statements of this pool are sent without names. */
export function forgetNames(pool: pg.Pool): void {
  const route = routes.get(pool)
  if (route) route.isNamed = false
}

function watch(client: pg.ClientBase, silenceMs: number, route: Route): void {
  const line: ConnectionState = {
    lost: false,
    isDoubtful: false,
    silenceMs,
    madeAtMs: performance.now(),
    route,
    changes: [],
  }
  lines.set(client, line)
  // A connection can also break between two statements of a transaction; then the next statement fails.
  for (const event of ['error', 'end'] as const)
    client.on(event, () => {
      line.lost = true
    })
  // If a commit is cancelled while it waits for its standby, it succeeds, and this warning is the only sign.
  client.on('notice', ({ routine, code, message }) => {
    if (routine === 'SyncRepWaitForLSN') line.isDoubtful = true
    if (code === CHANGE_NOTED && message !== undefined) line.changes.push(readChanged(message))
  })
}

const ROLE_WITHIN_MS = 2_000

/** A standby, and a primary that is being demoted, answer `on`; a frozen host does not answer. */
async function requireRole(client: pg.ClientBase, isReadOnly: boolean): Promise<void> {
  const silence = setTimeout(() => void (client as pg.Client).end(), ROLE_WITHIN_MS)
  try {
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
    if ((rows[0]?.transaction_read_only !== 'off') !== isReadOnly)
      throw new Error(isReadOnly ? 'this host is no standby' : 'this host takes no writes')
  } finally {
    clearTimeout(silence)
  }
}

/** Turns the error of work on a connection into a DatabaseLost if the connection is lost; returns it unchanged otherwise. */
export function lossOf(client: pg.ClientBase, error: unknown): unknown {
  return lines.get(client)?.lost ? new DatabaseLost(error) : error
}

/** Takes a connection from the pool; the caller must release it. Throws DatabaseLost if no host provides one in time. */
export async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  const route = routes.get(pool)
  for (let others = (route?.addresses.length ?? 1) - 1; ; others--) {
    const address = pool.options.connectionString
    try {
      return await trusted(pool)
    } catch (error) {
      if (route && pool.options.connectionString === address) pool.options.connectionString = after(route, address)
      if (others <= 0) throw error instanceof pg.DatabaseError ? error : new DatabaseLost(error)
    }
  }
}

function after({ addresses }: Route, address: string | undefined): string | undefined {
  return addresses[(addresses.indexOf(address ?? '') + 1) % addresses.length]
}

/** From now on, this pool opens new connections, to the next host if there are several. */
export function switchHost(pool: pg.Pool): void {
  const route = routes.get(pool)
  if (!route) return
  route.silentAtMs = performance.now()
  pool.options.connectionString = after(route, pool.options.connectionString)
}

/** A connection that was opened after the last silence: older ones lead to a host that may be frozen. */
async function trusted(pool: pg.Pool): Promise<pg.PoolClient> {
  for (;;) {
    const client = await pool.connect()
    const line = lines.get(client)
    if (!line || (!line.isDoubtful && line.madeAtMs >= line.route.silentAtMs)) return client
    client.release(true)
  }
}

/**
 * Sends one statement. If the network breaks silently, the connection is closed after its `silenceMs`, because every
 * later statement would wait as long again; the driver's own limit stops waiting but keeps the connection. A commit
 * without its synchronous standby counts as lost: a failover may undo it.
 */
export async function send(client: pg.Client, query: Query): Promise<pg.QueryResult> {
  const line = lines.get(client)
  const silence = line?.silenceMs ? setTimeout(() => giveUp(client, line), line.silenceMs) : undefined
  try {
    const { text, values, changes } = query
    if (changes) line?.changes.push(changes)
    const result = await client.query(line?.route.isNamed === false ? { text, values } : query)
    if (line?.isDoubtful) throw new DatabaseLost(new Error('no standby has confirmed the commit'))
    return result
  } catch (error) {
    throw lossOf(client, error)
  } finally {
    clearTimeout(silence)
    if (line && line.changes.length > 0) tellChanges(client, line)
  }
}

/** Not before the transaction has ended: until then, readers see the old state. If the connection is lost, it may have ended. */
function tellChanges(client: pg.Client, line: ConnectionState): void {
  if (!line.lost && client.getTransactionStatus() !== 'I') return
  for (const changed of line.changes.splice(0)) for (const listener of line.route.listeners) listener(changed)
}

function giveUp(client: pg.Client, line: ConnectionState): void {
  line.lost = true
  line.route.silentAtMs = performance.now()
  void client.end() // with a statement under way the driver closes the connection at once
}
