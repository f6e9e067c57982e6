/**
 * `npm run verify`: checks every invariant of the money and its records; exits 1 naming what is wrong, and alerts admins.
 * With `-- --since TRANSFER:HEAD`, the last line of an earlier run, it also checks that nothing sealed then is gone.
 */
import { beginCheck } from './alerts/actions.ts'
import { everyInvariant } from './checks.ts'
import { readInstallation } from './config.ts'
import { goneSince, headText, lastSeal, readHead } from './ledger/seals.ts'
import { command } from './platform/command.ts'
import { openDatabase } from './platform/database/open.ts'

const flags = { since: { type: 'string' } } as const
await command({ usage: 'npm run verify [-- --since TRANSFER:HEAD]', flags }, async ({ since }) => {
  const noted = since === undefined ? null : readHead(since)
  const config = readInstallation(process.env)
  await using database = await openDatabase({ ...config, patient: true })
  const all = everyInvariant({ config, now: () => new Date() })
  const recordCheck = await beginCheck(database.db)
  const broken: string[] = []
  let findings = 0
  for (const invariant of all) {
    const found = await invariant.find(database.db)
    findings += found.length
    if (found.length > 0) broken.push(invariant.name)
    console.log(`${found.length === 0 ? 'ok  ' : 'FAIL'} ${invariant.name}`)
    for (const finding of found) console.log(`     ${finding}`)
  }
  await recordCheck(new Date(), { broken, findings, isWhole: true })
  if (noted) {
    const gone = await goneSince(database.db, noted)
    findings += gone.length
    console.log(`${gone.length === 0 ? 'ok  ' : 'FAIL'} what was sealed at the noted head is still there`)
    for (const line of gone) console.log(`     ${line}`)
  }
  console.log(findings === 0 ? `All ${all.length} invariants hold.` : `${findings} findings.`)
  const seal = await lastSeal(database.db)
  if (seal) console.log(`The ledger is sealed through transfer ${seal.through}:${headText(seal.head)}`)
  process.exitCode = findings === 0 ? 0 : 1
})
