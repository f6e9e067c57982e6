/** Commands of an operator that cannot do their work: one sentence that says why, exit code 1, and nothing begun. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { urlOfDatabase } from '../support/cluster.ts'

const role = `operator_${process.pid}`
let database: Awaited<ReturnType<typeof testDatabase>>
let folder: string
/** Addresses of the same server. */
let url: { database: string; restricted: string; empty: string; away: string }

beforeAll(async () => {
  database = await testDatabase()
  folder = mkdtempSync(join(tmpdir(), 'bittkosh-commands-'))
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

const COMMANDS = [
  'backup',
  'confirm-loss',
  'export-user',
  'migrate',
  'restore',
  'restrict-role',
  'rotate-keys',
  'verify',
] as const
type Command = (typeof COMMANDS)[number]

async function run(name: Command, args: string[], where: keyof typeof url = 'database') {
  const child = spawn(process.execPath, [join(import.meta.dirname, `../../server/src/${name}.ts`), ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data'), DATABASE_URL: url[where] },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let wrong = ''
  child.stdout.on('data', (text) => (said += text))
  child.stderr.on('data', (text) => (wrong += text))
  const code = await new Promise<number | null>((ended) => child.once('close', ended))
  return { code, said, wrong: wrong.trim() }
}

/** One line, without a stack, that begins so. */
const sentence = (text: RegExp) => ({
  code: 1,
  said: '',
  wrong: expect.stringMatching(new RegExp(`^${text.source}.*$`)), // a dot is no line feed
})

const WORDS: Partial<Record<Command, string[]>> = {
  restore: ['no-such'],
  'restrict-role': [role],
  'export-user': ['1'],
}

describe.each(COMMANDS)('%s', (name) => {
  test('refuses a flag that it does not know', async () => {
    expect(await run(name, ['--dry-run'])).toEqual(
      sentence(new RegExp(`Unknown option '--dry-run'. Usage: npm run ${name}`)),
    )
  })

  test('refuses a word too many', async () => {
    expect(await run(name, ['1', 'two', 'three'])).toEqual(
      sentence(new RegExp(`"\\w+" is one word too many. Usage: npm run ${name}`)),
    )
  })

  test('says that the database does not answer', async () => {
    const { code, wrong } = await run(name, WORDS[name] ?? [], 'away')
    expect(wrong).toMatch(/^The database does not answer: .*DATABASE_URL.*$/)
    expect(code).toBe(1)
  })
})

test.each([
  ['verify', []],
  ['rotate-keys', []],
  ['confirm-loss', []],
  ['export-user', ['1']],
  ['backup', ['copy']],
] as const)('%s of a database without our tables says to migrate', async (name, args) => {
  expect(await run(name, [...args], 'empty')).toEqual(
    sentence(/The database does not have the schema of this version \(.*\). Run npm run migrate first./),
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
] as const)('%s with a role that may do nothing says so', async (name, args) => {
  expect(await run(name, [...args], 'restricted')).toEqual(sentence(/The role of DATABASE_URL may not do this \(/))
})

test.each(['', 'deadbeef', '35', `${'9'.repeat(30)}:${'10e8:'.repeat(15)}10e8`])(
  'verify --since "%s" says what it takes, before it begins',
  async (text) => {
    expect(await run('verify', ['--since', text], 'away')).toEqual(sentence(/--since takes the last line/))
  },
)

test('confirm-loss takes yes alone for an answer', async () => {
  expect(await run('confirm-loss', ['no'])).toEqual(sentence(/"no" is no answer. Usage: npm run confirm-loss/))
})

test('restore names a folder that is none, and a file', async () => {
  expect(await run('restore', [join(folder, 'no-such')])).toEqual(sentence(/\S+no-such is no complete backup/))
  writeFileSync(join(folder, 'file'), '')
  expect(await run('restore', [join(folder, 'file')])).toEqual(sentence(/\S+file is no complete backup/))
})

test('backup names a folder that cannot be made', async () => {
  expect(await run('backup', ['/proc/copy'])).toEqual(sentence(/The folder \/proc\/copy cannot be made \(ENOENT\)/))
})
