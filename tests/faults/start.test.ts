/** Starts that must fail: with one sentence that says what to do, exit code 1, and nothing left running or half created. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openPool } from '../../server/src/platform/database/open.ts'
import { keyRing } from '../../server/src/platform/files/keys.ts'
import { emptyDatabase, testDatabase } from '../support/database.ts'
import { register } from '../support/logins.ts'

let folder: string
let database: Awaited<ReturnType<typeof testDatabase>>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bittkosh-start-'))
  database = await testDatabase()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the program until it ends by itself. */
async function start(env: Record<string, string>, program = 'server/src/main.ts') {
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: database.url,
      ADMIN_PASSWORD: 'a-long-passphrase',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let wrong = ''
  child.stdout.on('data', (text) => (said += text))
  child.stderr.on('data', (text) => (wrong += text))
  onTestFinished(() => void child.kill('SIGKILL')) // if the test has run out of time
  const code = await new Promise<number | null>((ended) => child.once('exit', ended))
  return { code, said, wrong }
}

/** A port that another program has, until the test ends. */
async function busyPort(): Promise<number> {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => other.once('listening', listening))
  onTestFinished(() => void other.close())
  return (other.address() as AddressInfo).port
}

describe('a start is refused', () => {
  test('when another program has the port', async () => {
    const port = await busyPort()
    const { code, wrong } = await start({ PORT: String(port) })
    expect(wrong.trim()).toBe(`Port ${port} is already in use. Set PORT to a free one.`)
    expect(code).toBe(1)
  })

  test('when another program has the port of the metrics, before its own is bound and accepts a call', async () => {
    const [own, port] = [await busyPort(), await busyPort()]
    const { code, wrong } = await start({ PORT: String(own), METRICS_PORT: String(port) })
    expect(wrong.trim()).toBe(
      `METRICS_PORT ${port} cannot be used (EADDRINUSE). Set it to a free port, or leave it out.`,
    )
    expect(code).toBe(1)
  })

  test.each(['203.0.113.7', 'nowhere.invalid'])('when HOST is not an address of this machine: %s', async (host) => {
    const { code, wrong } = await start({ HOST: host })
    expect(wrong.trim()).toBe(`HOST is ${host}, which is not an address of this machine.`)
    expect(code).toBe(1)
  })

  test('when DATA_DIR cannot be created', async () => {
    const { code, wrong } = await start({ DATA_DIR: '/dev/null/data' })
    expect(wrong).toMatch(/^DATA_DIR is \/dev\/null\/data, and this folder cannot be created/)
    expect(code).toBe(1)
  })

  test('when the configuration is wrong, with all mistakes listed at once', async () => {
    const { code, wrong } = await start({ PORT: 'x', RATE_LIMITS: 'no', DATABASE_URL: 'mysql://user:geheim@host/db' })
    expect(wrong.split('\n').filter(Boolean)).toHaveLength(3)
    expect(wrong).toMatch(/PORT is "x"[^]*DATABASE_URL is not[^]*RATE_LIMITS is "no"/)
    expect(wrong).not.toContain('geheim')
    expect(code).toBe(1)
  })

  test('in production, when it is set up only for trying out, with all missing settings listed', async () => {
    const { code, wrong } = await start({ NODE_ENV: 'production', ADMIN_PASSWORD: 'password' })
    const named = wrong
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[0])
    expect(named).toEqual(['APP_SECRET', 'ADMIN_PASSWORD', 'PUBLIC_URL', 'SMTP_URL'])
    expect(code).toBe(1)
  })

  test('when the database does not answer', async () => {
    const { code, wrong } = await start({ DATABASE_URL: 'postgresql://bittkosh@127.0.0.1:1/bittkosh' })
    expect(wrong).toMatch(/^The database does not respond: .*ECONNREFUSED/)
    expect(code).toBe(1)
  })

  test('in production when another secret made the newest seal of the database; elsewhere it only says so', async () => {
    const { pool, url } = await testDatabase()
    const sealed = keyRing({ appSecret: 'a'.repeat(64), oldAppSecrets: [] }).seal(Buffer.alloc(32), 'a head')
    await pool.query(
      `insert into ledger_seals (through, sealed_at, transfer_ids, digests, head, sealed_head)
       values (1, now(), '{}', '', $1, $2)`,
      [Buffer.alloc(32), sealed],
    )
    const env = { DATABASE_URL: url, APP_SECRET: '0c6f2e51b7a94d38e6b1f09a7d5c4e83' }
    const outside = { PUBLIC_URL: 'https://start.test', SMTP_URL: 'smtp://127.0.0.1', TRUST_PROXY: 'none' }
    const refused = await start({ ...env, ...outside, NODE_ENV: 'production' })
    expect(refused.wrong).toMatch(/^The database was sealed with another APP_SECRET\. .*\.$/m)
    expect(refused.code).toBe(1)
    const port = await busyPort() // ends it later
    const warned = await start({ ...env, PORT: String(port) })
    expect(warned.wrong).toMatch(/^The database was sealed with another APP_SECRET[^]*already in use/)
  })

  test('when the database could lose acknowledged commits', async () => {
    const name = /\/([^/?]+)(?:\?|$)/.exec(database.url)?.[1]
    await database.pool.query(`alter database ${name} set synchronous_commit = off`)
    const { code, wrong } = await start({})
    await database.pool.query(`alter database ${name} reset synchronous_commit`)
    expect(wrong).toMatch(/^The database runs with synchronous_commit = off and could lose money/)
    expect(code).toBe(1)
  })

  test('when a newer version has run on the database', async () => {
    await database.pool.query(
      "insert into schema_migrations (name, checksum) values ('29991231T2359-of-tomorrow', 'x')",
    )
    const { code, wrong } = await start({})
    await database.pool.query("delete from schema_migrations where checksum = 'x'")
    expect(wrong).toMatch(/29991231T2359-of-tomorrow, which this program does not know/)
    expect(code).toBe(1)
  })

  test('when an older version created the database, with the solution', async () => {
    await database.pool.query("insert into schema_migrations (name, checksum) values ('0001-ledger', 'x')")
    const { code, wrong } = await start({})
    await database.pool.query("delete from schema_migrations where checksum = 'x'")
    expect(wrong.trim()).toBe(
      'The database was made by an older version, which this one cannot bring up to date: make a backup of it with that version (npm run backup), and restore the backup with this one (npm run restore) into an empty DATA_DIR or DATABASE_URL.',
    )
    expect(code).toBe(1)
  })

  test('when it is the first one and the port is taken, after the admin’s password and the samples have been made', async () => {
    const [port, url] = [await busyPort(), await emptyDatabase()]
    const { code, said, wrong } = await start({ PORT: String(port), DATABASE_URL: url, ADMIN_PASSWORD: '' })
    expect(said).toMatch(/^The first admin signs in as admin@bittkosh\.local with the password [a-z2-7]{16} /m)
    expect(wrong.trim()).toBe(`Port ${port} is already in use. Set PORT to a free one.`)
    expect(code).toBe(1)
    const pool = openPool(url, 1)
    const { rows } = await pool.query(
      `select exists (select from plans) as plans, exists (select from balance_packages) as packages,
              exists (select from deposit_methods) as methods`,
    )
    await pool.end()
    expect(rows).toEqual([{ plans: true, packages: true, methods: true }])
  })

  test('when a restore is requested without a backup, or from a folder that is none', async () => {
    const { code, wrong } = await start({}, 'server/src/restore.ts')
    expect(wrong).toMatch(/^Name the backup/)
    expect(code).toBe(1)
  })
})

test('PORT=0 is a free port, which the program prints and with which its links begin', async () => {
  const env = { DATA_DIR: join(folder, 'free'), DATABASE_URL: database.url, NODE_ENV: '' }
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    env: { ...process.env, ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  const base = await new Promise<string>((running) => {
    child.stdout.on('data', (text) => {
      said += text
      const [, address] = / runs at (\S+)/.exec(said) ?? []
      if (address) running(address)
    })
  })
  const { token } = await register(base)
  const reply = await fetch(`${base}/api/profile`, { headers: { authorization: `Bearer ${token}` } })
  expect(await reply.json()).toMatchObject({ refer_link: expect.stringContaining(`${base}/register`) })
})
