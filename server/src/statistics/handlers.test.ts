import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { platformTotals } from '../../../tests/support/ledger.ts'

// A separate database whose clock is at noon of a day in Kolkata, so that every figure can be stated in full.
let server: TestServer
let admin: TestUser
let user: TestUser
let method: number

beforeAll(async () => {
  server = await testServer()
  server.clock.moveTo(new Date('2031-03-31T06:30:00Z'))
  admin = await server.makeUser({ role: 'admin' })
  user = await server.makeUser()
  const made = await server.call('POST', '/deposit-methods', {
    as: admin,
    body: { name: 'UPI', type: 'upi', instructions: 'Pay', details: { upi_id: 'pay@bank' } },
  })
  method = made.body.id
  await approved(2500.5)
  server.clock.moveTo(new Date('2031-03-31T18:29:00Z')) // 23:59 in Kolkata: still March
  await approved(1000)
  server.clock.moveTo(new Date('2031-03-31T18:31:00Z')) // 00:01: April
  // every session survives a jump of minutes
  await approved(4000)
  await request(1200)
})
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

const get = (path: string) => server.call('GET', path, { as: admin })
function request(amount: number) {
  const body = { amount, transaction_id: randomUUID(), payment_method: method }
  return server.call('POST', '/deposits', { as: user, body })
}
async function approved(amount: number) {
  const { body } = await request(amount)
  const decision = { status: 'approved', approved_amount: amount }
  admin = await server.makeUser({ role: 'admin' })
  expect((await server.call('PUT', `/deposits/${body.id}`, { as: admin, body: decision })).status).toBe(200)
}

test('users are counted, admins are not', async () => {
  const { body } = await get('/user-statistics')
  expect(body.user_statistics).toEqual({ total_users: 1, active_users: 1, inactive_users: 0, active_percentage: 100 })
  const listed = (await get('/users?role=user')).body // like the page of users
  expect(listed).toMatchObject({ pagination: { total: 1 }, counts: { active: 1, inactive: 0 } })
})

test('a month ends at midnight in Kolkata', async () => {
  const march = (await get('/monthly-daily-totals?year=2031&month=3')).body.monthly_totals
  expect(march).toMatchObject({ year: 2031, month: 3, total_deposits: 3500.5, total_net_flow: 3500.5 })
  expect(march.daily_data).toHaveLength(31)
  expect(march.daily_data[30]).toEqual({
    date: '2031-03-31',
    deposits: { total_amount: 3500.5, count: 2 },
    withdrawals: { total_amount: 0, count: 0 },
    returned: { total_amount: 0, count: 0 },
  })
  const april = (await get('/monthly-daily-totals')).body.monthly_totals
  expect(april).toMatchObject({ year: 2031, month: 4, total_deposits: 4000, total_pending_deposits: 1200 })
  expect(april.daily_data).toHaveLength(30)
})

test('a range of days gives the same as its months', async () => {
  const { body } = await get('/monthly-daily-totals?start=2031-03-31&end=2031-04-01')
  expect(body.monthly_totals).toMatchObject({
    year: 2031,
    month: 4,
    total_deposits: 7500.5,
    total_net_flow: 7500.5,
    total_pending_deposits: 1200,
    daily_data: [
      { date: '2031-03-31', deposits: { total_amount: 3500.5, count: 2 } },
      { date: '2031-04-01', deposits: { total_amount: 4000, count: 1 } },
    ],
  })
  expect((await get('/monthly-daily-totals?end=2031-03-31')).body.monthly_totals).toMatchObject({
    total_deposits: 3500.5,
    total_pending_deposits: 0,
  })
})

test('registrations and deposits of the last thirty days, or of a range', async () => {
  const { body } = await get('/daily-registrations')
  expect(body.date_range).toEqual({ start: '2031-03-03', end: '2031-04-01' })
  expect(body.daily_data).toHaveLength(30)
  expect(body.totals).toEqual({
    total_new_users: 1,
    average_daily_users: 0,
    total_deposits: 7500.5,
    total_deposit_count: 3,
    average_daily_deposits: 250.02,
  })
  const oneDay = (await get('/daily-registrations?start=2031-04-01&end=2031-04-01')).body
  expect(oneDay.daily_data).toEqual([{ date: '2031-04-01', new_users: 0, deposits: 4000 }])
})

test('the days before an early one begin with the first day that there is', async () => {
  const { body } = await get('/daily-registrations?end=1900-01-15')
  expect(body.date_range).toEqual({ start: '1900-01-01', end: '1900-01-15' })
  expect((await get('/monthly-daily-totals?end=1900-01-15')).body.monthly_totals.daily_data).toHaveLength(15)
})

test.each([
  '?start=2031-04-02&end=2031-04-01',
  '?start=2001-01-01',
  '?start=x',
  '?start=2031-02-30',
  '?end=0001-01-10',
])('the range %s is refused', async (range) => {
  expect((await get(`/daily-registrations${range}`)).status).toBe(400)
  expect((await get(`/monthly-daily-totals${range}`)).status).toBe(400)
})

test.each(['?month=13', '?month=0', '?year=1999', '?year=x'])('the month %s is refused', async (month) => {
  expect((await get(`/monthly-daily-totals${month}`)).status).toBe(400)
})

test('waiting requests are counted with the age of the oldest', async () => {
  const { body } = await get('/waiting')
  expect(body).toMatchObject({
    deposits: { count: 1, amount: expect.any(Number) },
    withdrawals: { count: 0, oldest_at: null, amount: 0 },
    kyc: { count: 0 },
  })
  expect(body.deposits.amount).toBeGreaterThan(0)
  expect(body.kyc.amount).toBeUndefined()
  expect(new Date(body.deposits.oldest_at).getTime()).toBeGreaterThan(Date.parse('2031-03-31T18:30:00Z'))
})

test('coverage equals the ledger, and owed money equals receipts minus what was earned and spent', async () => {
  const { body } = await get('/coverage')
  expect(body.owed).toEqual({ wallet: 7500.5, flexible: 0, invested: 0, held: 0, total: 7500.5 })
  expect(body.received).toEqual({ upi: 7500.5, bank: 0, crypto: 0, total: 7500.5 })
  expect(body.maturities.map((step: { days: number }) => step.days)).toEqual([7, 30, 90])
  expect(body.owed.total).toBe(body.received.total - body.paid.total - body.fees.total + body.costs.total)
  expect((await platformTotals(server.services.db)).cash_upi).toBe(-7500_50n)
  const { body: lines } = await get('/coverage/lines?account=cash_upi')
  expect(lines.data.map((line: { amount: number }) => line.amount)).toEqual([-4000, -1000, -2500.5])
  expect(lines.data.every((line: { id: unknown }) => Number.isInteger(line.id))).toBe(true)
  expect(lines.next_cursor).toBeNull()
  expect((await get('/coverage/lines?account=cash_upi&side=debit')).body.data).toEqual(lines.data)
  expect((await get('/coverage/lines?account=cash_upi&side=credit')).body.data).toEqual([])
})
