/** Deposits into Earn that arrive while another one runs. */
import { addDays, dayOf, startOfDay } from '@bittkosh/contract/time'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { prove } from '../../../tests/support/kyc.ts'
import { newKey, statuses } from '../../../tests/support/line.ts'
import type { TestUser } from '../../../tests/support/server.ts'
import { testTogether } from '../../../tests/support/together.ts'
import { balancesOf } from '../ledger/balances.ts'
import { sql } from '../platform/database/sql.ts'

const { server, admin, ask, inLine, moved, people } = await testTogether(await testDatabase(), {
  path: '/flexible/deposit',
  body: () => ({ amount: 1_000 }),
  rupees: 1_000,
  into: 'flexible',
  places: 7, // begin, claim, lock, gather, record, post, commit
  makeReady: (on, as) => on.call('POST', '/flexible/deposit', { as, body: { amount: 100 } }), // the first one opens the account
  spend: (on, as) => on.call('POST', '/flexible/deposit', { as, body: { amount: 9_500 } }),
})
const { db } = server.services

test('users without an Earn account get one', async () => {
  const users = await Promise.all(Array.from({ length: 3 }, () => server.makeUser({ walletRupees: 10_000 })))
  const { result, times } = await moved(users, () => inLine(users.map((user) => () => ask(user))))
  expect([times, statuses(result.answers)]).toEqual([
    [1, 1, 1],
    [201, 201, 201],
  ])
})

test('a deposit outside the limits does not affect the others', async () => {
  const users = await people(3)
  const [fine, small, large] = users as [TestUser, TestUser, TestUser]
  const deposit = (as: TestUser, amount: number) =>
    server.call('POST', '/flexible/deposit', { as, body: { amount }, key: newKey() })
  const { result, times } = await moved(users, () =>
    inLine([() => ask(fine), () => deposit(small, 99), () => deposit(large, 1_000_001)]),
  )
  expect(result.answers.map(({ body }) => body.code)).toEqual([undefined, 'below_minimum', 'above_maximum'])
  expect([times, result.together, result.alone]).toEqual([[1, 0, 0], 1, 2])
})

test('the reward for a friend is paid once, by the last of their concurrent calls, whoever else deposits', async () => {
  const referrer = await server.makeUser()
  const friend = await server.makeUser({ referredBy: referrer.id, walletRupees: 10_000 })
  await prove(server, friend, admin)
  const [fine, other] = (await people(2)) as [TestUser, TestUser]
  const { result, times } = await moved([fine, friend, other], () =>
    inLine([() => ask(fine), () => ask(friend), () => ask(other), () => ask(friend)]),
  )
  expect([times, statuses(result.answers)]).toEqual([
    [1, 2, 1],
    [201, 201, 201, 201],
  ])
  expect((await balancesOf(db, referrer.id)).wallet).toBe(100_00n)
})

test('the interest of unposted days is posted alone, and once', async () => {
  const users = await people(3)
  await Promise.all(users.map((user) => ask(user)))
  const tomorrow = addDays(dayOf(server.clock.now()), 2)
  server.clock.moveTo(new Date(startOfDay(tomorrow).getTime() + 12 * 3_600_000)) // without any job run
  await ask(users[1]!)
  const { result, times } = await moved(users, () => inLine(users.map((user) => () => ask(user))))
  expect(statuses(result.answers)).toEqual([201, 201, 201])
  expect([times[1], result.together, result.alone]).toEqual([1, 1, 2])
  const { rows } = await sql<{ user_id: number; days: number }>`
    select user_id, count(*)::integer as days from flexible_interest
     where user_id = any (${users.map(({ id }) => id)}::integer[]) group by user_id`.execute(db)
  expect(rows.map(({ days }) => days)).toEqual([2, 2, 2])
})
