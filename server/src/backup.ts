/**
 * `npm run backup [-- FOLDER]`: a consistent copy of the database and the stored pictures while the program runs, in
 * ./backups or the given folder. It contains personal data but no key: keep APP_SECRET elsewhere, and BACKUP_KEY, with
 * which the copy is encrypted if it is set. With `--verify` the copy is restored at once into a separate database, where
 * every invariant is checked and which is then dropped; the moment is recorded for the alert about old backups.
 */
import { join, resolve } from 'node:path'
import { recordTriedBackup } from './alerts/actions.ts'
import { proveBackup } from './backups/prove.ts'
import type { InvariantsFor } from './backups/restore.ts'
import { takeBackup } from './backups/take.ts'
import { everyInvariant } from './checks.ts'
import { readInstallation } from './config.ts'
import { command } from './platform/command.ts'
import { openDatabase } from './platform/database/open.ts'
import { StartError } from './platform/start-error.ts'

const flags = { verify: { type: 'boolean' } } as const
const usage = 'npm run backup [-- FOLDER] [--verify]'
await command({ usage, flags, wordsMax: 1 }, async ({ verify }, [named]) => {
  const at = new Date()
  const name = `bittkosh-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
  const folder = resolve(named ?? join('backups', name))
  const config = readInstallation(process.env)
  await using database = await openDatabase(config)
  const { tables, pictures, ledger, missing = [] } = await takeBackup({ config, url: database.url, folder, at })
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`The backup is ${folder}: ${rows} rows of ${tables.length} tables and ${pictures.length} pictures.`)
  console.log(`Ledger: ${ledger.transfers} transfers, ${ledger.entries} entries, head ${ledger.head}.`)
  if (config.backupKey === null)
    console.log('It is not encrypted: set BACKUP_KEY (openssl rand -hex 32) and keep that key away from the backups.')
  if (verify) {
    const invariantsFor: InvariantsFor = (restored) => everyInvariant({ ...restored, now: () => at })
    const count = await proveBackup({ config, url: database.url, folder, invariantsFor })
    await recordTriedBackup(database.db, at)
    console.log(`Test restore passed: every row was restored, and all ${count} invariants hold.`)
  }
  const secrets = config.backupKey === null ? 'APP_SECRET' : 'APP_SECRET and BACKUP_KEY'
  console.log(`Restore it with the same ${secrets}: npm run restore -- FOLDER`)
  if (missing.length > 0)
    throw new StartError(
      `The store of uploads lacks pictures (${missing.length}), and so does the backup, which has everything else. Check DATA_DIR or S3_URL, or put them back from an older backup (docs/operations.md, Backups): ${missing.slice(0, 20).join(', ')}`,
    )
})
