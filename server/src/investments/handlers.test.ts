import { randomBytes } from 'node:crypto'
import { addDays, dayOf, startOfDay } from '@bittkosh/contract/time'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { balancesOf } from '../ledger/balances.ts'
import { historyPage } from '../ledger/history.ts'
import { history } from './actions.ts'
import { notifyOfMatured } from './jobs.ts'
import { sql } from '../platform/database/sql.ts'

let server: TestServer
let admin: TestUser
let category: number

const noon = new Date('2026-11-21T06:30:00Z')
const matured = startOfDay('2026-12-21')

beforeAll(async () => {
  server = await testServer()
  server.clock.moveTo(noon)
  admin = await server.makeUser({ role: 'admin' })
  const body = { name: 'Savers', description: 'Steady ones' }
  category = (await server.call('POST', '/admin/cryptocurrency-categories', { as: admin, body })).body.id
})
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

type Plan = Record<string, unknown> & { id: number; name: string; symbol: string }

function planForm(more: Record<string, unknown> = {}) {
  return {
    name: 'BTC Saver 30',
    symbol: randomBytes(4).toString('hex'),
    icon_url: 'https://cdn.example/btc.svg',
    category_id: category,
    minimum_deposit: 1000,
    maximum_deposit: 50_000,
    profit_percentage: 2.1,
    lower_fluctuation: 100,
    higher_fluctuation: 200,
    bottom_flow: '0.05',
    upper_flow: '0.40',
    ...more,
  }
}

async function addPlan(more: Record<string, unknown> = {}): Promise<Plan> {
  const { body } = await server.call('POST', '/admin/cryptocurrencies', { as: admin, body: planForm(more) })
  return body
}

const editPlan = (plan: Plan, more: Record<string, unknown>) =>
  server.call('PUT', `/admin/cryptocurrencies/${plan.id}`, {
    as: admin,
    body: planForm({ name: plan.name, symbol: plan.symbol, ...more }),
  })

const buy = (as: TestUser, plan: Plan, amount: unknown, key?: string) =>
  server.call('POST', '/crypto/invest', {
    as,
    body: { cryptocurrency_id: plan.id, amount },
    ...(key === undefined ? {} : { key }),
  })

const claim = (as: TestUser, id: number, key?: string) =>
  server.call('POST', `/crypto/withdraw/${id}`, { as, ...(key === undefined ? {} : { key }) })

const balances = (user: TestUser) => balancesOf(server.services.db, user.id)

async function at<T>(moment: Date, work: () => Promise<T>): Promise<T> {
  server.clock.moveTo(moment)
  try {
    return await work()
  } finally {
    server.clock.moveTo(noon)
  }
}

/** The user with a new session at a later moment, when the previous one has expired. */
async function renewed(user: TestUser): Promise<TestUser> {
  await sql`update sessions set last_seen_at = ${server.clock.now()}, expires_at = '2030-01-01'
             where user_id = ${user.id}`.execute(server.services.db)
  return user
}

describe('buying', () => {
  test('moves the amount from the wallet and keeps the terms', async () => {
    const user = await server.makeUser({ walletRupees: 20_000 })
    const plan = await addPlan()
    const bought = await buy(user, plan, 10_000)
    expect(bought).toMatchObject({ status: 201 })
    expect(bought.body).toEqual({
      id: expect.any(Number),
      number: expect.stringMatching(/^[0-9A-Z]{10}$/),
      cryptocurrency: {
        id: plan.id,
        name: plan.name,
        symbol: plan.symbol,
        icon_url: 'https://cdn.example/btc.svg',
        profit_percentage: 2.1,
        investment_duration_days: 30,
      },
      amount: 10_000,
      investment_date: expect.stringMatching(/^2026-11-21T06:30/),
      maturity_date: '2026-12-20T18:30:00.000Z',
      is_withdrawn: false,
      profit_earned: 0,
      accrued_profit: 0,
      current_value: 10_000,
      daily_profit: 7,
      days_remaining: 30,
    })
    expect(await balances(user)).toMatchObject({ wallet: 10_000_00n, invested: 10_000_00n })
    await editPlan(plan, { name: 'Renamed', profit_percentage: 50, investment_duration_days: 1 })
    const { body: list } = await server.call('GET', '/crypto/investments', { as: user })
    expect(list).toMatchObject({ data: [{ ...bought.body, investment_date: expect.any(String) }], next_cursor: null })
  })

  test.each([
    ['below the minimum', 999.99, 'below_minimum'],
    ['above the maximum', 50_000.01, 'above_maximum'],
    ['more than the wallet holds', 20_000.01, 'insufficient_balance'],
    ['three decimals', 1000.005, 'invalid'],
    ['nothing', undefined, 'invalid'],
  ])('%s is refused and moves nothing', async (_name, amount, code) => {
    const user = await server.makeUser({ walletRupees: 20_000 })
    const reply = await buy(user, await addPlan(), amount)
    expect(reply).toMatchObject({ status: 422, body: { code, errors: { amount: expect.any(String) } } })
    expect(await balances(user)).toMatchObject({ wallet: 20_000_00n, invested: 0n })
    expect((await server.call('GET', '/crypto/investments', { as: user })).body.data).toEqual([])
  })

  test('an inactive, a deleted and an unknown plan are refused', async () => {
    const user = await server.makeUser({ walletRupees: 20_000 })
    const inactive = await addPlan({ is_active: false })
    const deleted = await addPlan()
    await server.call('DELETE', `/admin/cryptocurrencies/${deleted.id}`, { as: admin })
    for (const plan of [inactive, deleted, { ...deleted, id: 2_000_000_000 }])
      expect(await buy(user, plan, 1000)).toMatchObject({ status: 422, body: { code: 'plan_unavailable' } })
    expect(await balances(user)).toMatchObject({ wallet: 20_000_00n })
  })

  test('twenty copies of one attempt buy once', async () => {
    const user = await server.makeUser({ walletRupees: 100_000 })
    const plan = await addPlan({ multiple_allowed: true })
    const replies = await Promise.all(Array.from({ length: 20 }, () => buy(user, plan, 1000, `one-${plan.id}`)))
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1)
    expect(await balances(user)).toMatchObject({ invested: 1_000_00n })
    expect(await buy(user, plan, 2000, `one-${plan.id}`)).toMatchObject({ status: 422, body: { code: 'key_reused' } })
  })

  test('a plan of one per user is bought once by twenty attempts at once, and again after its claim', async () => {
    const user = await server.makeUser({ walletRupees: 100_000 })
    const plan = await addPlan()
    const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => buy(user, plan, 1000, `${plan.id}-${n}`)))
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1)
    for (const reply of replies.filter((each) => each.status !== 201))
      expect(reply).toMatchObject({ status: 422, body: { code: 'already_invested' } })
    expect(await balances(user)).toMatchObject({ wallet: 99_000_00n, invested: 1_000_00n })
    const id = replies.find((reply) => reply.status === 201)?.body.id
    await at(matured, async () => {
      expect((await claim(await renewed(user), id)).status).toBe(200)
      expect((await buy(user, plan, 1000)).status).toBe(201)
    })
  })

  test('a plan that is now limited to one per user refuses a user who still has several', async () => {
    const user = await server.makeUser({ walletRupees: 100_000 })
    const plan = await addPlan({ multiple_allowed: true })
    expect((await buy(user, plan, 1000)).status).toBe(201)
    expect((await buy(user, plan, 1000)).status).toBe(201)
    await editPlan(plan, { multiple_allowed: false })
    expect(await buy(user, plan, 1000)).toMatchObject({ status: 422, body: { code: 'already_invested' } })
  })

  test('twenty purchases at once spend no more than the wallet holds', async () => {
    const user = await server.makeUser({ walletRupees: 7_500 })
    const plan = await addPlan({ multiple_allowed: true })
    const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => buy(user, plan, 1000, `${plan.id}-${n}`)))
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(7)
    expect(await balances(user)).toMatchObject({ wallet: 500_00n, invested: 7_000_00n })
  })

  test('terms edited in the middle of purchases are never mixed', async () => {
    const plan = await addPlan({ multiple_allowed: true, profit_percentage: 1, investment_duration_days: 10 })
    const users = await Promise.all(Array.from({ length: 10 }, () => server.makeUser({ walletRupees: 10_000 })))
    const edits = Array.from({ length: 6 }, (_, n) =>
      editPlan(
        plan,
        n % 2
          ? { profit_percentage: 1, investment_duration_days: 10 }
          : { profit_percentage: 2, investment_duration_days: 20 },
      ),
    )
    const bought = await Promise.all([...users.map((user) => buy(user, plan, 1000)), ...edits])
    for (const { body } of bought.slice(0, users.length)) {
      const { profit_percentage: rate, investment_duration_days: days } = body.cryptocurrency
      expect(days).toBe(rate * 10)
    }
  })

  test('admins cannot buy, nor can anyone signed out', async () => {
    const plan = await addPlan()
    expect((await buy(admin, plan, 1000)).status).toBe(403)
    const signedOut = await server.call('POST', '/crypto/invest', {
      body: { cryptocurrency_id: plan.id, amount: 1000 },
    })
    expect(signedOut.status).toBe(401)
  })
})

describe('claiming', () => {
  async function invested(referredBy?: number) {
    const user = await server.makeUser({ walletRupees: 10_000, ...(referredBy === undefined ? {} : { referredBy }) })
    const plan = await addPlan()
    const { body } = await buy(user, plan, 10_000)
    return { user, plan, id: Number(body.id) }
  }

  test('pays principal and profit from maturity on, not earlier, and once', async () => {
    const { user, id } = await invested()
    // Five seconds early, because the clock runs on while the test calls. rules.test.ts tests the exact millisecond.
    await at(new Date(matured.getTime() - 5_000), async () => {
      const early = await claim(await renewed(user), id)
      expect(early).toMatchObject({
        status: 422,
        body: {
          message: 'This investment matures on 21 Dec 2026 at 00:00 (India time).',
          code: 'not_matured',
          params: { matures_on: '2026-12-21' },
        },
      })
      expect(await balances(user)).toMatchObject({ wallet: 0n, invested: 10_000_00n })
    })
    await at(matured, async () => {
      const claimed = await claim(await renewed(user), id)
      expect(claimed).toMatchObject({
        status: 200,
        body: {
          id,
          is_withdrawn: true,
          profit_earned: 210,
          accrued_profit: 210,
          current_value: 10_210,
          days_remaining: 0,
        },
      })
      expect(await balances(user)).toMatchObject({ wallet: 10_210_00n, invested: 0n })
      expect(await claim(user, id)).toMatchObject({
        status: 409,
        body: {
          message: 'This investment was already claimed on 21 Dec 2026.',
          code: 'already_claimed',
          params: { claimed_on: '2026-12-21' },
        },
      })
    })
  })

  test('twenty claims at once pay once, with one key and with many', async () => {
    const one = await invested()
    const many = await invested()
    await at(matured, async () => {
      await renewed(one.user)
      await renewed(many.user)
      const same = await Promise.all(Array.from({ length: 20 }, () => claim(one.user, one.id, 'same')))
      expect(same.every((reply) => reply.status === 200)).toBe(true)
      const different = await Promise.all(Array.from({ length: 20 }, (_, n) => claim(many.user, many.id, `key-${n}`)))
      expect(different.filter((reply) => reply.status === 200)).toHaveLength(1)
      expect(different.filter((reply) => reply.body.code === 'already_claimed')).toHaveLength(19)
    })
    for (const { user } of [one, many]) expect(await balances(user)).toMatchObject({ wallet: 10_210_00n, invested: 0n })
  })

  test('pays the referrer a tenth of the profit on top', async () => {
    const referrer = await server.makeUser()
    const { user, id } = await invested(referrer.id)
    await at(matured, async () => expect((await claim(await renewed(user), id)).status).toBe(200))
    expect(await balances(user)).toMatchObject({ wallet: 10_210_00n })
    expect(await balances(referrer)).toMatchObject({ wallet: 21_00n })
  })

  test("someone else's investment, an unknown one and a malformed id are not found", async () => {
    const { id } = await invested()
    const other = await server.makeUser()
    await at(matured, async () => {
      await renewed(other)
      expect((await claim(other, id)).status).toBe(404)
      expect((await claim(other, 2_000_000_000)).status).toBe(404)
      expect((await server.call('POST', '/crypto/withdraw/x', { as: other })).status).toBe(404)
    })
  })

  test('a deleted plan still pays', async () => {
    const { user, plan, id } = await invested()
    await server.call('DELETE', `/admin/cryptocurrencies/${plan.id}`, { as: admin })
    const claimed = async () =>
      (await server.call('GET', '/crypto/investments?claimed=1', { as: await renewed(user) })).body.data
    expect(await claimed()).toEqual([])
    await at(matured, async () => expect((await claim(await renewed(user), id)).status).toBe(200))
    // and it is found although no list of plans contains it any more
    expect(await claimed()).toMatchObject([{ id, is_withdrawn: true }])
  })
})

describe('related features', () => {
  test('a user is notified once of a matured investment', async () => {
    const user = await server.makeUser({ walletRupees: 5_000 })
    await buy(user, await addPlan(), 5_000)
    const told = async () => {
      const { body } = await server.call('GET', '/notifications', { as: user })
      return body.data.map(({ title, message, link }: Record<string, string>) => `${title}: ${message} ${link}`)
    }
    await notifyOfMatured.run(server.services, new Date(matured.getTime() - 1))
    expect(await told()).toEqual([])
    await Promise.all(Array.from({ length: 4 }, () => notifyOfMatured.run(server.services, matured)))
    await notifyOfMatured.run(server.services, matured)
    expect(await told()).toEqual([
      'Ready to withdraw: Your investment in BTC Saver 30 has matured. Claim ₹5,105.00 in your portfolio. /portfolio',
    ])
  })

  test('the list pages by key, newest first, and shows nobody else’s', async () => {
    const user = await server.makeUser({ walletRupees: 60_000 })
    const plan = await addPlan({ multiple_allowed: true })
    const ids: number[] = []
    for (let n = 0; n < 53; n++) ids.push((await buy(user, plan, 1000)).body.id)
    const first = await server.call('GET', '/crypto/investments', { as: user })
    const second = await server.call('GET', `/crypto/investments?cursor=${first.body.next_cursor}`, { as: user })
    const seen = [...first.body.data, ...second.body.data].map((row: { id: number }) => row.id)
    expect(seen).toEqual(ids.toReversed())
    expect(second.body.next_cursor).toBeNull()
    for (const wrong of ['x', 'WyJ4IiwxXQ', 'WzFd'])
      expect((await server.call('GET', `/crypto/investments?cursor=${wrong}`, { as: user })).status).toBe(400)
  })

  test('a symbol finds investments bought under it and those of the plan that has it now', async () => {
    const user = await server.makeUser({ walletRupees: 10_000 })
    const [plan, other] = [await addPlan(), await addPlan()]
    const { body: bought } = await buy(user, plan, 1000)
    await buy(user, other, 1000)
    const renamed = `n${plan.symbol}`
    await editPlan(plan, { symbol: renamed })
    for (const symbol of [plan.symbol, plan.symbol.toUpperCase(), renamed]) {
      const { body } = await server.call('GET', `/crypto/investments?symbol=${symbol}`, { as: user })
      expect(body.data.map((row: { id: number }) => row.id)).toEqual([bought.id])
    }
  })

  test.each(['%00', 'a%00b', '%E2%80%8B', 'x'.repeat(21)])('the symbol %s is refused', async (symbol) => {
    const user = await server.makeUser()
    expect(await server.call('GET', `/crypto/investments?symbol=${symbol}`, { as: user })).toMatchObject({
      status: 400,
      body: { code: 'malformed', errors: { symbol: expect.any(String) } },
    })
  })

  test('the history shows the purchase and the claim', async () => {
    const user = await server.makeUser({ walletRupees: 10_000 })
    const { body } = await buy(user, await addPlan(), 10_000)
    await at(matured, async () => claim(await renewed(user), body.id))
    const page = historyPage(history(matured, 'en'), { user: user.id, limit: 10 })
    const { rows } = (await page?.execute(server.services.db)) ?? { rows: [] }
    expect(rows).toMatchObject([
      {
        key: 'crypto_investment_claim',
        direction: 'in',
        status: 'completed',
        amount: 10_210_00n,
        profit_earned: 210_00n,
        is_withdrawn: true,
      },
      {
        key: 'crypto_investment',
        direction: 'out',
        status: 'withdrawn',
        amount: 10_000_00n,
        subject: 'investment',
        subject_id: body.id,
        event: 'bought',
      },
    ])
  })

  test('the portfolio totals the unclaimed investments and all profits ever earned', async () => {
    const user = await server.makeUser({ walletRupees: 10_000 })
    const [ready, running] = [await addPlan({ investment_duration_days: 10 }), await addPlan()]
    const first = await buy(user, ready, 2_000)
    await buy(user, running, 3_000.55)
    const on = (days: number) => startOfDay(addDays(dayOf(noon), days))
    const portfolio = async () => (await server.call('GET', '/portfolio', { as: await renewed(user) })).body
    const twelfth = await at(on(12), portfolio)
    // ₹3,000.55 × 2.1 % is ₹63.01: 12 of 30 days are ₹25.20, a day is ₹2.10
    expect(twelfth.summary).toEqual({
      wallet_balance: 4_999.45,
      total_invested: 5_000.55,
      total_current_value: 2_042 + 3_025.75,
      total_historical_profit: 0,
      daily_profit: 2.1,
    })
    const sum = (key: string) =>
      twelfth.investments.reduce(
        (total: number, row: Record<string, number>) => total + Math.round((row[key] ?? 0) * 100),
        0,
      ) / 100
    expect(sum('current_value')).toBe(twelfth.summary.total_current_value)
    expect(twelfth.investments.map((row: { days_remaining: number }) => row.days_remaining)).toEqual([0, 18])
    await at(on(12), () => claim(user, first.body.id))
    const after = await at(on(12), portfolio)
    expect(after.summary).toEqual({
      wallet_balance: 7_041.45,
      total_invested: 3_000.55,
      total_current_value: 3_025.75,
      total_historical_profit: 42,
      daily_profit: 2.1,
    })
    expect(after.investments).toHaveLength(1)
  })
})
