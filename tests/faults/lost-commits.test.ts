/** A real PostgreSQL that is put back to an older copy below a running program: noticed, not ready, until it is confirmed. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clusterDirOf } from '../../server/src/platform/database/embedded-place.ts'
import { type Embedded, joinEmbeddedPostgres } from '../../server/src/platform/database/embedded-postgres.ts'
import { type Program, startProgram } from '../support/program.ts'

let folder: string
let place: string
let postgres: Embedded
let program: Program

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bittkosh-lost-'))
  place = mkdtempSync(join(tmpdir(), 'bittkosh-lost-db-'))
  postgres = await joinEmbeddedPostgres({ dataDir: place, say: () => {} })
  program = await startProgram(env())
})
afterAll(async () => {
  await program.stop()
  await postgres.leave()
  rmSync(folder, { recursive: true, force: true })
  rmSync(place, { recursive: true, force: true })
})

const env = () => ({
  ...process.env,
  NODE_ENV: '',
  DATA_DIR: folder,
  DATABASE_URL: postgres.url,
  ADMIN_EMAIL: 'owner@lost.test',
  ADMIN_PASSWORD: 'lost-Passw0rd-7',
})

/** Stops PostgreSQL, does this to its files, and starts it again; the program goes on meanwhile. */
async function withFiles(change: (data: string) => void) {
  await postgres.leave()
  change(join(clusterDirOf(place), 'data'))
  postgres = await joinEmbeddedPostgres({ dataDir: place, say: () => {} })
}
const copy = (from: string, to: string) => expect(spawnSync('cp', ['-a', from, to]).status).toBe(0)

let people = 0
/** Each brings one transfer, the welcome bonus. */
async function register() {
  const n = ++people
  const body = {
    name: 'Asha',
    email: `asha${n}@lost.test`,
    phone: `98000${10000 + n}`,
    password: 'a-long-passphrase-7',
  }
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${program.base}/api/register`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(reply.status, await reply.clone().text()).toBe(201)
}

async function readiness(): Promise<string> {
  const reply = await fetch(`${program.base}/health/ready`)
  return `${reply.status} ${((await reply.json()) as { status: string }).status}`
}

function run(command: string, ...args: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [`server/src/${command}.ts`, ...args], {
    env: env(),
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr }
}

test('an older copy below a running program is noticed, told, and taken only once an operator says so', async () => {
  await register()
  let old = ''
  await withFiles((data) => {
    old = `${data}.old`
    copy(data, old)
  })
  await expect.poll(readiness).toBe('200 ok')
  await register() // acknowledged, and lost below
  await expect.poll(() => JSON.parse(readFileSync(join(folder, 'acknowledged.json'), 'utf8')).transfers.length).toBe(2)

  let log = ''
  program.process.stdout?.on('data', (text) => (log += text))
  await withFiles((data) => {
    rmSync(data, { recursive: true })
    copy(old, data)
  })
  await expect.poll(readiness).toBe('503 acknowledged commits are missing')
  expect(log.split('\n').filter((line) => line.includes('"fatal"'))).toEqual([
    expect.stringMatching(/commits that were acknowledged are gone/),
  ])
  await expect.poll(() => mails()).toContainEqual(expect.stringMatching(/To: owner@lost\.test[^]*has lost commits/))
  expect(run('confirm-loss').said).toMatch(/transfer 2 \(user \d+ welcomed[^]*confirm-loss -- yes/)
  expect(await readiness()).toBe('503 acknowledged commits are missing')

  await register() // goes on top: the new transfer has the number of the lost one, and is no proof of it
  expect(run('confirm-loss', 'yes')).toMatchObject({ status: 0, said: expect.stringMatching(/Confirmed/) })
  await expect.poll(readiness).toBe('200 ok')
  await register()
  await expect.poll(() => JSON.parse(readFileSync(join(folder, 'acknowledged.json'), 'utf8')).transfers.length).toBe(3)
  expect(await readiness()).toBe('200 ok')
})

function mails(): string[] {
  const outbox = join(folder, 'outbox')
  return readdirSync(outbox)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(outbox, name), 'utf8'))
}
