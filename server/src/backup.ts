/**
 * `npm run backup [-- FOLDER]`: a consistent copy of the database and the stored pictures while the program runs, in
 * ./backups or the folder named. It contains personal data but no key: keep APP_SECRET elsewhere.
 */
import { join, resolve } from 'node:path'
import { takeBackup } from './backups/take.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './platform/database/database.ts'
import { StartError } from './platform/start-error.ts'

try {
  const at = new Date()
  const name = `bittkosh-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
  const folder = resolve(process.argv[2] ?? join('backups', name))
  const config = readConfig(process.env)
  const database = await openDatabase(config)
  try {
    const { tables, pictures, ledger } = await takeBackup({ config, url: database.url, folder, at })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(`The backup is ${folder}: ${rows} rows of ${tables.length} tables and ${pictures.length} pictures.`)
    console.log(`Ledger: ${ledger.transfers} transfers, ${ledger.entries} entries, head ${ledger.head}.`)
    console.log('Restore it with the same APP_SECRET: npm run restore -- FOLDER')
  } finally {
    await database.close()
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
