import { dayOf } from '@bittkosh/contract/time'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { type TestServer, testServer, type TestUser } from '../../../tests/support/server.ts'
import { utr, withdrawalsOn } from '../../../tests/support/withdrawals.ts'
import { sql } from '../platform/database/sql.ts'

let server: TestServer
let admin: TestUser
let user: TestUser

beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin' })
})
beforeEach(async () => {
  user = await withdrawalsOn(server, admin).investor(100_000)
})
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

const made = async (path: string, body: object) => {
  const reply = await server.call('POST', path, { as: user, body })
  expect(reply.status).toBe(201)
  return reply.body
}

test('a record has one number: in its reply, the history, the statement and the admins’ search', async () => {
  const method = { name: 'UPI', type: 'upi', instructions: 'Pay', details: { upi_id: 'pay@bank', qr_code_url: '' } }
  const { id: payment_method } = (await server.call('POST', '/deposit-methods', { as: admin, body: method })).body
  const deposit = await made('/deposits', { amount: 5000, transaction_id: utr(), payment_method })
  const approval = { status: 'approved', approved_amount: 5000 }
  await server.call('PUT', `/deposits/${deposit.id}`, { as: admin, body: approval })
  const withdrawal = await made('/withdrawals', {
    amount: 1000,
    type: 'upi',
    withdrawal_details: { upi_id: 'asha@okhdfc' },
  })
  const earn = await made('/flexible/deposit', { amount: 2000 })

  const numbers = [deposit, withdrawal, earn].map(({ number }) => number)
  for (const number of numbers) expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/)
  expect(new Set(numbers).size).toBe(3)

  const { transactions } = (await server.call('GET', '/transactions', { as: user })).body
  const told = Object.fromEntries(
    transactions.map((item: { type: string; number: string }) => [item.type, item.number]),
  )
  expect(told).toMatchObject({ deposit: numbers[0], withdrawal: numbers[1], flexible_deposit: numbers[2] })

  const today = dayOf(server.clock.now())
  const statement = await server.call('GET', `/statement?from=${today}&to=${today}&format=csv`, { as: user })
  for (const number of numbers) expect(statement.body).toContain(`,${number},`)

  // the receipt that a notice links to, however old it is
  const one = await server.call('GET', `/transactions/withdrawal-${withdrawal.id}`, { as: user })
  expect(one.body).toMatchObject({ key: `withdrawal-${withdrawal.id}`, number: numbers[1] })
  const other = await server.makeUser()
  for (const [key, as] of [
    [`withdrawal-${withdrawal.id}`, other],
    ['withdrawal-999999', user],
    ['nothing-1', user],
  ] as const)
    expect((await server.call('GET', `/transactions/${key}`, { as })).status).toBe(404)

  for (const [path, number] of [
    ['/deposits', numbers[0]],
    ['/withdrawals', numbers[1]],
  ] as const) {
    const { body } = await server.call('GET', `${path}?search=${String(number).toLowerCase()}`, { as: admin })
    expect(body.data.map((row: { number: string }) => row.number)).toEqual([number])
  }
})

test('no number is used twice, and a record without a number has none', async () => {
  const { rows } = await sql<{ number: string }>`
    select record_number() as number from generate_series(1, 5000)`.execute(server.services.db)
  expect(new Set(rows.map(({ number }) => number)).size).toBe(5000)
  await made('/withdrawals', { amount: 600, type: 'upi', withdrawal_details: { upi_id: 'asha@okhdfc' } })
  const again = sql`
    update balance_adjustments set number = (select min(number) from withdrawals)
     where id = (select max(id) from balance_adjustments)`
  await again.execute(server.services.db)
  await server.makeUser({ walletRupees: 1 })
  await expect(again.execute(server.services.db)).rejects.toThrow('balance_adjustments_by_number')
})

test('the usual wait is the median of granted requests, and null while they are few', async () => {
  const waits = async () => (await server.call('GET', '/usual-waits', { as: user })).body
  expect(await waits()).toMatchObject({ withdrawal: null })
  const { ask, approve } = withdrawalsOn(server, admin)
  for (const minutes of [1, 10, 20, 30, 600]) {
    const { body } = await ask(user, { amount: 500 })
    await approve(body.id)
    await sql`
      update withdrawals set created_at = decided_at - ${`${minutes} minutes`}::interval where id = ${body.id}`.execute(
      server.services.db,
    )
  }
  expect(await waits()).toMatchObject({ deposit: null, withdrawal: 20 * 60 })
})
