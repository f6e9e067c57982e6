/** `npm run verify`: checks every invariant of the money and its records; exits 1 naming what is wrong. */
import { readConfig } from './config.ts'
import type { Invariant } from './ledger/invariants.ts'
import { openDatabase } from './platform/database.ts'
import { invariants } from './rooms.ts'
import { storedPicturesAmiss } from './uploads/verify.ts'

const config = readConfig(process.env)
const database = await openDatabase(config)
const pictures: Invariant = {
  name: 'every picture has its ciphertext and the other way round',
  find: (db) => storedPicturesAmiss(db, config),
}
const all = [...invariants, pictures]
let findings = 0
for (const invariant of all) {
  const found = await invariant.find(database.db)
  findings += found.length
  console.log(`${found.length === 0 ? 'ok  ' : 'FAIL'} ${invariant.name}`)
  for (const finding of found) console.log(`     ${finding}`)
}
console.log(findings === 0 ? `All ${all.length} invariants hold.` : `${findings} findings.`)
await database.close()
process.exitCode = findings === 0 ? 0 : 1
