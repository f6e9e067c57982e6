/**
 * Tables as text, through ordinary SQL: PostgreSQL's own text of a whole row out, and the same text in. Exact for every
 * type, and needs neither pg_dump, which the embedded PostgreSQL lacks, nor a superuser.
 */
import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { getTypeParser, openClient } from '../platform/database/connection.ts'

/** Not copied: counts and changes of the last minutes, and the list of migrations, which is in the manifest. */
const LEFT_OUT = ['rate_windows', 'changes', 'schema_migrations']
/**
 * A backup contains nothing that grants access, proves a contact, or moves money within the hour: whoever finds one gains
 * nothing, and restoring one revives no session that has ended since. People sign in again, and request another code or
 * link.
 */
const LIVE: Record<string, { only: string } | { blank: string }> = {
  sessions: { only: 'false' },
  password_resets: { only: 'false' },
  reset_requests: { only: 'false' },
  email_claims: { only: 'false' },
  contact_codes: { only: 'false' },
  contact_requests: { only: 'false' }, // a visitor's message that waits until its link is opened
  second_factors: { only: 'active_since is not null' }, // without those being set up
  outbox: { only: 'sent_at is not null or given_up_at is not null or useless_after is null' }, // without those that have codes or links
  balance_transfers: { blank: 'otp_hash' },
}
const BATCH = 1_000
const BY_BYTES = ' collate "C"'

/** `columns` are those that can be written; generated columns are not among them. */
export type Table = { name: string; columns: string[]; hasGenerated: boolean }

/** A connection outside the pool, without its timeouts. */
export async function openUnlimitedClient(url: string): Promise<pg.Client> {
  const client = await openClient(url, { types: { getTypeParser }, application_name: 'bittkosh backup' })
  await client.query(
    'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; set timezone = utc; set jit = off',
  )
  return client
}

/** Our tables, each after those that its foreign keys refer to, so that rows can be written in this order. */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { needs: string[] }>(
    `select c.relname as name,
            array(select a.attname::text from pg_attribute a
                   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
                     and a.attgenerated = '' -- those make themselves again
                   order by a.attnum) as columns,
            exists (select from pg_attribute a where a.attrelid = c.oid and a.attgenerated <> '') as "hasGenerated",
            array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
                   where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid) as needs
       from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
      order by c.relname`,
    [LEFT_OUT],
  )
  const ordered: Table[] = []
  const waiting = new Map(rows.map((row) => [row.name, row]))
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ needs }) => !needs.some((name) => waiting.has(name)))
    if (ready.length === 0) throw new Error(`foreign keys in a circle: ${[...waiting.keys()].join(', ')}`)
    for (const { needs: _, ...table } of ready) {
      ordered.push(table)
      waiting.delete(table.name)
    }
  }
  return ordered
}

/**
 * Every row of a table as a line of text, in the order of its primary key, without live rows and values. Texts are in the
 * order of their bytes, which is the same in a database of any collation. Only inside a transaction.
 */
export async function* linesOf(client: pg.Client, { name }: Table): AsyncIterable<string[]> {
  const table = quoteIdentifier(name)
  const source = await withoutLive(client, name)
  const { rows: keys } = await client.query<{ column: string; isText: boolean }>(
    `select a.attname as column, a.attcollation <> 0 as "isText"
       from pg_index i
       cross join lateral unnest(i.indkey::int[]) with ordinality as k (attnum, n)
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
      where i.indrelid = $1::regclass and i.indisprimary
      order by k.n`,
    [table],
  )
  const parts = keys.map(({ column, isText }) => `t.${quoteIdentifier(column)}${isText ? BY_BYTES : ''}`)
  const order = parts.length > 0 ? parts.join(', ') : `t::text${BY_BYTES}`
  await client.query(`declare rows no scroll cursor for select t::text as line from ${source} t order by ${order}`)
  const fetch = () => {
    const answer = client.query<{ line: string }>(`fetch ${BATCH} from rows`)
    answer.catch(() => {}) // thrown where it is awaited, if it ever is
    return answer
  }
  let next = fetch()
  for (;;) {
    const { rows } = await next
    if (rows.length === 0) break
    next = fetch() // the database reads ahead while these are used
    yield rows.map(({ line }) => `${JSON.stringify(line)}\n`)
  }
  await client.query('close rows')
}

/** A table as a backup contains it: the same columns in the same order, so that its rows have the same text. */
async function withoutLive(client: pg.Client, name: string): Promise<string> {
  const rule = LIVE[name]
  if (rule === undefined) return quoteIdentifier(name)
  if ('only' in rule) return `(select * from ${quoteIdentifier(name)} where ${rule.only})`
  const { rows } = await client.query<{ column: string; type: string }>(
    `select attname as column, format_type(atttypid, atttypmod) as type
       from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [quoteIdentifier(name)],
  )
  const columns = rows.map(({ column, type }) =>
    column === rule.blank ? `null::${type} as ${quoteIdentifier(column)}` : quoteIdentifier(column),
  )
  return `(select ${columns.join(', ')} from ${quoteIdentifier(name)})`
}

/** The hash over the lines of `linesOf`, and their number. */
export async function hashOfRows(client: pg.Client, table: Table): Promise<{ rows: number; content: string }> {
  const hash = createHash('sha256')
  let rows = 0
  for await (const lines of linesOf(client, table)) {
    hash.update(lines.join(''))
    rows += lines.length
  }
  return { rows, content: hash.digest('hex') }
}

/** Writes rows from their lines, which arrive in pieces. The table's triggers must be off. */
export async function copyLines(client: pg.Client, table: Table, lines: AsyncIterable<string[]>): Promise<void> {
  const name = quoteIdentifier(table.name)
  const columns = table.columns.map(quoteIdentifier).join(', ')
  const target = table.hasGenerated ? 'incoming' : name
  // The lines have a value for each column; the values of generated columns are dropped here.
  if (table.hasGenerated) await client.query(`create temporary table incoming (like ${name})`)
  const rows = (piece: string[]) => piece.map((line) => csvOfRow(JSON.parse(line))).join('')
  await pipeline(lines, mapped(rows), client.query(copyFrom(`copy ${target} from stdin (format csv)`)))
  if (!table.hasGenerated) return
  await client.query(`insert into ${name} (${columns}) overriding system value select ${columns} from incoming`)
  await client.query('drop table incoming')
}

/**
 * The text of a row as a line of CSV. PostgreSQL writes both alike: nothing for null, quotes where a field needs them,
 * and doubled quotes inside; but in the text of a row, backslashes are doubled as well.
 */
function csvOfRow(row: string): string {
  return `${row.slice(1, -1).replaceAll('\\\\', '\\')}\n`
}

function mapped<A, B>(change: (value: A) => B) {
  return async function* (values: AsyncIterable<A>) {
    for await (const value of values) yield change(value)
  }
}

/** The last id that each sequence issued, as decimal text. */
export async function sequencesOf(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `select sequencename as name, last_value::text as last
       from pg_sequences where schemaname = current_schema() and last_value is not null
      order by sequencename`,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

export function quoteIdentifier(name: string): string {
  return pg.escapeIdentifier(name)
}
