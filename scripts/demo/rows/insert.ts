import type { Tx } from '../../../server/src/platform/database.ts'
import { sql } from '../../../server/src/platform/sql.ts'

type Value = string | number | bigint | boolean | null | Date | Buffer | object

/**
 * Gives each record the id that its row will have, in their order: rows can then name each other before they are
 * written. All tables in one statement, as three in four of its microseconds go into naming a sequence.
 */
export async function giveIds(
  tx: Tx,
  wishes: readonly (readonly [table: string, readonly { id: number }[]])[],
): Promise<void> {
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

/** Writes rows of one shape in one statement, which reads them from one JSON value. */
export async function insertRows(tx: Tx, table: string, rows: readonly Record<string, Value>[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)))
  const content = JSON.stringify(rows.map((row) => Object.fromEntries(Object.entries(row).map(jsonValue))))
  await sql`
    insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${content}::jsonb)`.execute(tx)
}

function jsonValue([name, value]: [string, Value]): [string, unknown] {
  if (typeof value === 'bigint') return [name, String(value)]
  return [name, Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value]
}
