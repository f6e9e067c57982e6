import { sql } from 'kysely'
import type { Database } from '../../server/src/platform/database.gen.ts'
import type { Tx } from '../../server/src/platform/database.ts'

type Table = keyof Database
type Value = string | number | bigint | boolean | null | Date | Buffer | object

/** Gives each record the id that its row will have, in their order: rows can then name each other before they are written. */
export async function giveIds(tx: Tx, table: Table, records: readonly { id: number }[]): Promise<void> {
  if (records.length === 0) return
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id'))::integer as id
      from generate_series(1, ${records.length}::integer)`.execute(tx)
  for (const [n, record] of records.entries()) record.id = rows[n]?.id ?? 0
}

/**
 * Inserts rows of one shape in one statement, a column to an array. As one JSON text they cost the database five times
 * as much to read (9.2 µs a row of notifications against 1.8, 2026-11-21).
 */
export async function insertRows(tx: Tx, table: Table, rows: readonly Record<string, Value>[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const types = await columnTypes(tx, table)
  const columns = Object.keys(first).map((name) => ({ name, type: types.get(name) ?? 'text' }))
  // An array of arrays would be unnested to its last element, so lists travel as text.
  const isList = ({ type }: { type: string }) => type.endsWith('[]')
  const arrays = columns.map((column) => {
    const items = rows.map((row) => itemOf(row[column.name] ?? null))
    return sql`${`{${items.join(',')}}`}::${sql.raw(isList(column) ? 'text' : column.type)}[]`
  })
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  const chosen = columns.map((column) => {
    const value = sql.ref(`r.${column.name}`)
    return isList(column) ? sql`${value}::${sql.raw(column.type)}` : value
  })
  await sql`
    insert into ${sql.table(table)} (${names}) overriding system value
    select ${sql.join(chosen)} from unnest(${sql.join(arrays)}) as r (${names})`.execute(tx)
}

/** A value as an array's text has it. The driver quotes and escapes numbers and dates too, in twice the time. */
function itemOf(value: Value): string {
  if (value === null) return 'NULL'
  switch (typeof value) {
    case 'string':
      return quoted(value)
    case 'object':
      if (value instanceof Date) return value.toISOString()
      if (Buffer.isBuffer(value)) return `"\\\\x${value.toString('hex')}"`
      return quoted(Array.isArray(value) ? `{${value.map(quoted).join(',')}}` : JSON.stringify(value))
    default:
      return String(value)
  }
}

function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`
}

const known = new Map<Table, Map<string, string>>()

async function columnTypes(tx: Tx, table: Table): Promise<Map<string, string>> {
  const found = known.get(table)
  if (found) return found
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, atttypmod) as type
      from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(tx)
  const types = new Map(rows.map(({ name, type }) => [name, type]))
  known.set(table, types)
  return types
}
