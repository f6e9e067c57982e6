import type pg from 'pg'
import { quoteIdentifier } from './rows.ts'

type Constraint = { table: string; name: string; definition: string }

/**
 * Drops what costs most while rows are written one by one: foreign keys, unique constraints and indexes. The returned
 * function creates them again unchanged, for all rows at once; each row is checked then. That is cheaper than maintaining
 * them (docs/decisions/0131-backups-through-sql.md). All of it runs in the transaction that made the tables.
 */
export async function setIndexesAside(client: pg.Client): Promise<() => Promise<void>> {
  const constraints = async (kinds: string) => {
    const { rows } = await client.query<Constraint>(
      `select r.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
         from pg_constraint k join pg_class r on r.oid = k.conrelid
        where k.connamespace = current_schema()::regnamespace and k.contype = any ($1::"char"[])
        order by r.relname, k.conname`,
      [kinds],
    )
    return rows
  }
  const keys = await constraints('{f}')
  const uniques = await constraints('{p,u,x}')
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
       from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = current_schema()::regnamespace
        and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
      order by c.relname`,
  )
  for (const { table, name } of [...keys, ...uniques])
    await client.query(`alter table ${quoteIdentifier(table)} drop constraint ${quoteIdentifier(name)}`)
  for (const { name } of indexes) await client.query(`drop index ${quoteIdentifier(name)}`)
  const add = async ({ table, name, definition }: Constraint) =>
    void (await client.query(
      `alter table ${quoteIdentifier(table)} add constraint ${quoteIdentifier(name)} ${definition}`,
    ))
  return async () => {
    for (const unique of uniques) await add(unique)
    for (const { definition } of indexes) await client.query(definition)
    for (const key of keys) await add(key)
  }
}
