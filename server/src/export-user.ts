/**
 * `npm run export-user -- ID [FILE]`: everything the platform holds about one person as one JSON document, with admins'
 * notes and an open account's pictures; for a closed account, what remains. Logged (docs/rules.md#closing-and-keeping).
 */
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { recordWithoutAdmin } from './audit/actions.ts'
import { readInstallation } from './config.ts'
import { command } from './platform/command.ts'
import { transaction } from './platform/database/database.ts'
import { openDatabase } from './platform/database/open.ts'
import { sql } from './platform/database/sql.ts'
import { StartError } from './platform/start-error.ts'
import { personalTables } from './rooms.ts'
import { documentName, personDocument } from './users/document.ts'

const usage = 'npm run export-user -- ID [FILE]'
await command({ usage, flags: {}, wordsMax: 2 }, async (_flags, [typed = '', path]) => {
  const user = Number(typed)
  if (!/^[1-9]\d{0,8}$/.test(typed)) throw new StartError('Name the person by number: npm run export-user -- 12')
  const at = new Date()
  const config = readInstallation(process.env)
  await using database = await openDatabase(config)
  const { db } = database
  const { rows } = await sql`select from users where id = ${user}`.execute(db)
  if (rows.length === 0) throw new StartError(`There is no person ${user}.`)
  await transaction(db, async (tx) =>
    recordWithoutAdmin(tx, { at, address: null }, { action: 'exported person', subject: 'user', subjectId: user }),
  )
  const file = path ?? documentName(user, at)
  const how = { user, reader: 'operator', everywhere: personalTables, at, withPictures: true } as const
  await pipeline(personDocument({ config, db }, how), createWriteStream(file, { mode: 0o600, flags: 'wx' }))
  console.log(
    `Everything about person ${user} is in ${file}. It is personal data: delete it once it has been handed over.`,
  )
})
