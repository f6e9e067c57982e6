/** `npm run restore -- FOLDER`: restores a backup into an empty DATA_DIR or DATABASE_URL, whole and verified or not at all. */
import { resolve } from 'node:path'
import { restoreBackup } from './backups/restore.ts'
import { everyInvariant } from './checks.ts'
import { readInstallation } from './config.ts'
import { forgetAcknowledged } from './ledger/acknowledged.ts'
import { command } from './platform/command.ts'
import { openDatabase } from './platform/database/open.ts'
import { StartError } from './platform/start-error.ts'

await command({ usage: 'npm run restore -- FOLDER', flags: {}, wordsMax: 1 }, async (_flags, [named]) => {
  if (named === undefined) throw new StartError('Name the backup: npm run restore -- backups/bittkosh-2026-…')
  const config = readInstallation(process.env)
  await using database = await openDatabase(config)
  const folder = resolve(named)
  const now = () => new Date()
  const {
    made_at: madeAt,
    ledger,
    missing = [],
  } = await restoreBackup({
    config,
    url: database.url,
    folder,
    invariantsFor: (restored) => everyInvariant({ ...restored, now }),
  })
  await forgetAcknowledged(config) // the database was restored on purpose
  console.log(`Restored the backup of ${madeAt}; all ${everyInvariant({ config, now }).length} invariants hold.`)
  if (missing.length > 0)
    console.log(
      `It lacks pictures (${missing.length}) that the store lacked when it was made; npm run verify names them.`,
    )
  console.log(`Ledger: ${ledger.transfers} transfers, ${ledger.entries} entries, head ${ledger.head}.`)
})
