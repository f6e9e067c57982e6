import { afterAll, expect, test } from 'vitest'
import { approveKycOf } from '../../../tests/support/kyc.ts'
import { testServer } from '../../../tests/support/server.ts'
import { withdrawalsOn } from '../../../tests/support/withdrawals.ts'
import { sql } from '../platform/database/sql.ts'
import { decisionsAreLogged } from './invariants.ts'

const server = await testServer()
const { db } = server.services
const [meera, ravi] = [await server.makeUser({ role: 'admin' }), await server.makeUser({ role: 'admin' })]
const { investor, ask, approve, reject, cancel } = withdrawalsOn(server, meera)
afterAll(() => server.close())

test('a decision logged under another admin or act is found; waiting and cancelled requests need none', async () => {
  const user = await investor()
  const ids = await Promise.all([1, 2, 3, 4].map(async () => (await ask(user)).body.id as number))
  const [approved = 0, rejected = 0, cancelled = 0] = ids
  await approve(approved)
  await reject(rejected)
  await cancel(cancelled, user)
  const logged = decisionsAreLogged('withdrawal', 'withdrawals')
  expect(await logged.find(db)).toEqual([])

  await sql`update withdrawals set decided_by = ${ravi.id}, claimed_by = ${ravi.id} where id = ${approved}`.execute(db)
  expect(await logged.find(db)).toEqual([`withdrawal ${approved} was approved without an audit row`])
  await sql`update withdrawals set status = 'approved', transaction_id = 'x', reference_key = 'X' where id = ${rejected}`.execute(
    db,
  )
  expect((await logged.find(db)).sort()).toHaveLength(2)
})

test('the same holds for an identity record', async () => {
  const user = await server.makeUser()
  await approveKycOf(server, user, meera)
  const logged = decisionsAreLogged('kyc', 'kyc_records')
  expect(await logged.find(db)).toEqual([])
  await sql`update kyc_records set decided_by = ${ravi.id} where user_id = ${user.id}`.execute(db)
  expect(await logged.find(db)).toHaveLength(1)
})
