/** pgBackRest restores a PostgreSQL below a running program to a point in time between two acknowledged transfers. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../server/src/config.ts'
import { sealLedger } from '../../server/src/ledger/seals.ts'
import { advanceTotals } from '../../server/src/ledger/totals.ts'
import { openDatabase } from '../../server/src/platform/database/open.ts'
import { keyRing } from '../../server/src/platform/files/keys.ts'
import { type ArchivedPostgres, startArchivedPostgres } from '../support/archivedPostgres.ts'
import { newPerson, register } from '../support/logins.ts'
import { type Program, startProgram } from '../support/program.ts'

let folder: string
let postgres: ArchivedPostgres
let program: Program

const environment = () => ({
  ...process.env,
  NODE_ENV: '',
  DATA_DIR: folder,
  DATABASE_URL: postgres.url,
  ADMIN_EMAIL: 'owner@moment.test',
  ADMIN_PASSWORD: 'moment-Passw0rd-7',
})

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bittkosh-moment-'))
  postgres = startArchivedPostgres()
  program = await startProgram(environment())
})
afterAll(async () => {
  await program.stop()
  postgres.remove()
  rmSync(folder, { recursive: true, force: true })
})

const registerAsha = (n: number) => register(program.base, { ...newPerson(), email: `asha${n}@moment.test` })

async function ask<Row>(statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  return client
    .query(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

const transfers = () => ask<{ text: string }>('select t::text as text from ledger_transfers t order by id')
const people = async () =>
  (await ask<{ email: string }>("select email from users where email like 'asha%' order by id")).map(
    ({ email }) => email,
  )

async function readiness(): Promise<string> {
  const reply = await fetch(`${program.base}/health/ready`)
  return `${reply.status} ${((await reply.json()) as { status: string }).status}`
}

/** How many transfers the program has recorded as acknowledged. */
const noted = () => JSON.parse(readFileSync(join(folder, 'acknowledged.json'), 'utf8')).transfers.length

function command(name: string, ...args: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [`server/src/${name}.ts`, ...args], {
    env: environment(),
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr }
}

/** Seals the ledger, as the job of each minute does; returns the head as `npm run verify` prints it. */
async function sealedHead(): Promise<string> {
  const config = readConfig(environment())
  const { db, close } = await openDatabase(config)
  // Not everything is final while an older transaction is open.
  await expect.poll(() => advanceTotals(db)).toBe(true)
  await sealLedger(db, keyRing(config), new Date())
  await close()
  return / (\d+:[0-9a-f:]{79})\n$/.exec(command('verify').said)?.[1] ?? ''
}

test('the first transfer exists, the second does not, and the program reports it until an operator confirms it', async () => {
  postgres.backup('full')
  await registerAsha(1)
  postgres.backup('diff')
  const kept = await transfers()
  const head = await sealedHead()
  const [between] = await ask<{ moment: string }>('select clock_timestamp()::text as moment')
  await registerAsha(2)
  const headOfBoth = await sealedHead()
  await expect.poll(noted).toBe(2)

  postgres.restoreTo(between?.moment ?? '')
  expect(await transfers()).toEqual(kept)
  expect(await people()).toEqual(['asha1@moment.test'])

  expect(command('verify', '--since', head)).toMatchObject({
    status: 0,
    said: expect.stringMatching(/ok {3}what was sealed at the noted head is still there\nAll \d+ invariants hold/),
  })
  expect(command('verify', '--since', headOfBoth)).toMatchObject({
    status: 1,
    said: expect.stringMatching(
      /the seal through transfer 2 that was noted is not in the ledger; its last one is through 1/,
    ),
  })

  await expect.poll(readiness).toBe('503 acknowledged commits are missing')
  expect(command('confirm-loss').said).toMatch(/transfer 2 \(user \d+ welcomed/)
  expect(command('confirm-loss', 'yes')).toMatchObject({ status: 0, said: expect.stringMatching(/Confirmed/) })
  await expect.poll(readiness).toBe('200 ok')
  await registerAsha(3)
  expect(await people()).toEqual(['asha1@moment.test', 'asha3@moment.test'])
  postgres.backup('full') // of the timeline that begins here
})
