/** How the demo treats the database: what speeds a batch up, and what tells the planner of its size. */
import type { Db, Tx } from '../../server/src/platform/database.ts'
import { sql } from '../../server/src/platform/sql.ts'

/**
 * Settings of one transaction. A role that may not change one of them goes without it, as does an engine that does not
 * know it. Database CPU for a user, 2026-11-21: 0.65 ms without them, 0.55 with them.
 */
export async function hurry(tx: Tx): Promise<void> {
  await sql`
    select set_config(name, value, true)
      from pg_settings
      join (values
             -- the log grows by gigabytes: filled with zeros first, each of its files would be written twice
             ('wal_init_zero', 'off'),
             -- sorts and indexes of a thousand users stay in memory
             ('work_mem', '65536'),
             -- a batch that a power cut takes is made anew by the next run
             ('synchronous_commit', 'off')) as wish (name, value) using (name)
     where context = 'user' or has_parameter_privilege(name, 'set')`.execute(tx)
}

/**
 * For rows that refer to nobody but users whom this very transaction has written: their references need no second look,
 * which is half of what such a row costs (notifications, 2026-11-21: 4.9 of 9.2 µs). Not for tables that have triggers of
 * their own, and never for the ledger. A role that may not do so has every row looked at.
 */
export async function knowingUsers(tx: Tx, work: () => Promise<void>): Promise<void> {
  await setChecks('replica')
  await work()
  await setChecks('origin')

  async function setChecks(role: 'replica' | 'origin'): Promise<void> {
    await sql`
      select set_config('session_replication_role', ${role}, true)
       where has_parameter_privilege('session_replication_role', 'set')`.execute(tx)
  }
}

/** Fresh figures for the planner, table by table on as many connections: as one statement it would wait on one of the cores. */
export async function analyzeTables(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select oid::regclass::text as name
      from pg_class
     where relkind = 'r' and relnamespace = current_schema()::regnamespace
     order by relpages desc`.execute(db)
  await Promise.all(rows.map(({ name }) => sql`analyze ${sql.raw(name)}`.execute(db)))
}
