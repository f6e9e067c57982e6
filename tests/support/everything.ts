import type { Db } from '../../server/src/platform/database/database.ts'
import { sql } from '../../server/src/platform/database/sql.ts'

/** Each table's rows as one hash, to see whether a call changed anything; without the tables in `except`. */
export async function everything(db: Db, except: readonly string[] = []): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r'
       and relname <> all (${except})`.execute(db)
  const hashes: Record<string, string> = {}
  for (const { name } of rows) {
    const { rows: found } = await sql<{ hash: string }>`
      select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as hash from ${sql.table(name)} t`.execute(db)
    hashes[name] = found[0]?.hash ?? ''
  }
  return hashes
}
