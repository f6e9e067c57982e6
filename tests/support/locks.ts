/** What can be seen of transactions that wait for each other. */
import { expect } from 'vitest'
import { type Db, transaction } from '../../server/src/platform/database/database.ts'
import { sql } from '../../server/src/platform/database/sql.ts'

/** Waits until some connection of this database waits for a lock; whether it has locked or written a row already. */
export async function untilOneWaits(db: Db): Promise<{ holds: boolean }> {
  for (;;) {
    const { rows } = await sql<{ holds: boolean }>`
      select backend_xid is not null as holds
        from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if (rows[0]) return rows[0]
  }
}

/**
 * Runs `call` while another transaction shares the user's row, as every write of that user does, and expects that it
 * waits with nothing in its hands: two that shared the row while they wait to change it would wait for each other.
 */
export async function expectToWaitEmptyHanded<T>(db: Db, user: number, call: () => Promise<T>): Promise<T> {
  let running: Promise<T> | undefined
  await transaction(db, async (tx) => {
    await sql`select from users where id = ${user} for share`.execute(tx)
    running = call()
    expect(await untilOneWaits(db)).toEqual({ holds: false })
  })
  return running!
}
