/** What a role must have if a pooler lets connections set nothing. PgBouncer itself: `npm run bench -- pooler`. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { makePool } from './connection.ts'
import { preparePooled, ROLE_SETTINGS } from './pooler.ts'

const { pool, url } = await testDatabase()
const role = `pooled_${randomBytes(6).toString('hex')}`
await pool.query(`create role ${role} login superuser`)
afterAll(async () => {
  await pool.query(`drop role ${role}`)
})

beforeEach(async () => {
  await pool.query(`alter role ${role} reset all`)
})

/** Prepares connections as a pooler returns them: only the role's settings apply. */
async function prepare(): Promise<string[]> {
  const address = new URL(url)
  address.username = role
  const bare = makePool({ connectionString: address.href, max: 2 }, 0)
  const said: string[] = []
  try {
    await preparePooled(bare, (sentence) => said.push(sentence))
    return said
  } finally {
    await bare.end()
  }
}

test('a role without the limits is refused, with the statements to run', async () => {
  await pool.query(`alter role ${role} set timezone = 'Asia/Kolkata'`)
  await expect(prepare()).rejects.toThrow(
    /alter role current_user set timezone = 'UTC';\n(.*\n)?.*statement_timeout = '8s';/,
  )
})

test('with them the program starts, and reports nothing if named statements work', async () => {
  for (const [name, value] of Object.entries(ROLE_SETTINGS))
    await pool.query(`alter role ${role} set ${name} = '${value}'`)
  expect(await prepare()).toEqual([])
})
