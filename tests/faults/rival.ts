/** One of several processes on one DATA_DIR: writes rows and prints the number of each acknowledged one. */
import { transaction } from '../../server/src/platform/database/database.ts'
import { openDatabase } from '../../server/src/platform/database/open.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import { isUnavailable } from '../../server/src/platform/database/unavailable.ts'

const [dataDir = '', name = ''] = process.argv.slice(2)
const { db, close } = await openDatabase({ databaseUrl: null, dataDir, say: () => {} })
const stop = new AbortController()
process.on('SIGTERM', () => stop.abort())

await transaction(db, async (tx) => {
  await sql`select pg_advisory_xact_lock(1)`.execute(tx)
  await sql`create table if not exists rows (name text primary key)`.execute(tx)
})
for (let number = 1; !stop.signal.aborted; number++) {
  try {
    await sql`insert into rows values (${`${name}-${number}`})`.execute(db)
    process.stdout.write(`${name}-${number}\n`)
  } catch (error) {
    if (!isUnavailable(error)) throw error
  }
}
await close()
