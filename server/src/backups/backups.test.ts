import { hash, randomBytes, randomInt } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { describeSchema } from '../../../scripts/schema/describe.ts'
import { schemaSql } from '../../../scripts/schema/sql.ts'
import { emptyDatabase } from '../../../tests/support/database.ts'
import { approveKycOf } from '../../../tests/support/kyc.ts'
import { untilOneWaits } from '../../../tests/support/locks.ts'
import { uploadedUrl } from '../../../tests/support/pictures.ts'
import { type TestServer, testServer, type TestUser } from '../../../tests/support/server.ts'
import { everyInvariant } from '../checks.ts'
import type { Config } from '../config.ts'
import type { Invariant } from '../ledger/invariants.ts'
import { openPool } from '../platform/database/open.ts'
import { FILES_LOCK, fileStore } from '../platform/files/files.ts'
import { isUnavailable, makeDb, transaction } from '../platform/database/database.ts'
import { applyMigrations, migrate, splitMigrations, readMigrations } from '../platform/database/migrations.ts'
import { sql } from '../platform/database/sql.ts'
import { StartError } from '../platform/start-error.ts'
import { purgeUnusedPictures } from '../uploads/jobs.ts'
import { storedPicturesAmiss } from '../uploads/verify.ts'
import { archiveIn } from './archive.ts'
import { type Manifest, MANIFEST, readManifest, SIGNATURE, signed } from './manifest.ts'
import { copyLines, hashOfRows, linesOf, openUnlimitedClient, tablesOf } from './rows.ts'
import { proveBackup } from './prove.ts'
import { type InvariantsFor, restoreBackup } from './restore.ts'
import { takeBackup } from './take.ts'

let server: TestServer
let admin: TestUser
let place: string
let backup: string
/** What the installation contained when the backup was made. */
let saved: { hashes: Record<string, string>; pictures: string[] }

beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin' })
  place = mkdtempSync(join(tmpdir(), 'bittkosh-backup-'))
  const asha = await server.makeUser({ walletRupees: 10_000, name: 'Asha "N/A", \\ राव\u2028\n\\.\n()' })
  await approveKycOf(server, asha, admin)
  // keys that a dictionary orders in another way than their bytes
  await server.call('POST', '/flexible/deposit', { as: asha, key: 'a-deposit-of-asha', body: { amount: 2_000 } })
  await server.call('POST', '/withdrawals', {
    as: asha,
    key: 'B-withdrawal-of-asha',
    body: { amount: 1_000, type: 'upi', withdrawal_details: { upi_id: 'asha@okhdfc' } },
  })
  await server.call('PUT', '/settings/flexible_daily_profit_percentage', { as: admin, body: { value: 0.03 } })
  await server.travelTo(new Date(server.clock.now().getTime() + 3 * 86_400_000))
  admin = await server.makeUser({ role: 'admin' })
  await uploadedUrl(server, admin) // a second picture
  backup = join(place, 'whole')
  await take(backup)
  saved = { hashes: await hashesOf(urlOf(server.services)), pictures: await storedIn(server.services.config) }
})
afterAll(async () => {
  rmSync(place, { recursive: true, force: true })
  await server.close()
})

const urlOf = ({ config }: TestServer['services']) => config.databaseUrl ?? ''
function take(folder: string) {
  const { config, clock } = server.services
  return takeBackup({ config, url: urlOf(server.services), folder, at: clock.now() })
}

/** An empty installation with the same secret. */
async function freshPlace({ secret, locale }: { secret?: string; locale?: string } = {}) {
  const { config } = server.services
  const appSecret = secret ?? config.appSecret
  const own: Config = { ...config, appSecret, dataDir: mkdtempSync(join(place, 'data-')) }
  return { url: await emptyDatabase(locale === undefined ? {} : { locale }), config: own }
}

async function restore(target: Awaited<ReturnType<typeof freshPlace>>, folder: string, more: Invariant[] = []) {
  const { now } = server.clock
  return restoreBackup({
    ...target,
    folder,
    invariantsFor: (restored) => [...everyInvariant({ ...restored, now }), ...more],
  })
}

/** Expects a refusal with one sentence, and a target as empty as before. */
async function refused(folder: string, sentence: RegExp, target?: Awaited<ReturnType<typeof freshPlace>>) {
  const into = target ?? (await freshPlace())
  const error = await restore(into, folder).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(StartError)
  expect(String(error)).toMatch(sentence)
  expect(await tablesIn(into.url)).toBe(0)
  expect(await storedIn(into.config)).toEqual([])
}

function copyOf(name: string, of = backup): string {
  const copy = join(place, name)
  cpSync(of, copy, { recursive: true })
  return copy
}

function contentOf(folder: string): Omit<Manifest, 'format' | 'key'> {
  const { format: _, key: __, ...content }: Manifest = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'))
  return content
}

/** A copy with a changed manifest and a matching signature. */
function signedAnew(name: string, change: Partial<Manifest>, of = backup): string {
  const copy = copyOf(name, of)
  const { text, signature } = signed(server.services.config, { ...contentOf(of), ...change })
  writeFileSync(join(copy, MANIFEST), text)
  writeFileSync(join(copy, SIGNATURE), signature)
  return copy
}

async function tablesIn(url: string): Promise<number> {
  const pool = openPool(url, 1)
  const { rows } = await pool.query(
    "select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  )
  await pool.end()
  return rows.length
}

async function hashesOf(url: string) {
  const client = await openUnlimitedClient(url)
  await client.query('begin')
  const hashes: Record<string, string> = {}
  for (const table of await tablesOf(client)) hashes[table.name] = (await hashOfRows(client, table)).content
  await client.end()
  return hashes
}

async function storedIn(config: Config): Promise<string[]> {
  const names = []
  for await (const name of (await fileStore(config)).names()) names.push(name)
  return names.toSorted()
}

describe('tried at once', () => {
  const databases = async () => {
    const { rows } = await server.services.db.run({
      text: "select count(*)::integer as count from pg_database where starts_with(datname, current_database() || '_proof_')",
      values: [],
    })
    return rows
  }
  const prove = (folder: string) =>
    proveBackup({
      config: server.services.config,
      url: urlOf(server.services),
      folder,
      invariantsFor: (restored) => everyInvariant({ ...restored, now: server.clock.now }),
    })

  test('what a killed trial has left is removed by the next one', async () => {
    const { config, db } = server.services
    const folders = () => readdirSync(config.dataDir).filter((name) => name.includes('_proof_'))
    const begun = Promise.withResolvers<void>()
    const killed: Invariant = {
      name: 'killed',
      find() {
        begun.resolve()
        return new Promise(() => {}) // the killed trial does nothing any more
      },
    }
    void proveBackup({ config, url: urlOf(server.services), folder: backup, invariantsFor: () => [killed] })
    await begun.promise
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'bittkosh backup' and datname = current_database()`.execute(db)
    expect([await databases(), folders().length]).toEqual([[{ count: 1 }], 1])
    expect(await prove(backup)).toBeGreaterThan(10)
    expect([await databases(), folders()]).toEqual([[{ count: 0 }], []])
  })

  test('two trials of a good backup take turns, pass every invariant and leave nothing behind', async () => {
    const before = await hashesOf(urlOf(server.services))
    const [one, other] = await Promise.all([prove(backup), prove(backup)])
    expect(one).toBeGreaterThan(10)
    expect(one).toBe(other)
    expect(await databases()).toEqual([{ count: 0 }])
    expect(await hashesOf(urlOf(server.services))).toEqual(before)
  })

  test('a damaged backup reports what is wrong, and leaves nothing behind either', async () => {
    const damaged = copyOf('damaged-on-trial')
    const table = join(damaged, 'tables', readdirSync(join(damaged, 'tables'))[0] ?? '')
    writeFileSync(table, gzipSync('[]\n'))
    await expect(prove(damaged)).rejects.toThrow(StartError)
    expect(await databases()).toEqual([{ count: 0 }])
  })
})

test('everything is restored, row by row and picture by picture, and ids continue with the next one', async () => {
  const target = await freshPlace()
  const manifest = await restore(target, backup)
  expect(await hashesOf(target.url)).toEqual(saved.hashes)
  expect(await storedIn(target.config)).toEqual(saved.pictures)
  expect(manifest.pictures.length).toBeGreaterThan(0)
  expect(manifest.ledger.transfers).toBeGreaterThan(3)
  const pool = openPool(target.url, 1)
  const { rows: unknown } = await pool.query(
    "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples < 0",
  )
  expect(unknown).toEqual([]) // the planner has statistics of every table
  await migrate(pool) // a start accepts the schema
  // … with every index and key that was set aside while rows were written
  const asMigrated = readFileSync(join(import.meta.dirname, '../../schema.sql'), 'utf8')
  expect(schemaSql(await describeSchema(pool))).toBe(asMigrated)
  const { rows } = await pool.query('select nextval($1) as next', ['public.users_id_seq'])
  expect(rows[0].next).toBeGreaterThan(BigInt(admin.id))
  await expect(pool.query('delete from ledger_entries')).rejects.toThrow() // the triggers are enabled again
  await expect(pool.query('update ledger_accounts set balance = balance + 1')).rejects.toThrow()
  await pool.end()
})

test('a database of another collation restores it, and so does this one what is backed up there', async () => {
  const [there, back] = [await freshPlace({ locale: 'en-US' }), await freshPlace()]
  const client = await openUnlimitedClient(there.url)
  const { rows } = await client.query("select 'a' < 'B' as dictionary")
  await client.end()
  expect(rows).toEqual([{ dictionary: true }])
  await restore(there, backup)
  const folder = join(place, 'of another collation')
  await takeBackup({ ...there, folder, at: server.clock.now() })
  await restore(back, folder)
  for (const { url } of [there, back]) expect(await hashesOf(url)).toEqual(saved.hashes)
})

test('a backup of the format before, signed with an old secret and not encrypted although a key is set by now, is restored', async () => {
  const { url, config } = await freshPlace({ secret: randomBytes(32).toString('hex') })
  const changed = { ...config, oldAppSecrets: [server.services.config.appSecret], backupKey: randomBytes(32) }
  const manifest = await restore({ url, config: changed }, signedAnew('older', { format: 2 }))
  expect(manifest.format).toBe(2)
  expect(await hashesOf(url)).toEqual(saved.hashes)
})

test('a row is restored from its line, whatever characters it contains', async () => {
  const characters = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).slice(1)
  const texts = [...characters, '😀', '\\\\"', '\\.', '\r\n', '(,)', ' ', '', null]
  const client = await openUnlimitedClient(await emptyDatabase())
  await client.query('begin; create table odd (id integer primary key, text text)')
  await client.query('insert into odd select n, text from unnest($1::text[]) with ordinality as t (text, n)', [texts])
  const odd = { name: 'odd', columns: ['id', 'text'], hasGenerated: false }
  const lines: string[] = []
  for await (const some of linesOf(client, odd)) lines.push(...some)
  const before = await hashOfRows(client, odd)
  await client.query('truncate odd')
  await copyLines(client, odd, Readable.from([lines]))
  expect(await hashOfRows(client, odd)).toEqual(before)
  const { rows: back } = await client.query<{ text: string | null }>('select text from odd order by id')
  expect(back.map(({ text }) => text)).toEqual(texts)
  await client.end()
})

test('a backup contains no secret and is closed to others', () => {
  const files = readdirSync(backup, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => statSync(join(backup, name)).isFile())) {
    expect(statSync(join(backup, file)).mode & 0o077).toBe(0)
    expect(readFileSync(join(backup, file)).includes(server.services.config.appSecret)).toBe(false)
  }
  expect(statSync(backup).mode & 0o077).toBe(0)
})

describe('what grants access', () => {
  /** Rows of each table that would grant access, judged by their columns. */
  async function liveIn(url: string) {
    const pool = openPool(url, 1)
    const { rows } = await pool.query<Record<string, number>>(`
      select (select count(*)::int from sessions) as sessions, (select count(*)::int from password_resets) as resets,
             (select count(*)::int from reset_requests) as requests, (select count(*)::int from email_claims) as claims,
             (select count(*)::int from contact_codes) as codes,
             (select count(*)::int from second_factors where active_since is null) as factors,
             (select count(*)::int from balance_transfers where otp_hash is not null) as otps,
             (select count(*)::int from outbox where sent_at is null and useless_after is not null) as mails,
             (select count(*)::int from outbox where sent_at is null and useless_after is null) as "plain mails"`)
    await pool.end()
    return rows[0] ?? {}
  }

  test('is in no backup, and an ended session is not restored from one', async () => {
    const { db } = server.services
    const at = server.clock.now()
    const [asha, ravi] = [await server.makeUser({ walletRupees: 900 }), await server.makeUser()]
    await sql`
      with live as (
        insert into password_resets (user_id, token_hash, created_at, expires_at)
        values (${asha.id}, ${randomBytes(32)}, ${at}, ${new Date(at.getTime() + 1_800_000)})
      ), requested as (
        insert into reset_requests (email, requested_at) values (${asha.email}, ${at})
      ), claimed as (
        insert into email_claims (email, language, requested_at) values (${asha.email}, 'en', ${at})
      ), sent as (
        insert into contact_codes (user_id, channel, code_hash, created_at, expires_at)
        values (${asha.id}, 'email', ${randomBytes(32)}, ${at}, ${at})
      ), begun as (
        insert into second_factors (user_id, sealed_secret, created_at) values (${admin.id}, ${randomBytes(60)}, ${at})
      ), mailed as (
        insert into outbox (channel, recipient, subject, body, created_at, send_after, useless_after)
        values ('mail', ${asha.email}, 'Your code', 'the code is 424242', ${at}, ${at}, ${new Date(at.getTime() + 300_000)}),
               ('mail', ${asha.email}, 'Welcome', 'no code', ${at}, ${at}, null)
      )
      insert into balance_transfers (sender_id, receiver_id, receiver_masked, amount, fee, fee_rate_ppm, otp_hash, otp_expires_at, created_at)
      values (${asha.id}, ${ravi.id}, 'R***', 100, 3, 30000, ${randomBytes(32)}, ${at}, ${at})`.execute(db)
    const before = await liveIn(urlOf(server.services))
    expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([])

    const folder = join(place, 'without what is live')
    await take(folder)
    for (const name of ['sessions', 'password_resets', 'reset_requests', 'email_claims', 'contact_codes'])
      expect(gunzipSync(readFileSync(join(folder, `tables/${name}.jsonl.gz`))).length, name).toBe(0)
    expect(String(gunzipSync(readFileSync(join(folder, 'tables/outbox.jsonl.gz'))))).not.toContain('424242')
    const target = await freshPlace()
    await restore(target, folder)
    expect(await liveIn(target.url)).toEqual({
      ...Object.fromEntries(Object.keys(before).map((name) => [name, 0])),
      'plain mails': before['plain mails'],
    })
    await sql`delete from second_factors where user_id = ${admin.id}`.execute(db)
  })
})

describe('with a BACKUP_KEY', () => {
  const key = randomBytes(32)
  const target = async (backupKey: Uint8Array | null) => {
    const { url, config } = await freshPlace()
    return { url, config: { ...config, backupKey } }
  }
  const folder = () => join(place, 'encrypted')
  beforeAll(async () => {
    const config = { ...server.services.config, backupKey: key }
    await takeBackup({ config, url: urlOf(server.services), folder: folder(), at: server.clock.now() })
  })

  test('no file shows its content, and everything is restored', async () => {
    const files = readdirSync(folder(), { recursive: true, encoding: 'utf8' }).filter((name) =>
      statSync(join(folder(), name)).isFile(),
    )
    expect(files.filter((name) => !name.endsWith('.sealed'))).toEqual([SIGNATURE])
    for (const name of files.filter((file) => file !== SIGNATURE))
      expect(String(readFileSync(join(folder(), name)).subarray(0, 16)), name).toBe('BITTKOSH-SEALED1')
    const into = await target(key)
    const { pictures } = await restore(into, folder())
    expect(pictures.length).toBeGreaterThan(0)
    expect(await storedIn(into.config)).toEqual(pictures.map(({ name }) => name).toSorted())
    expect(await hashesOf(into.url)).toEqual(await hashesOf(urlOf(server.services)))
  })

  test('without the key, or with another one, a sentence says which key is missing', async () => {
    await refused(folder(), /is encrypted\. Set BACKUP_KEY to the key it was made with/, await target(null))
    await refused(folder(), /not encrypted with this BACKUP_KEY/, await target(randomBytes(32)))
  })

  test('a bit flipped anywhere is refused', async () => {
    const copy = copyOf('encrypted and flipped', folder())
    const into = await target(key)
    for (const name of readdirSync(copy, { recursive: true, encoding: 'utf8' })) {
      const path = join(copy, name)
      if (!statSync(path).isFile()) continue
      const bytes = readFileSync(path)
      const [at, bit] = [randomInt(bytes.length), 1 << randomInt(8)]
      bytes[at] = (bytes[at] ?? 0) ^ bit
      writeFileSync(path, bytes)
      await expect(restore(into, copy), `${name}, byte ${at}, bit ${bit}`).rejects.toThrow(StartError)
      bytes[at] = (bytes[at] ?? 0) ^ bit
      writeFileSync(path, bytes)
    }
    expect(await tablesIn(into.url)).toBe(0)
  })

  test('a file that was swapped for that of another backup with the same key is refused', async () => {
    const [copy, other] = [copyOf('exchanged', folder()), join(place, 'another encrypted')]
    const config = { ...server.services.config, backupKey: key }
    await takeBackup({ config, url: urlOf(server.services), folder: other, at: server.clock.now() })
    cpSync(join(other, 'tables/users.jsonl.gz.sealed'), join(copy, 'tables/users.jsonl.gz.sealed'))
    await refused(copy, /damaged: tables\/users/, await target(key))
    cpSync(join(other, `${MANIFEST}.sealed`), join(copy, `${MANIFEST}.sealed`))
    await refused(copy, /damaged|changed/, await target(key))
  })
})

test('after a newer release has run on the database, a backup is made, and only that release verifies and restores it', async () => {
  const { config, db } = server.services
  await sql`
    insert into schema_migrations (name, checksum, goes_on_since)
    values ('29991231T2359-of-tomorrow', 'x', '20261128T0322-report-sums')`.execute(db)
  const folder = join(place, 'of a newer schema')
  try {
    await take(folder)
    const url = urlOf(server.services)
    await expect(proveBackup({ config, url, folder, invariantsFor: () => [] })).rejects.toThrow(
      /^The backup was made but could not be verified: .* 29991231T2359-of-tomorrow of a newer release/,
    )
  } finally {
    await sql`delete from schema_migrations where checksum = 'x'`.execute(db)
  }
  await refused(folder, /29991231T2359-of-tomorrow.* Restore it with that version\. Nothing was restored\./)
})

describe('refused, with the target as empty as before', () => {
  test('any flipped bit', async () => {
    const target = await freshPlace()
    const copy = copyOf('flipped')
    const files = readdirSync(copy, { recursive: true, encoding: 'utf8' }).filter((name) =>
      statSync(join(copy, name)).isFile(),
    )
    for (let n = 0; n < 50; n++) {
      const path = join(copy, files[n % files.length] ?? '')
      const bytes = readFileSync(path)
      const at = randomInt(bytes.length)
      const bit = 1 << randomInt(8)
      bytes[at] = (bytes[at] ?? 0) ^ bit
      writeFileSync(path, bytes)
      await expect(restore(target, copy)).rejects.toThrow(/damaged|changed|APP_SECRET|cannot be read/)
      bytes[at] = (bytes[at] ?? 0) ^ bit
      writeFileSync(path, bytes)
    }
    expect(await tablesIn(target.url)).toBe(0)
    await expect(readManifest(target.config, archiveIn(copy, MANIFEST, target.config))).resolves.toBeDefined() // repaired
  })

  test('one that was truncated, before or behind its end', async () => {
    const unsigned = copyOf('unsigned')
    rmSync(join(unsigned, SIGNATURE))
    await refused(unsigned, /not a complete backup/)
    const lacking = copyOf('lacking')
    rmSync(join(lacking, 'tables/ledger_entries.jsonl.gz'))
    await refused(lacking, /damaged: tables\/ledger_entries/)
    await refused(join(place, 'nowhere'), /not a complete backup/)
  })

  test('one of another installation', async () => {
    const other = await freshPlace({ secret: randomBytes(32).toString('hex') })
    await refused(backup, /not made with this APP_SECRET/, other)
  })

  test('one of a newer version, and one whose rows do not match its ledger', async () => {
    const content = contentOf(backup)
    const newer = [...content.migrations, { name: '29991231T2359-of-tomorrow', checksum: 'x' }]
    await refused(signedAnew('newer', { migrations: newer }), /newer version/)
    const fewer = content.tables.map((table) => (table.name === 'users' ? { ...table, rows: table.rows + 1 } : table))
    await refused(signedAnew('fewer', { tables: fewer }), /users was not restored/)
  })

  test('one whose rows refer to rows that are not in it', async () => {
    const hashOf = (of: string | Buffer) => hash('sha256', of)
    const nothing = gzipSync('')
    const tables = contentOf(backup).tables.map((table) =>
      table.name === 'users' ? { ...table, rows: 0, sha256: hashOf(nothing), content: hashOf('') } : table,
    )
    const orphans = signedAnew('orphans', { tables })
    writeFileSync(join(orphans, 'tables/users.jsonl.gz'), nothing)
    const into = await freshPlace()
    await expect(restore(into, orphans)).rejects.toMatchObject({ code: '23503' }) // foreign_key_violation
    expect(await tablesIn(into.url)).toBe(0)
  })

  test('one that breaks an invariant, such as one without a picture that it does not list as missing', async () => {
    const [lost, ...others] = contentOf(backup).pictures
    const without = signedAnew('without a picture', { pictures: others })
    await refused(without, new RegExp(`breaks an invariant[^]*picture ${lost?.name} `))
  })

  test('into a database that holds anything at all', async () => {
    const target = await freshPlace()
    const client = await openUnlimitedClient(target.url)
    await client.query('create table held as select 1 as n')
    await expect(restore(target, backup)).rejects.toThrow(/not empty/)
    const { rows } = await client.query('select n from held')
    await client.end()
    expect([rows, await tablesIn(target.url)]).toEqual([[{ n: 1 }], 1])
  })
})

test('refused for a store that has a picture of the same name, which stays as it was', async () => {
  const target = await freshPlace()
  const [name = ''] = saved.pictures
  const store = await fileStore(target.config)
  await store.put(name, Buffer.from('of somebody else'))
  await expect(restore(target, backup)).rejects.toThrow(/store of uploads is not empty/)
  expect(await storedIn(target.config)).toEqual([name])
  expect(String(Buffer.from(await store.get(name)))).toBe('of somebody else')
  expect(await tablesIn(target.url)).toBe(0)
})

test('a restore that was killed is run again: the pictures it had stored are deleted first, and nothing else', async () => {
  const target = await freshPlace()
  const store = await fileStore(target.config)
  const [first = ''] = saved.pictures
  await store.put('of_another', Buffer.from('of somebody else'))
  const dead = Promise.withResolvers<void>()
  const killed: Invariant = {
    name: 'killed',
    find(db) {
      void sql`select pg_terminate_backend(pg_backend_pid())`.execute(db).catch(() => dead.resolve())
      return new Promise(() => {}) // the killed restore does nothing any more
    },
  }
  void restoreBackup({ ...target, folder: backup, invariantsFor: () => [killed] })
  await dead.promise
  await store.put(first, Buffer.from('half'))
  const left = [...saved.pictures, 'of_another'].toSorted()
  expect((await storedIn(target.config)).toSorted()).toEqual(left)

  const elsewhere = { ...target, config: { ...target.config, databaseUrl: 'postgres://elsewhere/bittkosh' } }
  await expect(restore(elsewhere, backup)).rejects.toThrow(/running or was killed/)
  expect((await storedIn(target.config)).toSorted()).toEqual(left)

  await restoreBackup({ ...target, folder: backup, invariantsFor: () => [] })
  expect(await hashesOf(target.url)).toEqual(saved.hashes)
  expect(String(Buffer.from(await store.get('of_another')))).toBe('of somebody else')
  await store.delete('of_another')
  expect(await storedIn(target.config)).toEqual(saved.pictures)
  expect(await store.get(first)).toEqual(await (await fileStore(server.services.config)).get(first))
  expect(existsSync(join(target.config.dataDir, 'restoring.json'))).toBe(false)
})

// As versions before the folding listed them: the first, the last but one, and the last.
const UNFOLDED = [
  { name: '20261125T0300-lists', checksum: '4487de64d29d3fe8849330bdd9dfd26b01f6a6c08dc6045652023dbec44fda69' },
  {
    name: '20261127T2301-closing-list',
    checksum: '2dfeadb411f8698c601864faa196189063f592fa2b480bac3f337a933c1c491c',
  },
  {
    name: '20261128T0300-ask-about-more',
    checksum: '69da56b8a6779dafbbb106745844ccfca9a567245988d8a65243e912a3186292',
  },
]

describe('a backup of the version before the migrations were folded', () => {
  test('is restored if its schema was the last one, and a start continues from there', async () => {
    const [old, target] = [await freshPlace(), await freshPlace()]
    const client = await openUnlimitedClient(old.url)
    await applyMigrations(client, splitMigrations(UNFOLDED).before)
    await client.query(
      `insert into users (name, email, phone, password_hash, role, roles, referral_code, created_at)
       values ('Meera', 'meera@example.test', '+919800000001', 'unusable', 'admin', '{owner}', 'MEERA', now())`,
    )
    await client.query(
      `insert into ledger_accounts (user_id, holder, kind, balance)
       select id, id, kind, 0 from users, unnest(array['wallet', 'flexible', 'invested', 'held']) as kind`,
    )
    await client.end()
    const folder = join(place, 'of the last version before')
    await takeBackup({ ...old, folder, at: server.clock.now() })
    await restore(target, signedAnew('unfolded', { migrations: UNFOLDED }, folder))
    const pool = openPool(target.url, 1)
    const { rows: users } = await pool.query('select name, roles from users')
    expect(users).toEqual([{ name: 'Meera', roles: ['owner'] }])
    await migrate(pool)
    const { rows } = await pool.query('select from schema_migrations')
    expect(rows).toHaveLength(readMigrations().length)
    await pool.end()
  })

  test.each<[string, Partial<Manifest>, RegExp]>([
    [
      'of an older schema',
      { migrations: UNFOLDED.slice(0, 2) },
      /schema of 20261127T2301-closing-list, .* older than 20261128T0300/,
    ],
    [
      'of a last migration that was another',
      { migrations: [...UNFOLDED.slice(0, 2), { name: '20261128T0300-ask-about-more', checksum: 'x' }] },
      /restores none older than 20261128T0300/,
    ],
  ])('is refused with a way out: one %s', async (name, change, sentence) => {
    await refused(signedAnew(name, change), sentence)
  })

  test('is refused if its tables had other columns', async () => {
    const tables = contentOf(backup).tables.map((table) =>
      table.name === 'users' ? { ...table, columns: [...table.columns, 'password_reset_at'] } : table,
    )
    await refused(signedAnew('other columns', { migrations: UNFOLDED, tables }), /backup’s tables do not match/)
  })
})

describe('if the database goes away meanwhile', () => {
  const isSaid = (work: Promise<Manifest>) => work.then(() => false, isUnavailable)

  test('a backup reports that, and leaves nothing of what it had written', async () => {
    const { db } = server.services
    const folder = join(place, 'struck')
    let struck: Promise<boolean> | undefined
    await transaction(db, async (tx) => {
      await sql`select pg_advisory_xact_lock(${FILES_LOCK})`.execute(tx)
      struck = isSaid(take(folder))
      await untilOneWaits(db)
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'bittkosh backup' and datname = current_database()`.execute(db)
    })
    expect(await struck).toBe(true)
    expect(existsSync(folder)).toBe(false)
  })

  test('a restore reports that, and leaves none of the pictures that it had stored', async () => {
    const target = await freshPlace()
    const strike: Invariant = {
      name: 'struck',
      find: (db) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(db).then(() => []),
    }
    expect(await isSaid(restore(target, backup, [strike]))).toBe(true)
    expect(await tablesIn(target.url)).toBe(0)
    expect(await storedIn(target.config)).toEqual([])
  })

  test('a restore that may have been committed keeps its pictures, and names what to check', async () => {
    const target = await freshPlace()
    const send: (...given: unknown[]) => Promise<unknown> = Client.prototype.query
    const lost = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given) {
      const sent = send.apply(this, given) // a stream for a copy
      return given[0] === 'commit' ? sent.then(() => Promise.reject(new Error('Connection terminated'))) : sent
    })
    await expect(restore(target, backup)).rejects.toThrow('lost while the restore was committed')
    lost.mockRestore()
    expect(await hashesOf(target.url)).toEqual(saved.hashes)
    expect(await storedIn(target.config)).toEqual(saved.pictures)
  })

  test('a restore that was not committed is run again, over the pictures that it had stored', async () => {
    const target = await freshPlace()
    const send: (...given: unknown[]) => Promise<unknown> = Client.prototype.query
    const lost = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given) {
      return send.apply(this, given[0] === 'commit' ? ['select pg_terminate_backend(pg_backend_pid())'] : given)
    })
    await expect(restore(target, backup)).rejects.toThrow('lost while the restore was committed')
    lost.mockRestore()
    expect(await tablesIn(target.url)).toBe(0)
    expect(await storedIn(target.config)).toEqual(saved.pictures)
    await restore(target, backup)
    expect(await hashesOf(target.url)).toEqual(saved.hashes)
    expect(await storedIn(target.config)).toEqual(saved.pictures)
    expect(existsSync(join(target.config.dataDir, 'restoring.json'))).toBe(false)
  })
})

test('a picture that the store has lost stops no backup, trial or restore, and is named by each', async () => {
  const { config } = server.services
  const [lost = '', ...others] = saved.pictures
  const store = await fileStore(config)
  const bytes = await store.get(lost)
  const folder = join(place, 'without a lost picture')
  await store.delete(lost)
  try {
    expect((await take(folder)).missing).toEqual([lost])
  } finally {
    await store.put(lost, bytes)
  }
  const invariantsFor: InvariantsFor = (restored) => everyInvariant({ ...restored, now: server.clock.now })
  expect(await proveBackup({ config, url: urlOf(server.services), folder, invariantsFor })).toBeGreaterThan(10)
  const target = await freshPlace()
  expect((await restore(target, folder)).missing).toEqual([lost])
  expect(await storedIn(target.config)).toEqual(expect.arrayContaining(others))
  expect(await storedIn(target.config)).not.toContain(lost)
  const pool = openPool(target.url, 1)
  expect(await storedPicturesAmiss(makeDb(pool), target.config)).toEqual([expect.stringContaining(`picture ${lost} `)])
  await pool.end()
})

test('an existing folder is not overwritten', async () => {
  await expect(take(backup)).rejects.toThrow(/already exists/)
  expect(existsSync(join(backup, SIGNATURE))).toBe(true)
})

test('a backup taken while money moves is one moment of the ledger', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => server.makeUser({ walletRupees: 5_000 })))
  const stop = new AbortController()
  const life = people.map(async (as) => {
    while (!stop.signal.aborted) {
      await server.call('POST', '/flexible/deposit', { as, body: { amount: 100 } })
      await server.call('POST', '/flexible/withdraw', { as, body: { amount: 50 } })
    }
  })
  const [early, late] = [await take(join(place, 'early')), await take(join(place, 'late'))]
  stop.abort()
  await Promise.all(life)
  expect(late.ledger.transfers).toBeGreaterThan(early.ledger.transfers)
  expect((await restore(await freshPlace(), join(place, 'early'))).ledger).toEqual(early.ledger)
  expect((await restore(await freshPlace(), join(place, 'late'))).ledger).toEqual(late.ledger)
})

test('no picture is deleted while a backup is taken', async () => {
  const { db, config } = server.services
  const owner = await server.makeUser()
  await uploadedUrl(server, owner)
  await sql`update files set state = 'doomed' where owner_id = ${owner.id}`.execute(db)
  const count = async () => (await sql`select from files where owner_id = ${owner.id}`.execute(db)).rows.length
  const holder = await openUnlimitedClient(urlOf(server.services))
  await holder.query('select pg_advisory_lock_shared(7302130)')
  await purgeUnusedPictures.run(server.services, server.clock.now())
  expect(await count()).toBe(1)
  await holder.end()
  await expect
    .poll(async () => {
      await purgeUnusedPictures.run(server.services, server.clock.now())
      return count()
    })
    .toBe(0)
  expect(await storedPicturesAmiss(db, config)).toEqual([])
})
