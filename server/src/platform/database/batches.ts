import { type Db, open } from './database.ts'
import { type Sql, sql } from './sql.ts'

const BATCH = 500

/**
 * Yields the rows of a statement in batches, all as of one moment, through a database cursor in a read-only transaction
 * that ends with the reading. Throws if the reader takes no batch for a minute.
 */
export async function* batchesOf<Row>(db: Db, statement: Sql<Row>): AsyncGenerator<Row[]> {
  const { tx, end } = await open(db, 'read only')
  try {
    await sql`set local idle_in_transaction_session_timeout = '60s'`.execute(tx)
    await sql`declare batches no scroll cursor for ${statement}`.execute(tx)
    for (;;) {
      const { rows } = await sql<Row>`fetch forward ${sql.lit(BATCH)} from batches`.execute(tx)
      if (rows.length > 0) yield rows
      if (rows.length < BATCH) return
    }
  } finally {
    await end('rollback') // nothing was written
  }
}
