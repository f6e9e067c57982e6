import { randomUUID } from 'node:crypto'
import { paise } from '@bittkosh/contract/money'
import { addDays, dayOf, monthOf, startOfDay } from '@bittkosh/contract/time'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { approveKycOf } from '../../../tests/support/kyc.ts'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { balancesOf } from '../ledger/balances.ts'
import { type Movement, welcomeBonus } from '../ledger/movements.ts'
import { post } from '../ledger/post.ts'
import { transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { invariants as ledgerInvariants } from '../ledger/invariants.ts'
import { invariants as referralInvariants } from '../referrals/invariants.ts'
import { invariants } from './invariants.ts'
import { postDueInterest } from './jobs.ts'

let server: TestServer
let today: string
let upi: number

beforeAll(async () => {
  server = await testServer()
  today = dayOf(server.clock.now())
  const body = { name: 'UPI', type: 'upi', instructions: 'Pay', details: { upi_id: 'pay@bank', qr_code_url: '' } }
  const admin = await server.makeUser({ role: 'admin' })
  upi = (await server.call('POST', '/deposit-methods', { as: admin, body })).body.id
})
// Each test begins at noon of a later day, with every earlier day posted.
beforeEach(async () => {
  today = addDays(today, 2)
  await server.travelTo(noon(today))
})
afterAll(async () => {
  await expectInvariants(server, [...ledgerInvariants, ...referralInvariants, ...invariants])
  await server.close()
})

const noon = (day: string) => new Date(startOfDay(day).getTime() + 12 * 3_600_000)
/** A call with a new session: the tests travel further in time than a session lives. */
async function call(as: TestUser, method: string, path: string, body?: unknown) {
  return server.call(method, path, { as: await server.signedInAgain(as), body })
}
const deposit = (as: TestUser, amount: number) => call(as, 'POST', '/flexible/deposit', { amount })
const withdraw = (as: TestUser, amount: number) => call(as, 'POST', '/flexible/withdraw', { amount })
const balance = async (as: TestUser) => (await call(as, 'GET', '/flexible/balance')).body
const days = async (as: TestUser) => (await call(as, 'GET', '/flexible/interest')).body.data
const held = (as: TestUser) => balancesOf(server.services.db, as.id)
const book = (movement: Movement) => transaction(server.services.db, (tx) => post(tx, server.clock.now(), movement))

async function settleUp(at = server.clock.now(), batchSize?: number) {
  const settings = await server.services.settings.current()
  await postDueInterest(server.services.db, { at, settings, ...(batchSize ? { batchSize } : {}) })
}

test('an account that was never used is empty', async () => {
  const user = await server.makeUser()
  expect(await balance(user)).toEqual({
    total_invested: 0,
    total_profit: 0,
    current_balance: 0,
    pending_interest: 0,
    locked_bonus: 0,
    bonus_conditions: null,
    wallet_balance: 0,
  })
  expect((await call(user, 'GET', '/flexible/transactions')).body).toEqual({ data: [], next_cursor: null })
})

test('the details show the settings, with today’s rate', async () => {
  const user = await server.makeUser()
  expect((await call(user, 'GET', '/flexible/details')).body).toEqual({
    minimum_deposit: 100,
    maximum_deposit: 1_000_000,
    daily_profit_percentage: 0.02,
    next_daily_profit_percentage: null,
  })
})

test('a deposit moves money into Earn, where it earns from the next day', async () => {
  const user = await server.makeUser({ walletRupees: 20_000 })
  const made = await deposit(user, 10_000)
  expect(made).toMatchObject({
    status: 201,
    body: { type: 'deposit', amount: 10_000, balance_after: 10_000, created_at: expect.stringMatching(/Z$/) },
  })
  expect(await held(user)).toMatchObject({ wallet: 10_000_00n, flexible: 10_000_00n })
  await server.travelTo(noon(addDays(today, 2)))
  expect(await days(user)).toEqual([
    {
      date: addDays(today, 1),
      eligible_balance: 10_000,
      rate: 0.02,
      exact_interest: '2.00000000',
      posted: 2,
      carried: '0.00000000',
      balance_after: 10_002,
    },
    {
      date: today,
      eligible_balance: 0,
      rate: 0.02,
      exact_interest: '0.00000000',
      posted: 0,
      carried: '0.00000000',
      balance_after: 10_000,
    },
  ])
  expect(await balance(user)).toEqual({
    total_invested: 10_000,
    total_profit: 2,
    current_balance: 10_002,
    pending_interest: 1, // noon: half of today's ₹2.0004
    locked_bonus: 0,
    bonus_conditions: null,
    wallet_balance: 10_000,
  })
  const { data } = (await call(user, 'GET', '/flexible/transactions')).body
  expect(
    data.map((row: { type: string; amount: number; balance_after: number }) => [
      row.type,
      row.amount,
      row.balance_after,
    ]),
  ).toEqual([
    ['interest', 2, 10_002],
    ['deposit', 10_000, 10_000],
  ])
  expect(data[0].created_at).toBe(new Date(startOfDay(addDays(today, 2)).getTime() - 1).toISOString())
})

test('a withdrawal takes principal first and the invested total never drops below zero', async () => {
  const user = await server.makeUser({ walletRupees: 10_000 })
  await deposit(user, 10_000)
  await server.travelTo(noon(addDays(today, 3))) // two days of ₹2
  expect((await withdraw(user, 10_001)).body).toMatchObject({ type: 'withdraw', amount: 10_001, balance_after: 3 })
  expect(await balance(user)).toMatchObject({ total_invested: 0, total_profit: 4, current_balance: 3 })
  expect((await withdraw(user, 3)).status).toBe(201)
  expect(await held(user)).toMatchObject({ wallet: 10_004_00n, flexible: 0n })
})

describe('a refusal changes nothing', () => {
  test.each([
    ['below the smallest deposit', '/flexible/deposit', 99.99, 'below_minimum', 'The smallest deposit is ₹100.00.'],
    ['above the largest', '/flexible/deposit', 1_000_000.01, 'above_maximum', 'The largest deposit is ₹10,00,000.00.'],
    ['more than the wallet holds', '/flexible/deposit', 5_000.01, 'insufficient_balance', 'Insufficient balance'],
    ['more than Earn holds', '/flexible/withdraw', 1_000.01, 'insufficient_balance', 'Insufficient balance'],
    ['zero', '/flexible/withdraw', 0, 'invalid', 'Enter an amount above ₹0 and at most ₹100,00,00,000'],
    ['negative', '/flexible/deposit', -5, 'invalid', 'Enter an amount above ₹0 and at most ₹100,00,00,000'],
    ['three decimals', '/flexible/deposit', 100.005, 'invalid', 'Use at most two decimals'],
    ['text', '/flexible/deposit', '500', 'invalid', 'Enter a number'],
  ])('%s', async (_case, path, amount, code, message) => {
    const user = await server.makeUser({ walletRupees: 6_000 })
    await deposit(user, 1_000)
    const before = await held(user)
    expect(await call(user, 'POST', path, { amount })).toMatchObject({
      status: 422,
      body: { code, errors: { amount: message } },
    })
    expect(await held(user)).toEqual(before)
    expect(await balance(user)).toMatchObject({ total_invested: 1_000, current_balance: 1_000 })
    expect((await call(user, 'GET', '/flexible/transactions')).body.data).toHaveLength(1)
  })

  test('signed out, as an admin, or with an extra field', async () => {
    const admin = await server.makeUser({ role: 'admin' })
    const user = await server.makeUser({ walletRupees: 1_000 })
    expect((await server.call('POST', '/flexible/deposit', { body: { amount: 500 } })).status).toBe(401)
    expect((await deposit(admin, 500)).status).toBe(403)
    expect((await call(user, 'POST', '/flexible/deposit', { amount: 500, user_id: 1 })).status).toBe(422)
    expect(await held(user)).toMatchObject({ flexible: 0n })
  })
})

test('twenty copies with one key move money once; the key with another amount is refused', async () => {
  const user = await server.makeUser({ walletRupees: 10_000 })
  const body = { amount: 500 }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => server.call('POST', '/flexible/deposit', { as: user, body, key: 'one' })),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
  expect(await held(user)).toMatchObject({ wallet: 9_500_00n, flexible: 500_00n })
  const reused = await server.call('POST', '/flexible/deposit', { as: user, body: { amount: 600 }, key: 'one' })
  expect(reused).toMatchObject({ status: 422, body: { code: 'key_reused' } })
})

test('twenty concurrent withdrawals take out the whole balance and no more', async () => {
  const user = await server.makeUser({ walletRupees: 1_000 })
  await deposit(user, 1_000)
  const answers = await Promise.all(Array.from({ length: 20 }, () => withdraw(user, 300)))
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(3)
  expect(await held(user)).toMatchObject({ wallet: 900_00n, flexible: 100_00n })
  expect(await balance(user)).toMatchObject({ total_invested: 100, current_balance: 100 })
})

describe('the welcome bonus', () => {
  async function welcomed() {
    const user = await server.makeUser()
    await book(welcomeBonus({ user: user.id, amount: paise(500_00n) }))
    return user
  }

  test('opens the account, earns from the next day and is in the list', async () => {
    const user = await welcomed()
    expect(await balance(user)).toMatchObject({ total_invested: 500, current_balance: 500, locked_bonus: 500 })
    await server.travelTo(noon(addDays(today, 2)))
    expect((await days(user)).map((day: { date: string; posted: number }) => [day.date, day.posted])).toEqual([
      [addDays(today, 1), 0.1],
      [today, 0],
    ])
    const { data } = (await call(user, 'GET', '/flexible/transactions')).body
    expect(data.at(-1)).toMatchObject({ type: 'deposit', amount: 500, balance_after: 500, is_welcome_bonus: true })
  })

  test('may not leave before KYC and a deposit are approved, nor may the interest on it', async () => {
    const user = await welcomed()
    await server.travelTo(noon(addDays(today, 2)))
    expect(await withdraw(user, 0.01)).toMatchObject({ status: 422, body: { code: 'bonus_locked' } })
    await approveDeposit(user, 1_000)
    expect((await deposit(user, 200)).status).toBe(201)
    expect(await withdraw(user, 200.01)).toMatchObject({ status: 422, body: { code: 'bonus_locked' } })
    expect((await withdraw(user, 200)).status).toBe(201)
    expect(await balance(user)).toMatchObject({
      locked_bonus: 500.1,
      bonus_conditions: { kyc_approved: false, deposit_approved: true, had_before: false },
    })
    await approveKyc(user)
    expect(await balance(user)).toMatchObject({ locked_bonus: 0, bonus_conditions: null })
    expect(await withdraw(user, 500.1)).toMatchObject({ status: 201, body: { balance_after: 0 } })
  })

  test('earns the referrer no share while it is locked; own money beside it does', async () => {
    const referrer = await server.makeUser()
    const user = await server.makeUser({ referredBy: referrer.id, walletRupees: 10_000 })
    await book(welcomeBonus({ user: user.id, amount: paise(500_00n) }))
    await server.travelTo(noon(addDays(today, 11))) // ten days of 10 paise
    expect((await held(referrer)).wallet).toBe(0n)
    await deposit(user, 5_000)
    await server.travelTo(noon(addDays(today, 13))) // a day of ₹1.10, of which ₹1 is on own money
    expect((await held(referrer)).wallet).toBe(10n)
    today = addDays(today, 14)
  })
})

async function approveDeposit(user: TestUser, rupees: number, requested = rupees) {
  const admin = await server.makeUser({ role: 'admin' })
  const body = { amount: requested, transaction_id: randomUUID(), payment_method: upi }
  const { id } = (await call(user, 'POST', '/deposits', body)).body
  const decided = await call(admin, 'PUT', `/deposits/${id}`, {
    status: 'approved',
    approved_amount: rupees,
    admin_note: 'What arrived.',
  })
  expect(decided.status).toBe(200)
}

async function approveKyc(user: TestUser) {
  const admin = await server.makeUser({ role: 'admin' })
  await approveKycOf(server, await server.signedInAgain(user), admin)
}

describe('each account and day is posted once', () => {
  test('by a job that runs eight times concurrently, in batches of any size', async () => {
    const users = await Promise.all(Array.from({ length: 12 }, () => server.makeUser({ walletRupees: 10_000 })))
    for (const user of users) await deposit(user, 5_000)
    const later = noon(addDays(today, 4))
    server.clock.moveTo(later)
    await Promise.all(Array.from({ length: 8 }, (_, n) => settleUp(later, n + 1)))
    for (const user of users) {
      expect((await days(user)).map((day: { posted: number }) => day.posted)).toEqual([1, 1, 1, 0])
      expect(await held(user)).toMatchObject({ flexible: 5_003_00n })
    }
  })

  test('by the first touch, to the same rows as by the nightly job', async () => {
    const [touched, nightly] = [
      await server.makeUser({ walletRupees: 1_234_567 }),
      await server.makeUser({ walletRupees: 1_234_567 }),
    ]
    for (const user of [touched, nightly]) await deposit(user, 765_432.19)
    for (let n = 1; n <= 40; n++) {
      const at = noon(addDays(today, n))
      server.clock.moveTo(at)
      for (const user of [touched, nightly]) {
        if (n % 3 === 0) expect((await withdraw(user, 1_000 + n)).status).toBe(201)
        if (n % 5 === 0) expect((await deposit(user, 2_000.07)).status).toBe(201)
      }
    }
    server.clock.moveTo(noon(addDays(today, 47)))
    await Promise.all([withdraw(touched, 1), settleUp(), settleUp()])
    await withdraw(nightly, 1)
    expect(await days(touched)).toHaveLength(30)
    expect(await days(touched)).toEqual(await days(nightly))
    expect(await balance(touched)).toEqual(await balance(nightly))
    today = addDays(today, 48)
  })

  test('if a withdrawal and the job run at the same time', async () => {
    const user = await server.makeUser({ walletRupees: 10_000 })
    await deposit(user, 10_000)
    server.clock.moveTo(noon(addDays(today, 2)))
    const [answer] = await Promise.all([withdraw(user, 4_000), settleUp(), settleUp()])
    expect(answer.status).toBe(201)
    expect((await days(user)).map((day: { posted: number }) => day.posted)).toEqual([2, 0])
    expect(await balance(user)).toMatchObject({ current_balance: 6_002, total_profit: 2 })
  })

  test('nothing is posted twice when the clock goes back a day', async () => {
    const user = await server.makeUser({ walletRupees: 10_000 })
    await deposit(user, 10_000)
    await server.travelTo(noon(addDays(today, 2)))
    const before = await days(user)
    await server.travelTo(noon(addDays(today, 1)))
    expect((await withdraw(user, 100)).status).toBe(201)
    expect(await days(user)).toEqual(before)
  })
})

describe('a change of the rate', () => {
  test('counts from the next business day and never backwards', async () => {
    const admin = await server.makeUser({ role: 'admin' })
    const user = await server.makeUser({ walletRupees: 10_000 })
    await deposit(user, 10_000)
    server.clock.moveTo(noon(addDays(today, 1)))
    for (const value of [3, 0.05]) await call(admin, 'PUT', '/settings/flexible_daily_profit_percentage', { value })
    expect((await call(user, 'GET', '/flexible/details')).body).toMatchObject({
      daily_profit_percentage: 0.02,
      next_daily_profit_percentage: 0.05,
    })
    await server.travelTo(noon(addDays(today, 3)))
    expect((await days(user)).map((day: { rate: number; posted: number }) => [day.rate, day.posted])).toEqual([
      [0.05, 5],
      [0.02, 2],
      [0.02, 0],
    ])
    await call(admin, 'PUT', '/settings/flexible_daily_profit_percentage', { value: 0.02 })
    today = addDays(today, 3)
  })

  test('counts after the days that a clock which ran ahead has posted, once it is right again', async () => {
    const admin = await server.makeUser({ role: 'admin' })
    const user = await server.makeUser({ walletRupees: 10_000 })
    const change = (value: number) => call(admin, 'PUT', '/settings/flexible_daily_profit_percentage', { value })
    const details = async () => (await call(user, 'GET', '/flexible/details')).body
    await deposit(user, 10_000)
    await server.travelTo(noon(addDays(today, 3)))
    expect((await change(0.03)).status).toBe(200)
    server.clock.moveTo(noon(today))
    expect((await change(0.05)).status).toBe(200)
    expect(await details()).toMatchObject({ daily_profit_percentage: 0.02, next_daily_profit_percentage: null })
    server.clock.moveTo(noon(addDays(today, 2)))
    expect(await details()).toMatchObject({ daily_profit_percentage: 0.02, next_daily_profit_percentage: 0.05 })
    await server.travelTo(noon(addDays(today, 5)))
    expect((await days(user)).map((day: { rate: number; posted: number }) => [day.rate, day.posted])).toEqual([
      [0.05, 5],
      [0.05, 5],
      [0.02, 2],
      [0.02, 2],
      [0.02, 0],
    ])
    await change(0.02)
    today = addDays(today, 5)
  })
})

test('a referrer earns a tenth of each day’s interest, carried to the paisa, and is notified from a rupee', async () => {
  today = monthOf(addDays(today, 31)) // a month's shares are one notice
  await server.travelTo(noon(today))
  const referrer = await server.makeUser()
  const user = await server.makeUser({ walletRupees: 10_000, referredBy: referrer.id })
  await deposit(user, 7_525) // ₹1.505 a day
  await server.travelTo(noon(addDays(today, 3)))
  expect((await days(user)).map((day: { posted: number }) => day.posted)).toEqual([1.51, 1.5, 0])
  expect((await held(referrer)).wallet).toBe(30n) // 0.150 + 0.151, floored with the fraction carried
  const told = async () => {
    const notes = await server.call('GET', '/notifications', { as: await server.signedInAgain(referrer) })
    return notes.body.data.map((note: { message: string }) => note.message)
  }
  expect(await told()).toEqual([])
  await server.travelTo(noon(addDays(today, 8)))
  expect(await told()).toEqual([expect.stringMatching(/^You received ₹1\.05 in \w+ \d{4} so far: your share/)])
})

test('the reward is paid when own deposited money in Earn reaches the threshold, and only once', async () => {
  const referrer = await server.makeUser()
  const user = await server.makeUser({ referredBy: referrer.id })
  await book(welcomeBonus({ user: user.id, amount: paise(500_00n) }))
  await approveKyc(user)
  await approveDeposit(user, 2_000)
  await deposit(user, 499.99)
  expect((await held(referrer)).wallet).toBe(0n)
  await Promise.all(Array.from({ length: 5 }, () => deposit(user, 100)))
  expect((await held(referrer)).wallet).toBe(100_00n)
})

describe('the last condition of the reward triggers it', () => {
  async function referred() {
    const referrer = await server.makeUser()
    return { referrer, user: await server.makeUser({ referredBy: referrer.id, walletRupees: 5_000 }) }
  }

  test('if it is the identity record', async () => {
    const { referrer, user } = await referred()
    await approveDeposit(user, 1_000)
    await deposit(user, 500)
    expect((await held(referrer)).wallet).toBe(0n)
    await approveKyc(user)
    expect((await held(referrer)).wallet).toBe(100_00n)
  })

  test('if it is a deposit', async () => {
    const { referrer, user } = await referred()
    await approveKyc(user)
    await approveDeposit(user, 400, 1_000)
    await deposit(user, 500)
    expect((await held(referrer)).wallet).toBe(0n) // there was never more than ₹400 of own money
    await approveDeposit(user, 1_000)
    expect((await held(referrer)).wallet).toBe(100_00n)
  })

  test('if both come at once, one of them', async () => {
    const { referrer, user } = await referred()
    await approveDeposit(user, 1_000)
    await Promise.all([deposit(user, 500), approveKyc(user)])
    expect((await held(referrer)).wallet).toBe(100_00n)
  })
})

test('no reward and no share is paid between accounts with withdrawals to the same payee', async () => {
  const referrer = await server.makeUser()
  const user = await server.makeUser({ referredBy: referrer.id })
  const admin = await server.makeUser({ role: 'admin' })
  const at = server.clock.now()
  for (const { id } of [referrer, user])
    await sql`
      insert into withdrawals (user_id, amount, fee, fee_rate, type, details, payee, status, admin_note, created_at,
                               claimed_at, claimed_by, decided_at, decided_by)
      values (${id}, 100, 7, 70000, 'upi', '{"upi_id": "one@bank"}', ${`upi one-${referrer.id}@bank`}, 'rejected', 'test',
              ${at}, ${at}, ${admin.id}, ${at}, ${admin.id})`.execute(server.services.db)
  await approveKyc(user)
  await approveDeposit(user, 2_000)
  await deposit(user, 1_000)
  expect((await held(referrer)).wallet).toBe(0n)
})

test('the calculation pages by day and shows nobody else’s', async () => {
  const user = await server.makeUser({ walletRupees: 10_000 })
  await deposit(user, 10_000)
  const end = addDays(today, 65)
  await server.travelTo(noon(end))
  const first = (await call(user, 'GET', '/flexible/interest')).body
  expect(first.data).toHaveLength(30)
  const second = (await call(user, 'GET', `/flexible/interest?cursor=${first.next_cursor}`)).body
  const third = (await call(user, 'GET', `/flexible/interest?cursor=${second.next_cursor}`)).body
  const dates = [...first.data, ...second.data, ...third.data].map((row: { date: string }) => row.date)
  expect(dates).toEqual(Array.from({ length: 65 }, (_, n) => addDays(end, -1 - n)))
  expect(third.next_cursor).toBeNull()
  const list = (await call(user, 'GET', '/flexible/transactions')).body
  const rest = (await call(user, 'GET', `/flexible/transactions?cursor=${list.next_cursor}`)).body
  expect(new Set([...list.data, ...rest.data].map((row: { key: string }) => row.key)).size).toBe(60)
  expect((await call(user, 'GET', '/flexible/transactions?cursor=bm9wZQ')).status).toBe(400)
  expect(await days(await server.makeUser())).toEqual([])
  today = end
})

describe('the account by day', () => {
  type Day = { date: string; balance: number; interest: number }
  const byDay = async (as: TestUser, query = ''): Promise<Day[]> =>
    (await call(as, 'GET', `/flexible/days${query}`)).body.data

  test('each day shows the balance at its end, and all interest up to it', async () => {
    const user = await server.makeUser({ walletRupees: 20_000 })
    await deposit(user, 10_000)
    await server.travelTo(noon(addDays(today, 2)))
    await withdraw(user, 1_000)
    const last = [
      { date: today, balance: 10_000, interest: 0 },
      { date: addDays(today, 1), balance: 10_002, interest: 2 },
      { date: addDays(today, 2), balance: 9_002, interest: 2 },
    ]
    expect(await byDay(user, '?days=3')).toEqual(last)
    expect(await byDay(user, '?days=2')).toEqual(last.slice(1))
    const all = await byDay(user)
    expect(all).toHaveLength(7) // a week, however new the account is
    expect(all.slice(4)).toEqual(last)
    expect(all[3]).toEqual({ date: addDays(today, -1), balance: 0, interest: 0 })
  })

  test('an account that was never used shows a week of zeros', async () => {
    const user = await server.makeUser()
    expect((await byDay(user)).map(({ balance, interest }) => balance + interest)).toEqual([0, 0, 0, 0, 0, 0, 0])
  })

  test('more than a year is shown by every second day, up to today', async () => {
    const user = await server.makeUser({ walletRupees: 20_000 })
    await deposit(user, 10_000)
    today = addDays(today, 400)
    await server.travelTo(noon(today))
    const all = await byDay(user)
    expect(all.map(({ date }) => date)).toEqual(
      Array.from({ length: 201 }, (_, index) => addDays(today, 2 * (index - 200))),
    )
    expect(all[0]).toEqual({ date: addDays(today, -400), balance: 10_000, interest: 0 })
    const { current_balance, total_profit } = await balance(user)
    expect(all.at(-1)).toEqual({ date: today, balance: current_balance, interest: total_profit })
    expect(all[100]?.balance).toBe(10_000 + (all[100]?.interest ?? 0))
    expect((await byDay(user, '?days=366')).filter((_, index) => index % 2 === 1)).toEqual(all.slice(18))
  })
})

test('a deposit that waited past midnight has the timestamp of the new day in the ledger too', async () => {
  const user = await server.makeUser({ walletRupees: 10_000 })
  await deposit(user, 1_000)
  const midnight = startOfDay(addDays(today, 1))
  server.clock.moveTo(new Date(midnight.getTime() - 1_000))
  await settleUp(midnight)
  const { body } = await deposit(user, 100)
  expect(body.created_at).toBe(midnight.toISOString())
  const { rows } = await sql<{ at: Date }>`
    select at from ledger_transfers where subject = 'flexible' and subject_id = ${body.id}`.execute(server.services.db)
  expect(rows).toEqual([{ at: midnight }])
})
