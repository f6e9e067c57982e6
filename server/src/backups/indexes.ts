import type pg from 'pg'
import { quoted } from './rows.ts'

/**
 * Drops what costs most while rows are written one by one: the foreign keys, and the indexes that are no constraint's. What it
 * returns makes them again as they were, for all rows at once; a foreign key checks each row then. Cheaper than
 * keeping them up (docs/decisions/0131-backups-through-sql.md). All of it in the transaction that made the tables.
 */
export async function setIndexesAside(client: pg.Client): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select r.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class r on r.oid = k.conrelid
      where k.connamespace = current_schema()::regnamespace and k.contype = 'f'
      order by r.relname, k.conname`,
  )
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
       from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = current_schema()::regnamespace
        and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
      order by c.relname`,
  )
  for (const { table, name } of keys) await client.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`)
  for (const { name } of indexes) await client.query(`drop index ${quoted(name)}`)
  return async () => {
    for (const { definition } of indexes) await client.query(definition)
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`)
  }
}
