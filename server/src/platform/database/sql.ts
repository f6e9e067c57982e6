/**
 * Statements as tagged templates: values become parameters, statements can be nested. Each text gets a name, under which
 * a connection parses and plans it once: a short statement of a money call then takes the database a third of the time of
 * an unnamed one (`npm run bench -- ledger`). Reasons: docs/decisions/0212-statements-in-a-tag-of-our-own.md.
 */
import { escapeIdentifier, escapeLiteral } from 'pg'
import type { Changed } from './changes.ts'

/** What is sent to the database. */
export type Query = {
  name?: string
  text: string
  values: unknown[]
  /** What it changes, if the database does not report that to its connection (docs/polls.md). */
  changes?: Changed | undefined
}

export type Rows<Row> = {
  rows: Row[]
  /** How many rows a statement read or wrote; 0 if it does neither. */
  count: number
}

/** Where statements run: any connection of the pool, or the one of a transaction. */
export type Runner = { run(query: Query): Promise<Rows<unknown>> }

/** A statement or a part of one. `Row` is what it returns according to its author: nothing checks that. */
export class Sql<Row = unknown> {
  readonly texts: readonly string[]
  readonly values: readonly unknown[]
  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts
    this.values = values
  }
  execute(on: Runner, changes?: Changed): Promise<Rows<Row>> {
    const query = queryOf(this)
    return on.run(changes ? { ...query, changes } : query) as Promise<Rows<Row>> // the one place where rows get their type
  }
}

export function sql<Row = unknown>(texts: readonly string[], ...values: unknown[]): Sql<Row> {
  return new Sql(texts, values)
}

/** `text` unchanged. It must never contain anything that came from outside. */
sql.raw = <Row = unknown>(text: string): Sql<Row> => new Sql([text], [])

/** A column, with or without its table: 'u.id'. */
sql.ref = (name: string): Sql => sql.raw(name.split('.').map(escapeIdentifier).join('.'))

sql.table = sql.ref

/** A value written into the text, where PostgreSQL accepts no parameter. */
sql.lit = (value: string | number): Sql => sql.raw(typeof value === 'string' ? escapeLiteral(value) : String(value))

/** Values or parts, joined by `separator`, a comma by default. */
sql.join = (items: readonly unknown[], separator: Sql = COMMA): Sql => {
  const values = items.flatMap((item, index) => (index === 0 ? [item] : [separator, item]))
  return new Sql(
    Array.from({ length: values.length + 1 }, () => ''),
    values,
  )
}

/** A comparison with one or several ids: a single id as `= id`, because PostgreSQL plans a list of one anew each time. */
sql.among = (ids: readonly number[]): Sql => (ids.length === 1 ? sql`= ${ids[0]}` : sql`= any (${ids}::integer[])`)

/** The columns of the records, by type. */
type Columns<Name extends string> = Record<string, readonly Name[]>

/** Records as rows to select from, under the name `as`: a single one as `values`, for the same reason. */
sql.rows = <Name extends string>(
  as: string,
  columns: Columns<Name>,
  records: readonly Record<NoInfer<Name>, unknown>[],
): Sql => {
  const [one, ...others] = records
  const [isOne, lists] = one && others.length === 0 ? [true, ''] : [false, '[]']
  const sent = Object.entries(columns).flatMap(([type, names]) =>
    names.map((name) => sql`${isOne ? one?.[name] : records.map((row) => row[name])}::${sql.raw(type + lists)}`),
  )
  const rows = isOne ? sql`(values (${sql.join(sent)}))` : sql`unnest(${sql.join(sent)})`
  return sql`${rows} as ${sql.ref(as)} (${sql.names(columns)})`
}

/** The names of the columns, for an insert. */
sql.names = (columns: Columns<string>): Sql => sql.join(Object.values(columns).flat().map(sql.ref))

const COMMA = sql.raw(', ')
const NAMED_MAX = 500 // far above the number of statements in the program; further texts are sent without a name
const names = new Map<string, string>()
/** Texts without nested parts are the same each time. */
const plain = new WeakMap<readonly string[], Pick<Query, 'name' | 'text'>>()

/** The text with its parameters numbered, and its name if it has parameters. */
export function queryOf({ texts, values }: Sql): Query {
  if (values.some((value) => value instanceof Sql)) return composed(texts, values)
  let known = plain.get(texts)
  if (known === undefined) {
    const { text, name } = composed(texts, values)
    known = name === undefined ? { text } : { text, name }
    plain.set(texts, known)
  }
  return { ...known, values: [...values] }
}

function composed(texts: readonly string[], values: readonly unknown[]): Query {
  const query: Query = { text: '', values: [] }
  write(query, texts, values)
  const name = query.values.length === 0 ? undefined : nameOf(query.text)
  return name === undefined ? query : { name, ...query }
}

function write(query: Query, texts: readonly string[], values: readonly unknown[]): void {
  query.text += texts[0]
  for (const [index, value] of values.entries()) {
    if (value instanceof Sql) write(query, value.texts, value.values)
    else query.text += `$${query.values.push(value)}`
    query.text += texts[index + 1]
  }
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= NAMED_MAX) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}
