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
      'by a file that vanished',
      () => rmSync(join(folder, '20260101T0900-cats.sql')),
      /20260101T0900-cats, which this program does not know/,
    ],
    [
      'by a file put in between',
      () => write('20251231T2359-birds.sql', 'select 1'),
      /20251231T2359-birds was added before 20260101T0900-cats/,
    ],
    [
      'by a file without a time',
      () => write('birds.sql', 'select 1'),
      /named like 20261122T1300-lists.sql, not birds.sql/,
    ],
  ]
  test.each(cases)('%s', async (_name, change, message) => {
    await migrate(pool, folder)
    change()
    await expect(migrate(pool, folder)).rejects.toThrow(message)
    expect(await tables()).toEqual(['cats', 'dogs', 'schema_migrations'])
  })
})

test('two files of one minute run in the order of their names', async () => {
  write('20260102T1000-cows.sql', 'create table cows (id int); insert into cows values (1);')
  write('20260102T1000-milk.sql', 'update cows set id = 2;')
  await migrate(pool, folder)
  expect((await pool.query('select id from cows')).rows).toEqual([{ id: 2 }])
})

test('a database of numbered migrations is refused with the way out, and stays as it was', async () => {
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
