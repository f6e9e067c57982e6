/** What our connections to PostgreSQL do besides the driver's own: exact numbers, and an end to silence. */
import pg from 'pg'
import type { Query } from './sql.ts'

const INT8 = 20
const INT8_ARRAY = 1016
const NUMERIC_ARRAY = 1231
const DATE = 1082
const DATE_ARRAY = 1182
const TEXT_ARRAY: number = 1009 // the driver's list of names knows no arrays
const textArray: (value: string) => (string | null)[] = pg.types.getTypeParser(TEXT_ARRAY)

/** Like the driver's own, but exact: int8 as bigint, numeric as string (its default), date as 'YYYY-MM-DD'. */
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

/** The connection is gone or never came to be: nothing that was under way on it was decided as far as anyone knows. */
export class DatabaseLost extends Error {
  override name = 'DatabaseLost'
  constructor(cause: unknown) {
    super('the connection to the database is lost', { cause })
  }
}

/** What we know of a connection of our pools. The driver gives errors of lost connections neither a class nor a code. */
type Line = { lost: boolean; silenceMs: number }
const lines = new WeakMap<pg.ClientBase, Line>()

/** For each new connection of a pool; `silenceMs`: after so long without an answer it is given up, 0: never. */
export function watch(client: pg.ClientBase, silenceMs: number): void {
  const line = { lost: false, silenceMs }
  lines.set(client, line)
  for (const event of ['error', 'end'] as const)
    client.on(event, () => {
      line.lost = true
    })
}

/** The error of work on a connection as a DatabaseLost where the connection is lost, as it is otherwise. */
export function lossOf(client: pg.ClientBase, error: unknown): unknown {
  return lines.get(client)?.lost ? new DatabaseLost(error) : error
}

/** A connection of the pool, to be released. Throws DatabaseLost where none can be had in time. */
export async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw error instanceof pg.DatabaseError ? error : new DatabaseLost(error)
  }
}

/**
 * Sends one statement. When the network is cut without a word the connection is closed after its `silenceMs`, as
 * everything after it would wait as long again; the driver's own limit gives up waiting and keeps the connection.
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
