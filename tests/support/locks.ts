/** Observes transactions that wait for each other. */
import { expect } from 'vitest'
import { type Db, transaction } from '../../server/src/platform/database/database.ts'
import { sql } from '../../server/src/platform/database/sql.ts'

/** Waits until this many connections of the database wait for a lock. */
export async function untilWaiting(db: Db, connections: number): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if (rows.length >= connections) return
  }
}

export const untilOneWaits = (db: Db) => untilWaiting(db, 1)

/** Waits until a connection waits for the one with this process id; returns whether it has already locked or written a row. */
async function untilOneWaitsFor(db: Db, process: number): Promise<{ holds: boolean }> {
  for (;;) {
    const { rows } = await sql<{ holds: boolean }>`
      select backend_xid is not null as holds
        from pg_stat_activity where ${process} = any (pg_blocking_pids(pid))`.execute(db)
    if (rows[0]) return rows[0]
  }
}

/**
 * Runs `call` while another transaction holds a share lock on the user's row, as every write of that user does, and expects that it
 * waits without holding any lock: two calls that held the share lock while waiting to change the row would deadlock.
 */
export async function expectToWaitEmptyHanded<T>(db: Db, user: number, call: () => Promise<T>): Promise<T> {
  let running: Promise<T> | undefined
  await transaction(db, async (tx) => {
    const { rows } = await sql<{ pid: number }>`
      select pg_backend_pid() as pid from users where id = ${user} for share`.execute(tx)
    running = call()
    expect(await untilOneWaitsFor(db, rows[0]!.pid)).toEqual({ holds: false })
  })
  return running!
}
