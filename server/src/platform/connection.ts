/** What each connection to PostgreSQL does differently from the driver's own. */
import pg from 'pg'

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

const PREPARED_MAX = 500 // far above the number of statements in the program; a text beyond it is sent as it is
const statementNames = new Map<string, string>()

/**
 * Lets each connection parse and plan a parameterised statement once: a named statement costs a third of the
 * database's time of an unnamed one for the short statements that money moves by (`npm run bench -- ledger`).
 */
export function prepareStatements(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((text: unknown, values?: unknown, ...rest: unknown[]) => {
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return query(text, values, ...rest)
    const name = statementName(text)
    return query(name === undefined ? { text, values } : { name, text, values }, ...rest)
  }) as typeof client.query
}

function statementName(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known !== undefined || statementNames.size >= PREPARED_MAX) return known
  const name = `s${statementNames.size}`
  statementNames.set(text, name)
  return name
}

/**
 * When the network is cut without a word, the driver gives up waiting for the answer but keeps the connection,
 * on which everything after it would wait as long again. Closed instead, so that the pool opens another.
 */
export function closeOnSilence(client: pg.ClientBase): void {
  const query: (...input: unknown[]) => unknown = client.query.bind(client)
  const watched = (...input: unknown[]) => {
    const answer = query(...input)
    if (answer instanceof Promise)
      answer.catch((error: unknown) => {
        if (error instanceof Error && error.message === 'Query read timeout')
          Reflect.get(client, 'connection').stream.destroy()
      })
    return answer
  }
  Object.assign(client, { query: watched })
}
