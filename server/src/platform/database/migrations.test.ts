import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { migrate } from './migrations.ts'
import { StartError } from '../start-error.ts'

const { pool } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'bittkosh-migrations-'))
afterAll(() => rmSync(folder, { recursive: true }))

const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql)
const tables = async () => {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  )
  return rows.map(({ name }) => name)
}

beforeEach(async () => {
  await pool.query('drop schema public cascade')
  await pool.query('create schema public')
  rmSync(folder, { recursive: true })
  mkdirSync(folder)
  write('20260101T0900-cats.sql', 'create table cats (id int); insert into cats values (1);')
  write('20260102T1000-dogs.sql', 'create table dogs (id int);')
})

test('each file runs once, in order', async () => {
  await migrate(pool, folder)
  await migrate(pool, folder)
  write('20260103T1100-more-cats.sql', 'insert into cats values (2);')
  await migrate(pool, folder)
  expect(await tables()).toEqual(['cats', 'dogs', 'schema_migrations'])
  expect((await pool.query('select id from cats order by id')).rows).toEqual([{ id: 1 }, { id: 2 }])
})

test('processes that start together run each file once', async () => {
  await Promise.all(Array.from({ length: 8 }, () => migrate(pool, folder)))
  expect((await pool.query('select id from cats')).rows).toEqual([{ id: 1 }])
})

test('a file that fails leaves nothing of itself, and the files before it stay', async () => {
  write('20260102T1000-dogs.sql', 'create table dogs (id int); select 1/0;')
  await expect(migrate(pool, folder)).rejects.toThrow('migration 20260102T1000-dogs failed: division by zero')
  expect(await tables()).toEqual(['cats', 'schema_migrations'])
})

describe('a start is refused', () => {
  const cases: [string, () => void, RegExp][] = [
    [
      'by a schema from a newer version',
      () => rmSync(join(folder, '20260102T1000-dogs.sql')),
      /20260102T1000-dogs, which this program does not know/,
    ],
    [
      'by a file that was changed',
      () => write('20260101T0900-cats.sql', 'create table cats (id text);'),
      /20260101T0900-cats was changed/,
    ],
    [
      'by a first file that vanished, as where files were folded',
      () => rmSync(join(folder, '20260101T0900-cats.sql')),
      /made by an older version, .* make a backup of it with that version/,
    ],
    [
      'by a file put in between',
      () => write('20251231T2359-birds.sql', 'select 1'),
      /20251231T2359-birds was added before 20260101T0900-cats/,
    ],
    [
      'by a file without a time',
      () => write('birds.sql', 'select 1'),
      /named like 20261128T0300-lists.sql, not birds.sql/,
    ],
  ]
  test.each(cases)('%s', async (_name, change, message) => {
    await migrate(pool, folder)
    change()
    await expect(migrate(pool, folder)).rejects.toThrow(message)
    expect(await tables()).toEqual(['cats', 'dogs', 'schema_migrations'])
  })
})

describe('beside a newer schema', () => {
  const goesOn = '-- Programs since 20260102T1000-dogs go on.\n'

  /** A newer version runs one more migration; then this version, which does not know it, starts. */
  async function startAfter(sql: string) {
    write('20261129T0101-tails.sql', sql)
    await migrate(pool, folder)
    rmSync(join(folder, '20261129T0101-tails.sql'))
    return migrate(pool, folder)
  }

  test('an older program starts if the newer one allows it', async () => {
    expect(await startAfter(`${goesOn}alter table cats add column tail int;`)).toEqual([])
  })

  test('a program older than the declared one does not start', async () => {
    write('20260101T1000-later.sql', 'select 1')
    rmSync(join(folder, '20260102T1000-dogs.sql'))
    write('20261129T0101-tails.sql', `${goesOn}alter table cats add column tail int;`)
    await migrate(pool, folder)
    rmSync(join(folder, '20261129T0101-tails.sql'))
    await expect(migrate(pool, folder)).rejects.toThrow('and this one cannot run beside it')
  })

  test('no older program starts if the newer one stops them all', async () => {
    await expect(startAfter('-- Older programs stop.\nalter table cats rename id to number;')).rejects.toThrow(
      '20261129T0101-tails, which this program does not know',
    )
  })

  test.each([
    ['says nothing', 'select 1;', /must say/],
    ['says both', `${goesOn}-- Older programs stop.\nselect 1;`, /must say/],
    ['lets them go on and drops', `${goesOn}alter table cats drop column id;`, /has "drop "/],
    ['and renames', `${goesOn}alter table cats rename id to number;`, /has "rename"/],
    ['and demands a value', `${goesOn}alter table cats alter column id set not null;`, /has "set not null"/],
    [
      'and adds what must be filled',
      `${goesOn}alter table cats add column a int not null;`,
      /has "add column a int not null"/,
    ],
    ['and forbids', `${goesOn}alter table cats add constraint few check (id < 9);`, /has "add constraint"/],
    ['and changes a type', `${goesOn}alter table cats alter column id type text;`, /has "alter column id type"/],
    [
      'has more beside a concurrent index',
      `${goesOn}create index concurrently a on cats (id); select 1;`,
      /nothing else/,
    ],
  ])('a migration is refused if it %s', async (_what, sql, message) => {
    write('20261129T0101-tails.sql', sql)
    await expect(migrate(pool, folder)).rejects.toThrow(message)
  })

  test('a column with a default, a new table and a comment about dropping are allowed', async () => {
    const sql = `${goesOn}-- Later we drop id.\nalter table cats add column a int not null default 1, add column b int;\ndrop index if exists c;`
    expect(await startAfter(sql)).toEqual([])
  })
})

test('a migration that waits for a long reader blocks nobody', async () => {
  await migrate(pool, folder)
  write('20261129T0101-tails.sql', '-- Older programs stop.\nalter table cats add column tail int;')
  const reader = await pool.connect()
  await reader.query('begin; select from cats')
  let tries = 0
  let stepBack = () => {}
  const steppedBackTwice = new Promise<void>((resolve) => (stepBack = resolve))
  const migrating = migrate(pool, folder, { lockMs: 50, pauseMs: 1, say: () => void (++tries === 2 && stepBack()) })
  await steppedBackTwice
  await pool.query('insert into cats values (7)') // would wait for the migration, which waits for the reader
  await reader.query('commit')
  reader.release()
  expect(await migrating).toEqual(['20261129T0101-tails'])
  expect((await pool.query('select tail from cats where id = 7')).rows).toEqual([{ tail: null }])
})

describe('an index that is created concurrently', () => {
  const file = '20261129T0101-index.sql'
  const sql = '-- For the search by id.\n-- Older programs stop.\ncreate index concurrently cats_by_id on cats (id);\n'
  const valid = async () =>
    (await pool.query("select indisvalid as valid from pg_index where indexrelid = 'cats_by_id'::regclass")).rows

  test('is created by one of several processes, while the others wait outside any transaction', async () => {
    write(file, sql)
    const ran = await Promise.all(Array.from({ length: 4 }, () => migrate(pool, folder)))
    expect(ran.flat().toSorted()).toEqual(['20260101T0900-cats', '20260102T1000-dogs', '20261129T0101-index'])
    expect(await valid()).toEqual([{ valid: true }])
  })

  test('is created again if an interrupted attempt has left an invalid one', async () => {
    await migrate(pool, folder)
    await pool.query('insert into cats values (1)')
    const unique = sql.replace('create index', 'create unique index')
    write(file, unique)
    await expect(migrate(pool, folder)).rejects.toThrow('could not create unique index')
    expect(await valid()).toEqual([{ valid: false }])
    await pool.query('delete from cats')
    await migrate(pool, folder)
    expect(await valid()).toEqual([{ valid: true }])
  })
})

test('two files of the same minute run in the order of their names', async () => {
  write('20260102T1000-cows.sql', 'create table cows (id int); insert into cows values (1);')
  write('20260102T1000-milk.sql', 'update cows set id = 2;')
  await migrate(pool, folder)
  expect((await pool.query('select id from cows')).rows).toEqual([{ id: 2 }])
})

test('a database with numbered migrations is refused with a way out, and stays as it was', async () => {
  await pool.query(
    'create table schema_migrations (number int primary key, name text not null, checksum text not null)',
  )
  await pool.query("insert into schema_migrations values (1, '0001-ledger', 'x'), (2, '0002-users', 'y')")
  const thrown = await migrate(pool, folder).catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(StartError)
  expect(String(thrown)).toContain(
    'make a backup of it with that version (npm run backup), and restore the backup with this one (npm run restore) into an empty DATA_DIR or DATABASE_URL.',
  )
  expect(await tables()).toEqual(['schema_migrations'])
})
