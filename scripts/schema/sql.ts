import type { Column, Schema, Table } from './describe.ts'

/** The schema as SQL for reading. The migrations give the reasons; this shows the result. */
export function schemaSql({ domains, tables, functions, views }: Schema): string {
  return [
    '-- Generated from server/migrations by `npm run schema`. Do not edit: write a migration.',
    ...domains.map(
      ({ name, type, constraint, definition }) =>
        `create domain ${name} as ${type}\n  constraint ${constraint} ${readable(definition)};`,
    ),
    ...tables.map(tableSql),
    ...views.map(({ name, definition }) => `create view ${name} as\n${definition}`),
    ...functions.map((definition) => `${lowerCase(definition).trimEnd()};`),
  ]
    .join('\n\n')
    .concat('\n')
}

function tableSql(table: Table): string {
  const comments = [
    ...(table.comment ? [`comment on table ${table.name} is ${literal(table.comment)};`] : []),
    ...table.columns
      .filter(({ comment }) => comment)
      .map(({ name, comment }) => `comment on column ${table.name}.${name} is ${literal(comment ?? '')};`),
  ]
  const after = [
    ...comments,
    ...table.indexes.map((index) => `${readable(index)};`),
    ...table.triggers.map((trigger) => `${readable(trigger)};`),
  ]
  return [createTable(table), ...after].join('\n')
}

function createTable({ name, persistence, partitionOf, partitionKey, options, columns, constraints }: Table): string {
  if (partitionOf) return `create ${persistence} ${name} partition of ${partitionOf};`
  const width = Math.max(...columns.map((column) => column.name.length))
  const lines = [
    ...columns.map((column) => columnSql(column, width)),
    ...constraints.map((constraint) => `constraint ${constraint.name} ${readable(constraint.definition)}`),
  ]
  const partitioned = partitionKey ? ` partition by ${partitionKey}` : ''
  const stored = options ? ` with (${options})` : ''
  return `create ${persistence} ${name} (\n  ${lines.join(',\n  ')}\n)${partitioned}${stored};`
}

function columnSql({ name, type, notNull, expression, generated }: Column, width: number): string {
  const value =
    generated === 'stored'
      ? ` generated always as (${readable(expression ?? '')}) stored`
      : generated !== null
        ? ` generated ${generated} as identity`
        : expression !== null
          ? ` default ${readable(expression)}`
          : ''
  return `${name.padEnd(width)} ${type}${notNull ? ' not null' : ''}${value}`
}

/** Removes the casts of PostgreSQL's own notation, and writes lists as people do. */
function readable(definition: string): string {
  return lowerCase(definition)
    .replace(/::text\b(?!\[)/g, '')
    .replace(/= any \(array\[(.*?)\]\)/g, 'in ($1)')
    .replace(/^check \(\((.*)\)\)$/s, 'check ($1)')
}

/** PostgreSQL prints its keywords in capitals; ours are lower case. Strings, names and bodies stay unchanged. */
function lowerCase(definition: string): string {
  return definition.replace(
    /('[^']*'|"[^"]*"|\$function\$[^]*\$function\$)|\b[A-Z]{2,}\b/g,
    (word, quoted?: string) => quoted ?? word.toLowerCase(),
  )
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
