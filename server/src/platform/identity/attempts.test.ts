/** Whose failures are forgotten; counting is tested in server/src/auth/guessing.test.ts. */
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { admit, forgetAttempts, forgetAttemptsOf } from './attempts.ts'

const AT = new Date('2026-12-01T06:30:00Z')
const { db } = await testDatabase()

test('a prefix forgets the failures of that name only, and of no other whose number begins alike', async () => {
  const names = ['user 1 at home', 'user 1 elsewhere', 'user 12 at home', 'user 1']
  await admit(
    db,
    names.map((name) => ({ name, waits: [0] })),
    AT,
  )
  await transaction(db, (tx) => forgetAttemptsOf(tx, 'user 1'))
  expect(await counted()).toEqual(['user 1', 'user 12 at home'])
  await transaction(db, (tx) => forgetAttempts(tx, ['user 1', 'user 2']))
  expect(await counted()).toEqual(['user 12 at home'])
})

test('of two attempts at once the earlier may be counted second: while tries are free it does not wait', async () => {
  const justBefore = new Date(AT.getTime() - 1)
  const at = (when: Date, waits: readonly number[]) => admit(db, [{ name: 'two at once', waits }], when)
  await at(AT, [0, 1])
  await at(justBefore, [0, 1])
  await expect(at(justBefore, [0, 1])).rejects.toMatchObject({ refused: { code: 'too_many_requests' } })
})

async function counted(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from attempts order by name`.execute(db)
  return rows.map(({ name }) => name)
}
