import { randomBytes } from 'node:crypto'
import { addDays, dayOf, startOfDay } from '@bittkosh/contract/time'
import { afterAll, expect, test } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { type TestUser, testServer } from '../../../tests/support/server.ts'
import { withdrawalsOn } from '../../../tests/support/withdrawals.ts'
import { worthByDay } from './queries.ts'

const server = await testServer()
const admin = await server.makeUser({ role: 'admin' })
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

type Row = { date: string; wallet: number; flexible: number; plans: number; total: number }
const today = () => dayOf(server.clock.now())
/** By an admin with a session at the moment to which the other tests have moved the clock. */
const withdrawals = async () => withdrawalsOn(server, await server.signedInAgain(admin))
const read = async (user: TestUser, what: string) => (await server.call('GET', `/portfolio/${what}`, { as: user })).body
const history = async (user: TestUser, days: number): Promise<Row[]> => (await read(user, `history?days=${days}`)).data

async function later(user: TestUser, days: number): Promise<TestUser> {
  await server.travelTo(new Date(startOfDay(addDays(today(), days)).getTime() + 6 * 3_600_000))
  return server.signedInAgain(user)
}

async function addPlan(days: number) {
  const as = await server.signedInAgain(admin)
  const named = await server.call('POST', '/admin/cryptocurrency-categories', {
    as,
    body: { name: `Savers ${randomBytes(3).toString('hex')}`, description: 'Steady ones' },
  })
  const symbol = randomBytes(4).toString('hex')
  const body = {
    name: 'Saver',
    symbol,
    icon_url: 'https://cdn.example/s.svg',
    category_id: named.body.id,
    minimum_deposit: 100,
    maximum_deposit: 50_000,
    profit_percentage: 3,
    investment_duration_days: days,
    lower_fluctuation: 100,
    higher_fluctuation: 200,
    bottom_flow: '0.05',
    upper_flow: '0.40',
    multiple_allowed: true,
  }
  return (await server.call('POST', '/admin/cryptocurrencies', { as, body })).body as { id: number; symbol: string }
}

test('money held for a withdrawal counts as the wallet’s until it is paid', async () => {
  const { investor, ask, approve } = await withdrawals()
  const user = await investor()
  const { body } = await ask(user)
  const [waiting] = (await history(user, 2)).slice(-1)
  await approve(body.id)
  const [paid] = (await history(user, 2)).slice(-1)
  expect(Math.round(((waiting?.wallet ?? 0) - (paid?.wallet ?? 0)) * 100)).toBe(body.amount * 100)
})

test('a rejected withdrawal neither leaves the wallet nor comes into it; a paid one leaves in full', async () => {
  const { investor, ask, approve, reject } = await withdrawals()
  const user = await investor()
  const months = async () => (await read(user, 'months?months=3')).data as { month: string; in: number; out: number }[]
  const [before] = (await months()).slice(-1)
  const [kept, paid] = [await ask(user), await ask(user)]
  expect((await months()).slice(-1)).toEqual([before])
  await reject(kept.body.id)
  await approve(paid.body.id)
  expect(await months()).toEqual([
    { month: expect.any(String), in: 0, out: 0 },
    { month: expect.any(String), in: 0, out: 0 },
    { month: `${today().slice(0, 7)}-01`, in: before?.in, out: paid.body.amount },
  ])
})

test('each day shows what the wallet, Earn and plans held at its end', async () => {
  let user = await server.makeUser({ walletRupees: 10_000 })
  const first = today()
  const plan = await addPlan(3)
  const bought = await server.call('POST', '/crypto/invest', {
    as: user,
    body: { cryptocurrency_id: plan.id, amount: 1_000.01 },
  })
  expect(bought.status).toBe(201)
  user = await later(user, 1)
  await server.call('POST', '/flexible/deposit', { as: user, body: { amount: 2_000 } })
  user = await later(user, 2)
  const claimed = await server.call('POST', `/crypto/withdraw/${bought.body.id}`, { as: user })
  expect(claimed.status).toBe(200)

  const rows = await history(user, 5)
  expect(rows.map((row) => row.date)).toEqual([-1, 0, 1, 2, 3].map((days) => addDays(first, days)))
  // ₹1,000.01 × 3 % is ₹30.00; a third of it each day. Earn: 0.02 % of ₹2,000 for the day after the deposit
  const [before, onPurchase, onDeposit, dayAfter, onClaim] = rows
  expect(before).toMatchObject({ wallet: 0, flexible: 0, plans: 0, total: 0 })
  expect(onPurchase).toMatchObject({ wallet: 8_999.99, flexible: 0, plans: 1_000.01, total: 10_000 })
  expect(onDeposit).toMatchObject({ wallet: 6_999.99, flexible: 2_000, plans: 1_010.01, total: 10_010 })
  expect(dayAfter).toMatchObject({ wallet: 6_999.99, plans: 1_020.01 })
  expect(onClaim).toMatchObject({ wallet: 8_030, plans: 0 })
  const { body: earn } = await server.call('GET', '/flexible/balance', { as: user })
  expect(onClaim?.flexible).toBe(earn.current_balance)
  for (const row of rows)
    expect(Math.round(row.total * 100)).toBe(Math.round((row.wallet + row.flexible + row.plans) * 100))
})

test('the end of a day stays the same as later days pass', async () => {
  let user = await server.makeUser({ walletRupees: 5_000 })
  await server.call('POST', '/flexible/deposit', { as: user, body: { amount: 3_000 } })
  user = await later(user, 2)
  const seen = (await history(user, 3)).slice(0, 2)
  user = await later(user, 3)
  await server.call('POST', '/flexible/withdraw', { as: user, body: { amount: 500 } })
  const again = await history(user, 6)
  expect(again.filter((row) => seen.some(({ date }) => date === row.date))).toEqual(seen)
  // The same for a reader whose day has just ended: later bookings do not count in it.
  const [from = '', yesterday = ''] = again.map(({ date }) => date).slice(-3, -1)
  const ended = await worthByDay(server.services.db, { user: user.id, from, today: yesterday })
  expect(ended.map(({ total }) => Number(total) / 100)).toEqual(again.slice(-3, -1).map(({ total }) => total))
})

test('payouts are sorted by day, claimable ones first, and end with the range', async () => {
  let user = await server.makeUser({ walletRupees: 10_000 })
  const first = today()
  const plans = [await addPlan(2), await addPlan(20), await addPlan(200)]
  for (const plan of plans.toReversed())
    await server.call('POST', '/crypto/invest', { as: user, body: { cryptocurrency_id: plan.id, amount: 1_000 } })
  user = await later(user, 3)
  const { data } = await read(user, 'payouts?days=90')
  expect(data).toEqual([
    {
      id: expect.any(Number),
      name: 'Saver',
      symbol: plans[0]?.symbol,
      date: addDays(first, 2),
      amount: 1_030,
      profit: 30,
    },
    {
      id: expect.any(Number),
      name: 'Saver',
      symbol: plans[1]?.symbol,
      date: addDays(first, 20),
      amount: 1_030,
      profit: 30,
    },
  ])
  await server.call('POST', `/crypto/withdraw/${data[0].id}`, { as: user })
  expect((await read(user, 'payouts?days=90')).data).toHaveLength(1)
})

test('nobody sees another person’s figures', async () => {
  const rich = await server.makeUser({ walletRupees: 77_777 })
  const poor = await server.makeUser()
  expect((await history(rich, 2)).at(-1)?.total).toBe(77_777)
  expect((await history(poor, 2)).at(-1)?.total).toBe(0)
  expect((await read(poor, 'months')).data.at(-1)).toMatchObject({ in: 0, out: 0 })
})

test('of more plans than the portfolio shows, it shows those that can be claimed first', async () => {
  const user = await server.makeUser({ walletRupees: 20_000 })
  const [short, long] = [await addPlan(2), await addPlan(20)]
  const buy = async ({ id }: { id: number }) =>
    (await server.call('POST', '/crypto/invest', { as: user, body: { cryptocurrency_id: id, amount: 100 } })).body.id
  const first = await buy(short)
  await Promise.all(Array.from({ length: 100 }, () => buy(long)))
  const { body } = await server.call('GET', '/portfolio', { as: user })
  expect(body.summary.total_invested).toBe(10_100)
  expect(body.investments).toHaveLength(100)
  expect(body.investments[0].id).toBe(first)
  expect(body.others).toBe(1)
})

test('the payouts come with the business day that they are counted from', async () => {
  expect(await read(await server.makeUser(), 'payouts')).toEqual({ data: [], today: today() })
})
