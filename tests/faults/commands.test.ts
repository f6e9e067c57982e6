/** Operator commands that can't do their work: one sentence that says why, exit code 1, and no changes. */
import { keysOf } from '@bittkosh/contract/tables'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { urlOfDatabase } from '../support/cluster.ts'

const role = `operator_${process.pid}`
let database: Awaited<ReturnType<typeof testDatabase>>
let folder: string
/** Addresses on the same server. */
let url: { database: string; restricted: string; empty: string; away: string }

beforeAll(async () => {
  database = await testDatabase()
  folder = mkdtempSync(join(tmpdir(), 'bittkosh-commands-'))
  mkdirSync(join(folder, 'data'))
  writeFileSync(join(folder, 'data/secret'), 'k'.repeat(64))
  await database.pool.query(`create role ${role} login`)
  await database.pool.query(`create database ${role}`)
  url = {
    database: database.url,
    restricted: database.url.replace(/\/\/[^@/]*@/, `//${role}@`),
    empty: urlOfDatabase(database.url, role),
    away: 'postgresql://nobody@127.0.0.1:1/nothing',
  }
})
afterAll(async () => {
  await database.pool.query(`drop owned by ${role} cascade`)
  await database.pool.query(`drop database ${role}`)
  await database.pool.query(`drop role ${role}`)
  rmSync(folder, { recursive: true, force: true })
})

const FILES = {
  backup: 'server/src/backup.ts',
  'confirm-loss': 'server/src/confirm-loss.ts',
  'export-user': 'server/src/export-user.ts',
  migrate: 'server/src/migrate.ts',
  restore: 'server/src/restore.ts',
  'restrict-role': 'server/src/restrict-role.ts',
  'rotate-keys': 'server/src/rotate-keys.ts',
  'seed:demo': 'scripts/seed-demo.ts',
  verify: 'server/src/verify.ts',
}
type Command = keyof typeof FILES
const COMMANDS = keysOf(FILES)
const fileOf = (name: Command) => join(import.meta.dirname, '../..', FILES[name])

/** Runs the command as a person would: in a process of its own, which must also end. */
async function run(
  name: Command,
  args: string[],
  where: keyof typeof url,
  { direct, dataDir = 'data' }: { direct?: keyof typeof url; dataDir?: string } = {},
) {
  const child = spawn(process.execPath, [fileOf(name), ...args], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: join(folder, dataDir),
      DATABASE_URL: url[where],
      DATABASE_DIRECT_URL: direct && url[direct],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let wrong = ''
  child.stdout.on('data', (text) => (said += text))
  child.stderr.on('data', (text) => (wrong += text))
  const code = await new Promise<number | null>((ended) => child.once('close', ended))
  return { code, said, wrong: wrong.trim() }
}

/** Runs the command in this process: for arguments that are refused before it does anything. */
async function read(name: Command, args: string[]) {
  const said = vi.spyOn(console, 'log')
  const wrong = vi.spyOn(console, 'error').mockReturnValue()
  const { argv } = process
  process.argv = [process.execPath, fileOf(name), ...args]
  try {
    await import(`${fileOf(name)}?${randomUUID()}`) // imported again, so that it runs again
    const lines = (calls: unknown[][]) => calls.map((words) => words.join(' ')).join('\n')
    return { code: process.exitCode, said: lines(said.mock.calls), wrong: lines(wrong.mock.calls) }
  } finally {
    process.argv = argv
    process.exitCode = undefined
    said.mockRestore()
    wrong.mockRestore()
  }
}

/** One line, without a stack, that begins with this text. */
const sentence = (text: RegExp) => ({
  code: 1,
  said: '',
  wrong: expect.stringMatching(new RegExp(`^${text.source}.*$`)), // a dot does not match a line feed
})

const WORDS: Partial<Record<Command, string[]>> = {
  restore: ['no-such'],
  'restrict-role': [role],
  'export-user': ['1'],
}

describe.each(COMMANDS)('%s', (name) => {
  test('refuses a flag that it does not know', async () => {
    expect(await read(name, ['--dry-run'])).toEqual(
      sentence(new RegExp(`Unknown option '--dry-run'. Usage: npm run ${name}`)),
    )
  })

  test('refuses an extra argument', async () => {
    expect(await read(name, ['1', 'two', 'three'])).toEqual(
      sentence(new RegExp(`Unexpected argument "\\w+". Usage: npm run ${name}`)),
    )
  })

  test('says that the database does not answer', async () => {
    const { code, wrong } = await run(name, WORDS[name] ?? [], 'away')
    expect(wrong).toMatch(/^The database does not respond: .*DATABASE_URL.*$/)
    expect(code).toBe(1)
  })
})

test.each([
  ['verify', []],
  ['rotate-keys', []],
  ['confirm-loss', []],
  ['export-user', ['1']],
  ['backup', ['copy']],
] as const)('%s says to migrate if the database lacks our tables', async (name, args) => {
  expect(await run(name, [...args], 'empty')).toEqual(
    sentence(/The database schema does not match this version \(.*\). Run npm run migrate first./),
  )
})

test.each([
  ['rotate-keys', []],
  ['migrate', []],
  ['restrict-role', [role]],
  ['confirm-loss', ['yes']],
  ['export-user', ['1']],
  ['verify', []],
  ['backup', ['copy']],
] as const)('%s says so if its role has no permissions', async (name, args) => {
  expect(await run(name, [...args], 'restricted')).toEqual(
    sentence(/The role of DATABASE_URL is not allowed to do this \(/),
  )
})

test.each([
  ['verify', []],
  ['rotate-keys', []],
  ['export-user', ['1']],
  ['backup', ['copy']],
  ['restore', ['copy']],
] as const)('%s requires the secret of the installation, and makes none', async (name, args) => {
  expect(await run(name, [...args], 'database', { dataDir: 'nowhere' })).toEqual(
    sentence(/APP_SECRET is not set, and DATA_DIR, which is \S+nowhere, has no secret that can be read \(ENOENT\)/),
  )
  expect(existsSync(join(folder, 'nowhere'))).toBe(false)
})

test('a command that uses no secret makes no folder for one', async () => {
  expect(await run('migrate', [], 'database', { dataDir: 'nowhere' })).toMatchObject({ code: 0 })
  expect(await run('confirm-loss', [], 'database', { dataDir: 'nowhere' })).toEqual(
    sentence(/DATA_DIR is \S+nowhere, which does not exist/),
  )
  expect(existsSync(join(folder, 'nowhere'))).toBe(false)
})

test.each(['start', 'test', 'migrate', 'restrict-role', 'restore', 'seed:demo'])(
  'npm run %s installs the packages first, because it may be the first command on a fresh clone',
  (name) => {
    const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
    expect(scripts[`pre${name}`]).toBe('node scripts/prepare.mjs')
  },
)

test('beside a pooler, the address that a command has used is named', async () => {
  expect(await run('migrate', [], 'database', { direct: 'restricted' })).toEqual(
    sentence(/The role of DATABASE_DIRECT_URL or DATABASE_URL is not allowed to do this \(.*\)\. .* in both\./),
  )
  expect(await run('migrate', [], 'database', { direct: 'away' })).toEqual(
    sentence(/The database does not respond: .* that DATABASE_DIRECT_URL names its host/),
  )
})

test.each(['', 'deadbeef', '35', `${'9'.repeat(30)}:${'10e8:'.repeat(15)}10e8`])(
  'verify --since "%s" says what it accepts, before it begins',
  async (text) => {
    expect(await read('verify', ['--since', text])).toEqual(sentence(/--since takes the last line/))
  },
)

test('confirm-loss accepts only yes', async () => {
  expect(await read('confirm-loss', ['no'])).toEqual(sentence(/Unexpected answer "no". Usage: npm run confirm-loss/))
})

test.each(['', 'abc', '0', '1e3', '-5', '10000001'])('seed:demo --users "%s" says what it accepts', async (text) => {
  expect(await read('seed:demo', [`--users=${text}`])).toEqual(
    sentence(/--users takes a number from 1 to 10,000,000, not/),
  )
})

test('restore names a folder that is not a backup, and a file', async () => {
  expect(await run('restore', [join(folder, 'no-such')], 'database')).toEqual(
    sentence(/\S+no-such is not a complete backup/),
  )
  writeFileSync(join(folder, 'file'), '')
  expect(await run('restore', [join(folder, 'file')], 'database')).toEqual(sentence(/\S+file is not a complete backup/))
})

test('backup names a picture that the store has lost, keeps all the rest, and exits with 1', async () => {
  const { pool } = database
  await pool.query(
    `with owner as (
       insert into users (name, email, phone, password_hash, role, referral_code, created_at)
       values ('Asha', 'asha@example.test', '+919800000001', 'unusable', 'user', 'ASHA', now()) returning id
     )
     insert into files (id, owner_id, bytes, sealed_key, state, created_at)
     select repeat('x', 22), id, 1, '', 'kept', now() from owner`,
  )
  const { code, said, wrong } = await run('backup', ['without a picture'], 'database')
  await pool.query('delete from files')
  expect(said).toMatch(/^The backup is \S.*without a picture: /)
  expect(wrong).toMatch(
    /^The store of uploads lacks pictures \(1\), and so does the backup, which has everything else\. .*: x{22}$/,
  )
  expect(code).toBe(1)
  expect(existsSync(join(folder, 'without a picture/manifest.sig'))).toBe(true)
})

test('backup names a folder that cannot be created', async () => {
  expect(await run('backup', ['/proc/copy'], 'database')).toEqual(
    sentence(/The folder \/proc\/copy cannot be created \(ENOENT\)/),
  )
})
