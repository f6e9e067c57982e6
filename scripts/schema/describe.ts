import type pg from 'pg'

export type Column = {
  name: string
  type: string
  notNull: boolean
  /** An expression: the default or, if `generated` is 'stored', the value itself. */
  expression: string | null
  generated: 'always' | 'by default' | 'stored' | null
  comment: string | null
}

export type Table = {
  name: string
  persistence: 'table' | 'unlogged table'
  partitionOf: string | null
  partitionKey: string | null
  options: string | null
  comment: string | null
  columns: Column[]
  /** Definitions as PostgreSQL prints them, in a stable order. */
  constraints: { name: string; kind: 'p' | 'u' | 'c' | 'f' | 'x'; definition: string }[]
  indexes: string[]
  triggers: string[]
}

/** A domain: a column type with a check for its values. */
export type Domain = { name: string; type: string; constraint: string; definition: string }

export type Schema = {
  domains: Domain[]
  functions: string[]
  views: { name: string; definition: string }[]
  tables: Table[]
}

/**
 * All our objects in the database, read from the catalogs in an order that depends only on names, and without the differences
 * between PostgreSQL 15 and 18 (which also stores `not null` as a constraint).
 */
export async function describeSchema(pool: pg.Pool): Promise<Schema> {
  const rowsOf = async <Row extends object>(text: string) => (await pool.query<Row>(text)).rows
  const [first] = await rowsOf<{ tables: Table[] | null }>(TABLES)
  return {
    domains: await rowsOf<Domain>(DOMAINS),
    tables: first?.tables ?? [],
    functions: (await rowsOf<{ definition: string }>(FUNCTIONS)).map(({ definition }) => definition),
    views: await rowsOf<{ name: string; definition: string }>(VIEWS),
  }
}

const DOMAINS = `
select t.typname as name, format_type(t.typbasetype, t.typtypmod) as type,
       k.conname as constraint, pg_get_constraintdef(k.oid) as definition
  from pg_type t join pg_constraint k on k.contypid = t.oid and k.contype = 'c'
 where t.typnamespace = 'public'::regnamespace and t.typtype = 'd'
 order by t.typname, k.conname`

const TABLES = `
select json_agg(json_build_object(
  'name', c.relname,
  'persistence', case c.relpersistence when 'u' then 'unlogged table' else 'table' end,
  'partitionOf', (
    select format('%I %s', p.relname, pg_get_expr(c.relpartbound, c.oid))
      from pg_inherits i join pg_class p on p.oid = i.inhparent where i.inhrelid = c.oid and c.relispartition),
  'partitionKey', pg_get_partkeydef(c.oid),
  'options', array_to_string(c.reloptions, ', '),
  'comment', obj_description(c.oid, 'pg_class'),
  'columns', (
    select coalesce(json_agg(json_build_object(
      'name', a.attname,
      'type', format_type(a.atttypid, a.atttypmod),
      'notNull', a.attnotnull,
      'expression', pg_get_expr(d.adbin, d.adrelid),
      'generated', case when a.attidentity = 'a' then 'always' when a.attidentity = 'd' then 'by default'
                        when a.attgenerated = 's' then 'stored' end,
      'comment', col_description(c.oid, a.attnum)
    ) order by a.attnum), '[]')
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
  'constraints', (
    select coalesce(json_agg(json_build_object('name', k.conname, 'kind', k.contype, 'definition', pg_get_constraintdef(k.oid))
      order by array_position('{p,u,x,c,f}'::text[], k.contype::text), k.conname), '[]')
      from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'x', 'c', 'f')),
  'indexes', (
    select coalesce(json_agg(replace(pg_get_indexdef(x.indexrelid), ' public.', ' ') order by pg_get_indexdef(x.indexrelid)), '[]')
      from pg_index x where x.indrelid = c.oid
       and not exists (select from pg_constraint k where k.conindid = x.indexrelid and k.contype in ('p', 'u', 'x'))),
  'triggers', (
    select coalesce(json_agg(replace(pg_get_triggerdef(t.oid), ' public.', ' ') order by t.tgname), '[]')
      from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal)
) order by c.relname) as tables
  from pg_class c
 where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`

const FUNCTIONS = `
select replace(pg_get_functiondef(p.oid), ' public.', ' ') as definition
  from pg_proc p
 where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
   and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
 order by p.proname, pg_get_function_identity_arguments(p.oid)`

const VIEWS = `
select c.relname as name, pg_get_viewdef(c.oid) as definition
  from pg_class c
 where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm')
 order by c.relname`
