/** Purchases that arrive while another one runs. */
import { expect, test } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import type { TestUser } from '../../../tests/support/server.ts'
import { newKey } from '../../../tests/support/line.ts'
import { testTogether } from '../../../tests/support/together.ts'
import { sql } from '../platform/database/sql.ts'

const plans = { many: 0, one: 0 }
const { server, admin, ask, inLine, moved, people } = await testTogether(await testDatabase(), {
  path: '/crypto/invest',
  body: () => ({ cryptocurrency_id: plans.many, amount: 1_000 }),
  rupees: 1_000,
  into: 'invested',
  places: 6, // begin, claim, plans, gather, write, commit
  spend: (on, as) => on.call('POST', '/flexible/deposit', { as, body: { amount: 9_500 } }),
})
const category = await server.call('POST', '/admin/cryptocurrency-categories', {
  as: admin,
  body: { name: 'Savers', description: 'Steady ones' },
})

async function addPlan(more: { symbol: string; multiple_allowed: boolean }): Promise<number> {
  const body = {
    name: 'BTC Saver 30',
    icon_url: 'https://cdn.example/btc.svg',
    category_id: category.body.id,
    minimum_deposit: 1_000,
    maximum_deposit: 5_000,
    profit_percentage: 2.1,
    lower_fluctuation: 100,
    higher_fluctuation: 200,
    bottom_flow: '0.05',
    upper_flow: '0.40',
    investment_duration_days: 30,
    ...more,
  }
  return (await server.call('POST', '/admin/cryptocurrencies', { as: admin, body })).body.id
}
plans.many = await addPlan({ symbol: 'MANY', multiple_allowed: true })
plans.one = await addPlan({ symbol: 'ONE', multiple_allowed: false })

const buy = (as: TestUser, body: { cryptocurrency_id?: number; amount?: number }) =>
  server.call('POST', '/crypto/invest', {
    as,
    body: { cryptocurrency_id: plans.one, amount: 1_000, ...body },
    key: newKey(),
  })

test('purchases of several plans do not affect each other, each with its own terms', async () => {
  const users = (await people(2)) as [TestUser, TestUser]
  const { result, times } = await moved(users, () => inLine([() => ask(users[0]), () => buy(users[1], {})]))
  expect(result.answers.map(({ body }) => [body.cryptocurrency.symbol, body.amount, body.is_withdrawn])).toEqual([
    ['MANY', 1_000, false],
    ['ONE', 1_000, false],
  ])
  expect([times, result.together]).toEqual([[1, 1], 1])
  const { body } = await server.call('GET', '/crypto/investments', { as: users[1] })
  expect(body.data).toMatchObject([{ id: result.answers[1]?.body.id, number: result.answers[1]?.body.number }])
})

test('refused purchases do not affect the others: too small, too large, a second one, not on offer', async () => {
  const users = await people(5)
  const [fine, small, large, second, gone] = users as [TestUser, TestUser, TestUser, TestUser, TestUser]
  expect((await buy(second, {})).status).toBe(201)
  const { result, times } = await moved(users, () =>
    inLine([
      () => buy(fine, {}),
      () => buy(small, { amount: 999 }),
      () => buy(large, { amount: 5_001 }),
      () => buy(second, {}),
      () => buy(gone, { cryptocurrency_id: 999_999 }),
    ]),
  )
  expect(result.answers.map(({ body }) => body.code)).toEqual([
    undefined,
    'below_minimum',
    'above_maximum',
    'already_invested',
    'plan_unavailable',
  ])
  expect([times, result.together, result.alone]).toEqual([[1, 0, 0, 0, 0], 1, 4])
})

test('a plan that is withdrawn from sale in the meantime is sold to nobody who waits', async () => {
  const users = await people(3)
  const { result, times } = await moved(users, () =>
    inLine(
      users.map((user) => () => buy(user, {})),
      { meanwhile: () => sql`update plans set is_active = false where id = ${plans.one}`.execute(server.services.db) },
    ),
  )
  await sql`update plans set is_active = true where id = ${plans.one}`.execute(server.services.db)
  expect(result.answers.map(({ body }) => body.code)).toEqual(users.map(() => 'plan_unavailable'))
  expect([times, result.together]).toEqual([[0, 0, 0], 1])
})
