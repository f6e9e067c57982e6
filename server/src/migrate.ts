/** `npm run migrate`: brings the database to the schema of this version, while programs of the one before go on. */
import { readConfig } from './config.ts'
import { openDatabase } from './platform/database/open.ts'
import { migrate, MIGRATIONS_DIR } from './platform/database/migrations.ts'
import { StartError } from './platform/start-error.ts'

try {
  const database = await openDatabase({ ...readConfig(process.env), patient: true })
  try {
    const ran = await migrate(database.pool, MIGRATIONS_DIR, { say: console.log })
    for (const name of ran) console.log(`ran ${name}`)
    console.log('The schema is that of this version.')
  } finally {
    await database.close()
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
