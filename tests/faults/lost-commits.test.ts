/**
 * A real PostgreSQL is reset to an older copy below a running program: this is noticed, and the program is not ready until an
 * operator confirms it.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clusterDirOf } from '../../server/src/platform/database/embedded-place.ts'
import { type Embedded, joinEmbeddedPostgres } from '../../server/src/platform/database/embedded-postgres.ts'
import { type Person, register } from '../support/logins.ts'
import { type Program, startProgram } from '../support/program.ts'

let folder: string
/** The folder of a second program on the same database. */
let second: string
let place: string
let postgres: Embedded
let program: Program
let programs: Program[]

beforeEach(async () => {
  programs = []
  folder = mkdtempSync(join(tmpdir(), 'bittkosh-lost-'))
  second = mkdtempSync(join(tmpdir(), 'bittkosh-lost-second-'))
  place = mkdtempSync(join(tmpdir(), 'bittkosh-lost-db-'))
  postgres = await joinEmbeddedPostgres({ dataDir: place, say: () => {} })
  program = await start(folder)
})
afterEach(async () => {
  for (const each of programs) await each.stop()
  await postgres.leave()
  for (const each of [folder, second, place]) rmSync(each, { recursive: true, force: true })
})

const OWNER = { login: 'owner@lost.test', password: 'lost-Passw0rd-7' }
const envOf = (dataDir: string) => ({
  ...process.env,
  NODE_ENV: '',
  DATA_DIR: dataDir,
  DATABASE_URL: postgres.url,
  APP_SECRET: 'one for all programs of this database',
  ADMIN_EMAIL: OWNER.login,
  ADMIN_PASSWORD: OWNER.password,
})

async function start(dataDir: string): Promise<Program> {
  const started = await startProgram(envOf(dataDir))
  programs.push(started)
  return started
}

/** Stops PostgreSQL, changes its files, and starts it again; the program keeps running. */
async function withFiles(change: (data: string) => void) {
  await postgres.leave()
  change(join(clusterDirOf(place), 'data'))
  postgres = await joinEmbeddedPostgres({ dataDir: place, say: () => {} })
}
const copy = (from: string, to: string) => expect(spawnSync('cp', ['-a', from, to]).status).toBe(0)

async function readiness(of: Program = program): Promise<string> {
  const reply = await fetch(`${of.base}/health/ready`)
  return `${reply.status} ${((await reply.json()) as { status: string }).status}`
}

function call(method: 'GET' | 'POST', path: string, as: Person | null, body: object = {}): Promise<Response> {
  return fetch(`${program.base}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(as && { authorization: `Bearer ${as.token}` }) },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  })
}
const markRead = async (as: Person) => (await call('POST', '/notifications/mark-all-read', as)).status

function confirmLoss({ dataDir = folder, words = [] }: { dataDir?: string; words?: string[] } = {}) {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['server/src/confirm-loss.ts', ...words], {
    env: envOf(dataDir),
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr }
}

test('an older copy below a running program is noticed, reported, and accepted only once an operator confirms it', async () => {
  const asha = await register(program.base)
  let old = ''
  await withFiles((data) => {
    old = `${data}.old`
    copy(data, old)
  })
  await expect.poll(readiness).toBe('200 ok')
  expect(await markRead(asha)).toBe(200)
  await register(program.base) // acknowledged, and lost below
  await expect.poll(() => keptIn(folder)).toBe(2)

  let log = ''
  program.process.stdout?.on('data', (text) => (log += text))
  await withFiles((data) => {
    rmSync(data, { recursive: true })
    copy(old, data)
  })
  await expect.poll(readiness).toBe('503 acknowledged commits are missing')
  expect(log.split('\n').filter((line) => line.includes('"fatal"'))).toEqual([
    expect.stringMatching(/"missing":"transfer 2 \(user \d+ welcomed .*commits that were acknowledged are gone/),
  ])
  await expect.poll(() => mails()).toContainEqual(expect.stringMatching(/To: owner@lost\.test[^]*has lost commits/))
  expect(confirmLoss().said).toMatch(/transfer 2 \(user \d+ welcomed[^]*confirm-loss -- yes/)
  expect(await readiness()).toBe('503 acknowledged commits are missing')

  // People's calls that change something wait; the panel is there for who must put it right.
  await expect.poll(() => markRead(asha)).toBe(503)
  expect((await call('GET', '/notifications', asha)).status).toBe(200)
  const owner = (await (await call('POST', '/login', null, OWNER)).json()) as Person
  expect((await call('GET', '/admin/alerts', owner)).status).toBe(200)

  await register(program.base) // continues on the older copy: the new transfer has the number of the lost one, so it proves nothing
  copyFileSync(join(folder, 'acknowledged.json'), join(second, 'acknowledged.json')) // of a program that saw the same
  expect(confirmLoss({ words: ['yes'] })).toMatchObject({ status: 0, said: expect.stringMatching(/Confirmed/) })
  await expect.poll(readiness).toBe('200 ok')
  await expect.poll(() => markRead(asha)).toBe(200)
  await register(program.base)
  await expect.poll(() => keptIn(folder)).toBe(3)
  expect(await readiness()).toBe('200 ok')

  // In another folder the confirmed loss is forgotten too, and no program there raises it again.
  expect(keptIn(second)).toBe(2)
  expect(confirmLoss({ dataDir: second, words: ['yes'] })).toMatchObject({
    status: 0,
    said: expect.stringMatching(/^Everything missing is already confirmed; [^\n]+ is cleared\.\n$/),
  })
  const other = await start(second)
  await expect.poll(() => keptIn(second)).toBe(3) // it has checked, and kept what it found
  expect(await readiness(other)).toBe('200 ok')
})

test('a loss that no program has noticed is named too, and none that starts is ready until it is confirmed', async () => {
  let old = ''
  await withFiles((data) => {
    old = `${data}.old`
    copy(data, old)
  })
  await expect.poll(readiness).toBe('200 ok')
  await register(program.base)
  await expect.poll(() => keptIn(folder)).toBe(1)
  await program.stop()
  await withFiles((data) => {
    rmSync(data, { recursive: true })
    copy(old, data)
  })
  for (let run = 0; run < 2; run++)
    expect(confirmLoss()).toMatchObject({
      status: 0,
      said: expect.stringMatching(
        /^Noticed at [^\n]+\n {2}transfer \d+ \(user \d+ welcomed[^\n]*\n(?: {2}the seal [^\n]+\n)?Once you have dealt/,
      ),
    })
  program = await start(folder)
  expect(await readiness()).toBe('503 acknowledged commits are missing')
  await expect.poll(() => mails().filter((mail) => mail.includes('has lost commits')).length).toBe(1)
  expect(confirmLoss({ words: ['yes'] })).toMatchObject({ status: 0, said: expect.stringMatching(/Confirmed/) })
  await expect.poll(readiness).toBe('200 ok')
})

/** How many transfers a folder's program has recorded. */
function keptIn(dataDir: string): number {
  return JSON.parse(readFileSync(join(dataDir, 'acknowledged.json'), 'utf8')).transfers.length
}

function mails(): string[] {
  const outbox = join(folder, 'outbox')
  return readdirSync(outbox)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(outbox, name), 'utf8'))
}
