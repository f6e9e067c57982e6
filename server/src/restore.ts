/** `npm run restore -- FOLDER`: restores a backup into an empty DATA_DIR or DATABASE_URL, whole and verified or not at all. */
import { resolve } from 'node:path'
import { restoreBackup } from './backups/restore.ts'
import { everyInvariant } from './checks.ts'
import { readConfig } from './config.ts'
import { forgetAcknowledged } from './ledger/acknowledged.ts'
import { command } from './platform/command.ts'
import { openDatabase } from './platform/database/open.ts'
import { StartError } from './platform/start-error.ts'

await command({ usage: 'npm run restore -- FOLDER', flags: {}, wordsMax: 1 }, async (_flags, [named]) => {
  if (named === undefined) throw new StartError('Name the backup: npm run restore -- backups/bittkosh-2026-…')
  const config = readConfig(process.env)
  await using database = await openDatabase(config)
  const checks = everyInvariant({ config, now: () => new Date() })
  const folder = resolve(named)
  const { made_at: madeAt, ledger } = await restoreBackup({ config, url: database.url, folder, invariants: checks })
  await forgetAcknowledged(config) // the database was restored on purpose
  console.log(`Restored the backup of ${madeAt}; all ${checks.length} invariants hold.`)
  console.log(`Ledger: ${ledger.transfers} transfers, ${ledger.entries} entries, head ${ledger.head}.`)
})
