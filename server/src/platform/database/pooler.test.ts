/** What a role must have if a pooler lets connections set nothing. PgBouncer itself: `npm run bench -- pooler`. */
import { randomBytes } from 'node:crypto'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { makePool } from './connection.ts'
import { openDatabase } from './open.ts'
import { preparePooled, requireSettings, ROLE_SETTINGS } from './pooler.ts'

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

test('a pooler that is told to ignore settings, and an address with options of its own, are refused at the start', async () => {
  const bare = makePool({ connectionString: url, max: 1 }, 0)
  await expect(requireSettings(bare, 'DATABASE_URL')).rejects.toThrow(/DATABASE_DIRECT_URL to the server behind it/)
  await bare.end()
  const databaseUrl = `${url}${url.includes('?') ? '&' : '?'}options=-c%20work_mem%3D8MB`
  await expect(openDatabase({ databaseUrl, dataDir: '' })).rejects.toThrow(/if the address has options, remove them/)
})

test('so is a pooler that refuses connections with settings, as PgBouncer does', async () => {
  const refusal = 'SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0'
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(4 + refusal.length, 1)
  const pooler = createServer((socket) =>
    socket.once('data', () => socket.end(Buffer.concat([head, Buffer.from(refusal)]))),
  )
  await new Promise<void>((listening) => pooler.listen(0, '127.0.0.1', listening))
  const databaseUrl = `postgresql://127.0.0.1:${(pooler.address() as AddressInfo).port}/db`
  await expect(openDatabase({ databaseUrl, dataDir: '' })).rejects.toThrow(
    /DATABASE_DIRECT_URL to the server behind it/,
  )
  pooler.close()
})

test('through a pooler too, a role under which commits can be lost is refused', async () => {
  await pool.query(`alter role ${role} set synchronous_commit = off`)
  const address = new URL(url)
  address.username = role
  const opening = openDatabase({ databaseUrl: address.href, databaseDirectUrl: url, dataDir: '' })
  await expect(opening).rejects.toThrow('The database runs with synchronous_commit = off')
})
