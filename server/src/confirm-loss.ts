/**
 * `npm run confirm-loss`: names the acknowledged commits that the database has lost, those included that no program has
 * noticed yet, and with `-- yes` confirms that an operator has dealt with them, so that the program becomes ready again
 * (docs/operations.md#lost-commits).
 */
import { existsSync } from 'node:fs'
import { recordLoss } from './auth/losses.ts'
import { readSettings } from './config.ts'
import { confirmLosses, forgetAcknowledged, openLosses, unconfirmedOf } from './ledger/acknowledged.ts'
import { command } from './platform/command.ts'
import { transaction } from './platform/database/database.ts'
import { openDatabase } from './platform/database/open.ts'
import { StartError } from './platform/start-error.ts'

const usage = 'npm run confirm-loss [-- yes]'
await command({ usage, flags: {}, wordsMax: 1 }, async (_flags, [answer]) => {
  if (answer !== undefined && answer !== 'yes') throw new StartError(`Unexpected answer "${answer}". Usage: ${usage}`)
  const config = readSettings(process.env)
  // In another folder nothing was kept, so nothing would be missing.
  if (!existsSync(config.dataDir))
    throw new StartError(`DATA_DIR is ${config.dataDir}, which does not exist. Set it to the folder of a program.`)
  await using database = await openDatabase(config)
  const { db } = database
  const missing = await unconfirmedOf({ db, config })
  if (missing.length > 0) await transaction(db, (tx) => recordLoss(tx, new Date(), missing))
  const losses = await openLosses(db)
  for (const loss of losses) {
    console.log(`Noticed at ${loss.noticedAt.toISOString()}; missing:`)
    for (const line of loss.missing) console.log(`  ${line}`)
  }
  if (answer === 'yes') {
    await confirmLosses(db, new Date())
    await forgetAcknowledged(config) // also if the loss was confirmed from another folder: this one would report it anew
    console.log(
      losses.length > 0
        ? 'Confirmed: the processes accept the ledger as it is and are ready within ten seconds.'
        : 'Everything missing is already confirmed; what this folder had noted is cleared.',
    )
  } else
    console.log(
      losses.length > 0 ? 'Once you have dealt with them: npm run confirm-loss -- yes' : 'Nothing is missing.',
    )
})
