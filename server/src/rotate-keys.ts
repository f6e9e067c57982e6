/**
 * `npm run rotate-keys`: reseals everything with the newest APP_SECRET. Before it, every process must run with the new
 * secret in APP_SECRET and the previous one in APP_SECRET_OLD; after it, remove APP_SECRET_OLD. If it is interrupted, run
 * it again (docs/decisions/0050-key-ring.md).
 */
import { resealAuditLog } from './audit/seals.ts'
import { readInstallation } from './config.ts'
import { resealKyc } from './kyc/actions.ts'
import { resealLedger } from './ledger/seals.ts'
import { command } from './platform/command.ts'
import { openDatabase } from './platform/database/open.ts'
import { keyRing } from './platform/files/keys.ts'
import { resealFactors } from './platform/identity/secondFactor.ts'
import { resealProposals } from './proposals/actions.ts'
import { resealFiles } from './uploads/actions.ts'

await command({ usage: 'npm run rotate-keys', flags: {} }, async () => {
  const config = readInstallation(process.env)
  await using database = await openDatabase(config)
  const ring = keyRing(config)
  const numbers = await resealKyc(database.db, ring)
  const factors = await resealFactors(database.db, ring)
  const proposals = await resealProposals(database.db, ring)
  const heads = await resealLedger(database.db, ring)
  const acts = await resealAuditLog(database.db, ring)
  const files = await resealFiles(database.db, ring)
  console.log(
    `${files} picture keys, ${numbers} ID number seals, ${factors} second factors, ${proposals} proposals, ${heads} seals of the ledger and ${acts} of the audit log were moved to the newest APP_SECRET.`,
  )
})
