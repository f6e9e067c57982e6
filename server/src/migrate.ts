/** `npm run migrate`: migrates the database to the schema of this version, while programs of the previous one keep running. */
import { readSettings } from './config.ts'
import { command } from './platform/command.ts'
import { openDatabase } from './platform/database/open.ts'
import { migrate, MIGRATIONS_DIR } from './platform/database/migrations.ts'

await command({ usage: 'npm run migrate', flags: {} }, async () => {
  await using database = await openDatabase({ ...readSettings(process.env), patient: true })
  const ran = await migrate(database.pool, MIGRATIONS_DIR, { say: console.log })
  for (const name of ran) console.log(`ran ${name}`)
  console.log('The schema is up to date.')
})
