import { CompiledQuery, sql } from 'kysely'
import type { Database } from '../../../server/src/platform/database.gen.ts'
import type { Tx } from '../../../server/src/platform/database.ts'

type Table = keyof Database
type Value = string | number | bigint | boolean | null | Date | Buffer | object

/**
 * Gives each record the id that its row will have, in their order: rows can then name each other before they are
 * written. All tables in one statement, as three in four of its microseconds go into naming a sequence.
 */
export async function giveIds(tx: Tx, wishes: readonly (readonly [Table, readonly { id: number }[]])[]): Promise<void> {
  const { rows } = await sql<{ ids: number[] }>`
    with wishes as materialized (
      select n, count, pg_get_serial_sequence(name, 'id')::regclass as sequence
        from unnest(${wishes.map(([table]) => table)}::text[], ${wishes.map(([, { length }]) => length)}::integer[])
             with ordinality as w (name, count, n))
    select array(select nextval(sequence)::integer from generate_series(1, count)) as ids
      from wishes order by n`.execute(tx)
  for (const [n, [, records]] of wishes.entries())
    for (const [i, record] of records.entries()) record.id = rows[n]?.ids[i] ?? 0
}

/**
 * Writes rows of one shape with COPY: it puts a page of rows into the table at a time and has no arrays to take apart.
 */
export async function copyRows(tx: Tx, table: Table, rows: readonly Record<string, Value>[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const names = Object.keys(first)
  let content = ''
  for (const row of rows) {
    let line = ''
    for (const name of names) line += `${line && '\t'}${fieldOf(row[name] ?? null)}`
    content += `${line}\n`
  }
  const columns = names.map((name) => `"${name}"`).join(', ')
  await tx.executeQuery(CompiledQuery.raw(`copy "${table}" (${columns}) from stdin`, [Buffer.from(content)]))
}

/** A value as COPY's text has it. */
function fieldOf(value: Value): string {
  if (value === null) return '\\N'
  switch (typeof value) {
    case 'string':
      return escaped(value)
    case 'object':
      if (value instanceof Date) return value.toISOString()
      if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`
      return escaped(Array.isArray(value) ? `{${value.map(quoted).join(',')}}` : JSON.stringify(value))
    default:
      return String(value)
  }
}

function escaped(text: string): string {
  return /[\\\t\n\r]/.test(text)
    ? text.replace(/[\\\t\n\r]/g, (special) => ({ '\t': '\\t', '\n': '\\n', '\r': '\\r' })[special] ?? '\\\\')
    : text
}

function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`
}
