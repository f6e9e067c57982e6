/** `npm run verify`: checks every invariant of the money and its records; exits 1 naming what is wrong. */
import { everyInvariant } from './checks.ts'
import { readConfig } from './config.ts'
import { headText, lastSeal } from './ledger/seals.ts'
import { openDatabase } from './platform/database/database.ts'

const config = readConfig(process.env)
const database = await openDatabase({ ...config, patient: true })
const all = everyInvariant({ config, now: new Date() })
let findings = 0
for (const invariant of all) {
  const found = await invariant.find(database.db)
  findings += found.length
  console.log(`${found.length === 0 ? 'ok  ' : 'FAIL'} ${invariant.name}`)
  for (const finding of found) console.log(`     ${finding}`)
}
console.log(findings === 0 ? `All ${all.length} invariants hold.` : `${findings} findings.`)
const seal = await lastSeal(database.db)
if (seal) console.log(`The ledger is sealed through transfer ${seal.through}: ${headText(seal.head)}`)
await database.close()
process.exitCode = findings === 0 ? 0 : 1
