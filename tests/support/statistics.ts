/** The planner's statistics of the tables: whether each was analysed, and how to remove them. */
import { sql } from '../../server/src/platform/database/sql.ts'
import type { Db } from '../../server/src/platform/database/database.ts'

/** Tables with rows but without statistics. */
export async function tablesWithoutStatistics(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r' and reltuples < 0
     order by relname`.execute(db)
  return rows.map(({ name }) => name)
}

/** As on a database that was never analysed. */
export async function forgetStatistics(db: Db): Promise<void> {
  await sql`
    delete from pg_statistic
     where starelid in (select oid from pg_class where relnamespace = current_schema()::regnamespace)`.execute(db)
  await sql`
    update pg_class set reltuples = -1, relpages = 0
     where relnamespace = current_schema()::regnamespace and relkind = 'r'`.execute(db)
}
