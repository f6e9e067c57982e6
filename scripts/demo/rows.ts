/** Ids reserved in advance and rows by the thousand: records refer to each other before they are written. */
import type { Db, Tx } from '../../server/src/platform/database/database.ts'
import { sql } from '../../server/src/platform/database/sql.ts'

const TABLES = [
  'kyc_records',
  'deposits',
  'withdrawals',
  'investments',
  'balance_transfers',
  'flexible_movements',
] as const
type Table = (typeof TABLES)[number]

export type Ids = {
  /** Reserves at least this many ids for each table. */
  ready(count: number): Promise<void>
  next(table: Table): number
}

/** Ids from the tables' own sequences; ids that one batch does not need are left for the next. */
export function takeIds(db: Db): Ids {
  const taken = new Map<Table, number[]>(TABLES.map((table) => [table, []]))
  return {
    async ready(count) {
      for (const [table, ids] of taken) {
        if (ids.length >= count) continue
        const { rows } = await sql<{ id: number }>`
          select nextval(pg_get_serial_sequence(${table}, 'id'))::integer as id
            from generate_series(1, ${count}::integer)`.execute(db)
        ids.push(...rows.map(({ id }) => id))
      }
    },
    next(table) {
      const id = taken.get(table)?.shift()
      if (id === undefined) throw new Error(`no ids of ${table} are ready`)
      return id
    },
  }
}

type Value = string | number | bigint | boolean | null | Date | Buffer | object

/**
 * Writes rows of one shape in one statement, which reads them from one JSON value. One by one through the rooms' own inserts they
 * would take most of the seeder's time (docs/decisions/0110).
 */
export async function insertRows(
  tx: Tx,
  table: Table | 'files',
  rows: readonly Record<string, Value>[],
): Promise<void> {
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
