/** Requesting a withdrawal, and cancelling it. */
import { afterAll, describe, expect, test } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { untilOneWaits } from '../../../tests/support/locks.ts'
import { testServer } from '../../../tests/support/server.ts'
import { bankDetails, upi, withdrawalsOn } from '../../../tests/support/withdrawals.ts'
import { transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { emptyDetails } from './queries.ts'

const server = await testServer()
const admin = await server.makeUser({ role: 'admin', name: 'Meera' })
const { investor, ask, balances, approve, cancel, mine, setting } = withdrawalsOn(server, admin)
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

const crypto = { type: 'crypto', withdrawal_details: { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' } }

describe('requesting', () => {
  test('holds the whole amount and fixes the fee', async () => {
    const user = await investor()
    const reply = await ask(user)
    expect(reply).toMatchObject({
      status: 201,
      body: {
        amount: 1000,
        processing_fee: 70,
        fee_percentage: 7,
        net_amount: 930,
        status: 'pending',
        ...upi,
        usdt_amount: null,
        decided_at: null,
      },
    })
    expect(await balances(user)).toMatchObject({ wallet: 9_000_00n, held: 1_000_00n })
    await setting('withdrawal_fee_percentage', 9)
    expect(await ask(user, { processing_fee: 70 })).toMatchObject({ status: 409, body: { code: 'terms_moved' } })
    expect(await mine(user)).toMatchObject([{ processing_fee: 70 }])
    await setting('withdrawal_fee_percentage', 7)
  })

  test('USDT: the current rate is stored on the request, and marked while it is the fallback', async () => {
    const user = await investor()
    const first = await ask(user, { amount: 900, usdt_amount: 10, ...crypto })
    expect(first.body).toMatchObject({ usdt_rate: 90, usdt_rate_is_fallback: true, usdt_amount: 9.3, net_amount: 837 })
    await setting('usdt_value', 92)
    expect(await ask(user, { amount: 900, usdt_amount: 10, ...crypto })).toMatchObject({
      status: 409,
      body: {
        message: 'The USDT rate is now ₹92.00 per USDT. Please check the amount again.',
        code: 'rate_moved',
        params: { rate: 92 },
      },
    })
    const second = await ask(user, { amount: 920, usdt_amount: 10, ...crypto })
    expect(second.body).toMatchObject({ usdt_rate: 92, usdt_rate_is_fallback: false, usdt_amount: 9.3 })
    expect((await mine(user))[1]).toMatchObject({ usdt_rate: 90, usdt_amount: 9.3 })
  })

  test.each<[string, object, number, string, string]>([
    ['more than there is', { amount: 10_000.01 }, 422, 'insufficient_balance', 'Insufficient balance'],
    ['far more than there is', { amount: 500_000 }, 422, 'insufficient_balance', 'Insufficient balance'],
    ['less than the minimum', { amount: 499.99 }, 422, 'below_minimum', 'The smallest withdrawal is ₹500.00.'],
    ['nothing', { amount: 0 }, 422, 'invalid', 'Enter an amount above ₹0 and at most ₹100,00,00,000'],
    ['a third decimal', { amount: 600.001 }, 422, 'invalid', 'Use at most two decimals'],
    ['no UPI ID', { withdrawal_details: {} }, 422, 'upi_required', 'Please enter UPI ID'],
    ['no details at all', { withdrawal_details: undefined }, 422, 'upi_required', 'Please enter UPI ID'],
    [
      'no address',
      { type: 'crypto', withdrawal_details: {} },
      422,
      'usdt_address_required',
      'Please enter USDT address',
    ],
    [
      'half of a bank account',
      { type: 'bank', withdrawal_details: { bank_name: 'HDFC' } },
      422,
      'bank_details_required',
      'Please fill all bank details',
    ],
    [
      'a wrong TRC20 address',
      { type: 'crypto', withdrawal_details: { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u' } },
      422,
      'usdt_address_wrong',
      'This TRC20 address is not valid. Please check every character.',
    ],
    ['a type that does not exist', { type: 'cash' }, 422, 'invalid', expect.any(String) as unknown as string],
    ['an unknown field', { fee: 0 }, 422, 'invalid', 'Unknown field'],
  ])('%s is refused and changes nothing', async (_case, body, status, code, message) => {
    const user = await investor()
    expect(await ask(user, body)).toMatchObject({ status, body: { code, message } })
    expect(await balances(user)).toMatchObject({ wallet: 10_000_00n, held: 0n })
    expect(await mine(user)).toEqual([])
  })

  test('an unusual UPI ID or IFSC code is not refused', async () => {
    const user = await investor()
    expect((await ask(user, { withdrawal_details: { upi_id: '9876543210' } })).status).toBe(201)
    const odd = { ...bankDetails, ifsc_code: 'ZZZZ0000000', account_number: '12' }
    expect((await ask(user, { type: 'bank', withdrawal_details: odd })).status).toBe(201)
  })

  test('without an approved first KYC record it is refused', async () => {
    const user = await server.makeUser({ walletRupees: 5000 })
    expect(await ask(user)).toMatchObject({
      status: 422,
      body: { code: 'kyc_required', message: 'KYC Verification Required' },
    })
    expect(await balances(user)).toMatchObject({ wallet: 5_000_00n, held: 0n })
  })

  test('a repeated key requests once, another body under it is refused', async () => {
    const user = await investor()
    const first = await ask(user, {}, 'once')
    expect((await ask(user, {}, 'once')).body).toEqual(first.body)
    expect(await ask(user, { amount: 2000 }, 'once')).toMatchObject({ status: 422, body: { code: 'key_reused' } })
    expect(await balances(user)).toMatchObject({ wallet: 9_000_00n, held: 1_000_00n })
  })

  test('twenty concurrent copies with one key request once', async () => {
    const user = await investor()
    const replies = await Promise.all(Array.from({ length: 20 }, () => ask(user, {}, 'together')))
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1)
    expect(await balances(user)).toMatchObject({ held: 1_000_00n })
  })

  test('fifty concurrent requests take exactly what is there', async () => {
    const user = await investor(3500)
    const replies = await Promise.all(Array.from({ length: 50 }, () => ask(user)))
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(3)
    expect(replies.filter((reply) => reply.body.code === 'insufficient_balance')).toHaveLength(47)
    expect(await balances(user)).toMatchObject({ wallet: 500_00n, held: 3_000_00n })
  })
})

test('a request waits for held money before it locks the wallet, as a decision that returns money does', async () => {
  const user = await investor()
  const { db } = server.services
  const locking = (kind: string) => sql`
    select from ledger_accounts where holder = ${user.id} and kind = ${kind} for no key update nowait`
  const replies: ReturnType<typeof ask>[] = []
  await transaction(db, async (tx) => {
    await locking('held').execute(tx)
    replies.push(ask(user))
    await untilOneWaits(db)
    await locking('wallet').execute(tx)
  })
  expect((await replies[0])?.status).toBe(201)
})

describe('cancelling', () => {
  test('returns the whole amount, once', async () => {
    const user = await investor()
    const { id } = (await ask(user)).body
    expect(await cancel(id, user)).toMatchObject({ status: 200, body: { status: 'cancelled', processing_fee: 70 } })
    expect(await balances(user)).toMatchObject({ wallet: 10_000_00n, held: 0n })
    const again = await cancel(id, user)
    expect(again).toMatchObject({ status: 409, body: { code: 'already_decided' } })
    expect(again.body.message).toMatch(/^Already cancelled by you, \d\d:\d\d$/)
    expect(again.body.params).toMatchObject({ status: 'cancelled', side: 'reader' })
    const late = await approve(id)
    expect(late.body).toMatchObject({
      code: 'already_decided',
      params: { status: 'cancelled', side: 'user', by: null },
    })
    expect(await balances(user)).toMatchObject({ wallet: 10_000_00n })
  })

  test('somebody else’s and an unknown one are 404', async () => {
    const [user, other] = [await investor(), await investor()]
    const { id } = (await ask(user)).body
    expect((await cancel(id, other)).status).toBe(404)
    expect((await cancel(2_000_000_000, user)).status).toBe(404)
    await cancel(id, user)
    expect((await cancel(id, other)).status).toBe(404)
    expect((await server.call('POST', `/withdrawals/${id}/cancel`, { as: admin })).status).toBe(403)
  })

  test('after the decision it is 409 and names the admin', async () => {
    const user = await investor()
    const { id } = (await ask(user)).body
    await approve(id)
    expect((await cancel(id, user)).body.message).toMatch(/^Already approved by Meera, \d\d:\d\d$/)
    expect(await balances(user)).toMatchObject({ wallet: 9_000_00n, held: 0n })
  })
})

test('closing an account erases the payees', async () => {
  const user = await investor()
  await approve((await ask(user, { type: 'bank', withdrawal_details: bankDetails })).body.id)
  await transaction(server.services.db, (tx) => emptyDetails(tx, user.id))
  expect(await mine(user)).toMatchObject([
    { status: 'approved', withdrawal_details: { bank_name: '', account_name: '', account_number: '', ifsc_code: '' } },
  ])
})

// The clock moves on, so later calls would find their sessions expired.
test('a request resent under its key is the same one while drafts keep their keys, and a new one only afterwards', async () => {
  const user = await investor()
  const first = await ask(user, {}, 'kept')
  const begin = server.clock.now().getTime()
  await server.travelTo(new Date(begin + 7 * 86_400_000))
  const back = await server.signedInAgain(user)
  expect((await ask(back, {}, 'kept')).body).toEqual(first.body)
  expect(await balances(user)).toMatchObject({ held: 1_000_00n })
  await server.travelTo(new Date(begin + 8 * 86_400_000 + 1))
  const later = await ask(await server.signedInAgain(user), {}, 'kept')
  expect(later.status).toBe(201)
  expect(later.body.id).not.toBe(first.body.id)
})
