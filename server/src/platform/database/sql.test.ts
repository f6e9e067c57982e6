import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import type { Sql } from './sql.ts'

// Names are assigned once per process, up to a limit: a test of them starts without any, and leaves none to the next.
const withoutNames = (): Promise<typeof import('./sql.ts')> => import(`${import.meta.dirname}/sql.ts?${randomUUID()}`)
const { queryOf, sql } = await withoutNames()

const { db } = await testDatabase()

test.each<[what: string, statement: Sql, text: string, values: unknown[]]>([
  ['without values', sql`select 1`, 'select 1', []],
  ['values in their order', sql`select ${1}, ${'a'}, ${null}`, 'select $1, $2, $3', [1, 'a', null]],
  ['a list is one value', sql`select ${[1, 2]}::int[]`, 'select $1::int[]', [[1, 2]]],
  ['a part between values', sql`a ${1} ${sql`b ${2} ${sql`c ${3}`}`} ${4}`, 'a $1 b $2 c $3 $4', [1, 2, 3, 4]],
  ['a part used twice', ((part: Sql) => sql`${part} or ${part}`)(sql`x = ${1}`), 'x = $1 or x = $2', [1, 1]],
  ['joined values', sql`in (${sql.join([1, 2])})`, 'in ($1, $2)', [1, 2]],
  ['joined parts', sql.join([sql`a = ${1}`, sql`b`, sql`c`], sql` and `), 'a = $1 and b and c', [1]],
  ['nothing to join', sql`in (${sql.join([])})`, 'in ()', []],
  ['names', sql`${sql.ref('u.id')} ${sql.table('my"table')}`, '"u"."id" "my""table"', []],
  ['values in the text', sql`fetch ${sql.lit(5)} ${sql.lit("it's")}`, "fetch 5 'it''s'", []],
  [
    'one record as rows',
    sql`from ${sql.rows('r', { integer: ['id'], text: ['name', 'user'] }, [{ user: 'c', id: 1, name: 'b' }])}`,
    'from (values ($1::integer, $2::text, $3::text)) as "r" ("id", "name", "user")',
    [1, 'b', 'c'],
  ],
  [
    'several records',
    sql.rows('r', { integer: ['id'], text: ['name'] }, [
      { id: 1, name: 'b' },
      { id: 2, name: null },
    ]),
    'unnest($1::integer[], $2::text[]) as "r" ("id", "name")',
    [
      [1, 2],
      ['b', null],
    ],
  ],
  ['no records', sql.rows('r', { integer: ['id'] }, []), 'unnest($1::integer[]) as "r" ("id")', [[]]],
  ['names of columns', sql.names({ integer: ['id', 'user'], text: ['name'] }), '"id", "user", "name"', []],
  ['text as it is', sql`order by ${sql.raw('id desc')}`, 'order by id desc', []],
])('%s', (_what, statement, text, values) => {
  expect(queryOf(statement)).toMatchObject({ text, values })
})

test('a text with parameters has one name, whatever its values; one without has none', async () => {
  const { queryOf, sql } = await withoutNames()
  const byId = (id: number) => queryOf(sql`select name from cats where id = ${id}`)
  const byPart = (id: number) => queryOf(sql`select name from ${sql.table('cats')} where id = ${id}`)
  expect(byId(1).name).toMatch(/^s\d+$/)
  expect(byId(2)).toEqual({ ...byId(1), values: [2] })
  expect(byPart(2)).toEqual({ ...byPart(1), values: [2] })
  expect(byPart(1).name).not.toBe(byId(1).name)
  expect(queryOf(sql`select 1`).name).toBeUndefined()
})

test('a value is never read as SQL, and rows and their number are returned', async () => {
  const name = `'; drop table users; --`
  expect(await sql<{ name: string }>`select ${name}::text as name`.execute(db)).toEqual({ rows: [{ name }], count: 1 })
  expect((await sql`create table dogs (id int)`.execute(db)).count).toBe(0)
  expect((await sql`insert into dogs values (${1}), (${2})`.execute(db)).count).toBe(2)
})

test('no more names are assigned than a connection may keep', async () => {
  const { queryOf, sql } = await withoutNames()
  const names = Array.from({ length: 600 }, (_, n) => queryOf(sql`select ${sql.raw(`column_${n}`)} = ${n}`).name)
  expect(new Set(names.filter(Boolean)).size).toBeLessThanOrEqual(500)
  expect(names.at(-1)).toBeUndefined()
})
