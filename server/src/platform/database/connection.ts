/** What our connections to PostgreSQL add to the driver: exact numbers, and a limit on how long they wait in silence. */
import pg from 'pg'
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

/** The state of a connection of our pools. The driver gives errors of lost connections neither a class nor a code. */
type Line = { lost: boolean; silenceMs: number }
const lines = new WeakMap<pg.ClientBase, Line>()

/** Watches a new connection of a pool. After `silenceMs` without a reply it is given up; 0 means never. */
export function watch(client: pg.ClientBase, silenceMs: number): void {
  const line = { lost: false, silenceMs }
  lines.set(client, line)
  for (const event of ['error', 'end'] as const)
    client.on(event, () => {
      line.lost = true
    })
}

/** Turns the error of work on a connection into a DatabaseLost if the connection is lost; returns it unchanged otherwise. */
export function lossOf(client: pg.ClientBase, error: unknown): unknown {
  return lines.get(client)?.lost ? new DatabaseLost(error) : error
}

/** Takes a connection from the pool, which the caller must release. Throws DatabaseLost if none is available in time. */
export async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw error instanceof pg.DatabaseError ? error : new DatabaseLost(error)
  }
}

/**
 * Sends one statement. If the network breaks silently, the connection is closed after its `silenceMs`, because every
 * later statement would wait as long again; the driver's own limit stops waiting but keeps the connection.
 */
export async function send(client: pg.Client, query: Query): Promise<pg.QueryResult> {
  const line = lines.get(client)
  const silence = line?.silenceMs ? setTimeout(() => giveUp(client, line), line.silenceMs) : undefined
  try {
    return await client.query(query)
  } catch (error) {
    throw lossOf(client, error)
  } finally {
    clearTimeout(silence)
  }
}

function giveUp(client: pg.Client, line: Line): void {
  line.lost = true
  void client.end() // with a statement under way the driver closes the connection at once
}
