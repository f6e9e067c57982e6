import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { migrate } from './migrations.ts'

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
  write('0001-cats.sql', 'create table cats (id int); insert into cats values (1);')
  write('0002-dogs.sql', 'create table dogs (id int);')
})

test('each file runs once, in order', async () => {
  await migrate(pool, folder)
  await migrate(pool, folder)
  write('0003-more-cats.sql', 'insert into cats values (2);')
  await migrate(pool, folder)
  expect(await tables()).toEqual(['cats', 'dogs', 'schema_migrations'])
  expect((await pool.query('select id from cats order by id')).rows).toEqual([{ id: 1 }, { id: 2 }])
})

test('processes that start together run each file once', async () => {
  await Promise.all(Array.from({ length: 8 }, () => migrate(pool, folder)))
  expect((await pool.query('select id from cats')).rows).toEqual([{ id: 1 }])
})

test('a file that fails leaves nothing of itself, and the files before it stay', async () => {
  write('0002-dogs.sql', 'create table dogs (id int); select 1/0;')
  await expect(migrate(pool, folder)).rejects.toThrow('migration 0002-dogs failed: division by zero')
  expect(await tables()).toEqual(['cats', 'schema_migrations'])
})

describe('a start is refused', () => {
  const cases: [string, () => void, RegExp][] = [
    [
      'by a schema from a newer version',
      () => rmSync(join(folder, '0002-dogs.sql')),
      /0002-dogs, which this program does not know/,
    ],
    [
      'by a file that was changed',
      () => write('0001-cats.sql', 'create table cats (id text);'),
      /0001-cats was changed/,
    ],
    [
      'by a file that vanished',
      () => rmSync(join(folder, '0001-cats.sql')),
      /0001-cats, which this program does not know/,
    ],
    ['by a file put in between', () => write('0000-birds.sql', 'select 1'), /0000-birds was added before 0001-cats/],
    [
      'by a number used twice',
      () => write('0002-birds.sql', 'select 1'),
      /two migrations have the number of 0002-birds/,
    ],
    ['by a file without a number', () => write('birds.sql', 'select 1'), /named like 0001-ledger.sql, not birds.sql/],
  ]
  test.each(cases)('%s', async (_name, change, message) => {
    await migrate(pool, folder)
    change()
    await expect(migrate(pool, folder)).rejects.toThrow(message)
    expect(await tables()).toEqual(['cats', 'dogs', 'schema_migrations'])
  })
})
