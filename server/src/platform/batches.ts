import type { Db } from './database.ts'
import { type Sql, sql } from './sql.ts'

const BATCH = 500

/**
 * The rows of a statement, a batch at a time, all of one moment, however many there are: a cursor of the database, in a
 * read-only transaction that ends with the reading. A reader that takes nothing for a minute loses the rest.
 */
export async function* batchesOf<Row>(db: Db, statement: Sql<Row>): AsyncGenerator<Row[]> {
  const tx = await db.startTransaction().setAccessMode('read only').execute()
  try {
    await sql`set local idle_in_transaction_session_timeout = '60s'`.execute(tx)
    await sql`declare batches no scroll cursor for ${statement}`.execute(tx)
    for (;;) {
      const { rows } = await sql<Row>`fetch forward ${sql.lit(BATCH)} from batches`.execute(tx)
      if (rows.length > 0) yield rows
      if (rows.length < BATCH) return
    }
  } finally {
    await tx.rollback().execute() // nothing was written
  }
}
