import type { Column, Domain, Schema, Table } from './describe.ts'

/** The query layer's types of every table: what `platform/database.gen.ts` holds. */
export function schemaTypes({ tables, domains }: Schema): string {
  return `// Generated from server/migrations by \`npm run schema\`. Do not edit: write a migration.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }
/** Written as text (JSON.stringify), because the driver would turn a list into an array of PostgreSQL. */
type Json = ColumnType<JsonValue, string, string>

export interface Database {
${tables.map(({ name }) => `  ${name}: ${typeName(name)}\n`).join('')}}

${tables.map((table) => tableType(table, domains)).join('\n')}`
}

function tableType(table: Table, domains: Domain[]): string {
  const columns = table.columns.map((column) => `  ${column.name}: ${columnType(column, table, domains)}\n`)
  return `export interface ${typeName(table.name)} {\n${columns.join('')}}\n`
}

function columnType(column: Column, table: Table, domains: Domain[]): string {
  const domain = domains.find(({ name }) => name === column.type)
  const values = domain
    ? listed('VALUE', [domain])
    : column.type === 'text'
      ? listed(column.name, table.constraints)
      : undefined
  const type = values?.map((value) => `'${value}'`).join(' | ') ?? valueType(domain?.type ?? column.type)
  const whole = column.notNull ? type : `${type} | null`
  if (column.generated === 'always' || column.generated === 'stored') return `GeneratedAlways<${whole}>`
  if (column.expression !== null || column.generated !== null) return `Generated<${whole}>`
  return whole
}

/** The values of `check (status in ('pending', 'approved'))`, so that the type is a union of them. */
function listed(name: string, checks: { definition: string }[]): string[] | undefined {
  const list = new RegExp(`^CHECK \\(\\(${name} = ANY \\(ARRAY\\[(.*)\\]\\)\\)\\)$`)
  const items = checks.map(({ definition }) => list.exec(definition)?.[1]).find((found) => found !== undefined)
  return items?.split(', ').map((item) => item.replace(/^'(.*)'::text$/, '$1'))
}

function valueType(type: string): string {
  if (type.endsWith('[]')) return `${valueType(type.slice(0, -2))}[]`
  const known = TYPES[type.replace(/\(.*\)/, '')]
  if (known === undefined) throw new Error(`scripts/schema/types.ts knows no type for a column of ${type}`)
  return known
}

/** As platform/database.ts reads them: exact, money never as a floating-point number. */
const TYPES: Record<string, string> = {
  smallint: 'number',
  integer: 'number',
  bigint: 'bigint',
  numeric: 'string',
  'double precision': 'number',
  boolean: 'boolean',
  text: 'string',
  'character varying': 'string',
  character: 'string',
  citext: 'string',
  uuid: 'string',
  inet: 'string',
  date: 'string',
  'timestamp with time zone': 'Date',
  bytea: 'Buffer',
  json: 'Json',
  jsonb: 'Json',
}

function typeName(table: string): string {
  return table
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
