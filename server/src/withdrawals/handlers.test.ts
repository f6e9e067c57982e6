import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveKycOf } from '../../../tests/support/kyc.ts'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { balancesOf } from '../ledger/balances.ts'
import { historyPage } from '../ledger/history.ts'
import { transaction } from '../platform/database.ts'
import { erasePayees, history } from './actions.ts'

let server: TestServer
let admin: TestUser

beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin', name: 'Meera' })
})
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

const upi = { type: 'upi', withdrawal_details: { upi_id: 'ravi@okhdfc' } }
const bankDetails = {
  bank_name: 'HDFC Bank',
  account_name: 'Asha Rao',
  account_number: '501001234417',
  ifsc_code: 'HDFC0000001',
}
const crypto = { type: 'crypto', withdrawal_details: { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' } }

async function investor(walletRupees = 10_000, options: { name?: string; referredBy?: number } = {}) {
  const user = await server.makeUser({ walletRupees, ...options })
  await approveKycOf(server, user, admin)
  return user
}
const ask = (user: TestUser, body: object = {}, key?: string) =>
  server.call('POST', '/withdrawals', { as: user, body: { amount: 1000, ...upi, ...body }, ...(key ? { key } : {}) })
const balances = (user: TestUser) => balancesOf(server.services.db, user.id)
const decide = (id: number, body: object, as = admin) => server.call('PUT', `/withdrawals/${id}`, { as, body })
const approve = (id: number, as = admin) => decide(id, { status: 'approved', transaction_id: '432198761234' }, as)
const reject = (id: number, as = admin) => decide(id, { status: 'rejected', admin_note: 'Name differs' }, as)
const cancel = (id: number, as: TestUser) => server.call('POST', `/withdrawals/${id}/cancel`, { as })
const mine = async (user: TestUser) => (await server.call('GET', '/withdrawals/my', { as: user })).body.data
async function setting(key: string, value: number) {
  await server.call('PUT', `/settings/${key}`, { as: admin, body: { value } })
}

describe('asking', () => {
  test('holds the whole amount and freezes the fee', async () => {
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
    expect(await mine(user)).toMatchObject([{ processing_fee: 70 }])
    await setting('withdrawal_fee_percentage', 7)
  })

  test('USDT: the rate of the moment stays on the request, marked while it is the fallback', async () => {
    const user = await investor()
    const first = await ask(user, { amount: 900, usdt_amount: 10, ...crypto })
    expect(first.body).toMatchObject({ usdt_rate: 90, usdt_rate_is_fallback: true, usdt_amount: 9.3, net_amount: 837 })
    await setting('usdt_value', 92)
    expect(await ask(user, { amount: 900, usdt_amount: 10, ...crypto })).toMatchObject({
      status: 409,
      body: { code: 'rate_moved', message: 'The USDT rate is now ₹92.00 per USDT. Please check the amount again.' },
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

  test('an unusual UPI ID or IFSC code is no reason to refuse', async () => {
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

  test('72 hours after a password reset it is refused, then possible', async () => {
    const user = await investor()
    const resetAgo = async (hours: number) => {
      const at = new Date(server.clock.now().getTime() - hours * 3_600_000)
      await sql`update users set password_reset_at = ${at} where id = ${user.id}`.execute(server.services.db)
    }
    await resetAgo(71.9)
    expect(await ask(user)).toMatchObject({ status: 422, body: { code: 'withdrawals_paused' } })
    const terms = await server.call('GET', '/withdrawals/terms', { as: user })
    expect(new Date(terms.body.paused_until).getTime()).toBeGreaterThan(server.clock.now().getTime())
    await resetAgo(72.1)
    expect((await ask(user)).status).toBe(201)
  })

  test('a repeated key asks once, another body under it is refused', async () => {
    const user = await investor()
    const first = await ask(user, {}, 'once')
    expect((await ask(user, {}, 'once')).body).toEqual(first.body)
    expect(await ask(user, { amount: 2000 }, 'once')).toMatchObject({ status: 422, body: { code: 'key_reused' } })
    expect(await balances(user)).toMatchObject({ wallet: 9_000_00n, held: 1_000_00n })
  })

  test('twenty copies of one key at once ask once', async () => {
    const user = await investor()
    const replies = await Promise.all(Array.from({ length: 20 }, () => ask(user, {}, 'together')))
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1)
    expect(await balances(user)).toMatchObject({ held: 1_000_00n })
  })

  test('fifty at once take exactly what is there', async () => {
    const user = await investor(3500)
    const replies = await Promise.all(Array.from({ length: 50 }, () => ask(user)))
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(3)
    expect(replies.filter((reply) => reply.body.code === 'insufficient_balance')).toHaveLength(47)
    expect(await balances(user)).toMatchObject({ wallet: 500_00n, held: 3_000_00n })
  })
})

describe('to accounts that were not used before', () => {
  const to = (upi_id: string, amount: number) => ({ amount, withdrawal_details: { upi_id } })
  beforeAll(() => setting('withdrawal_new_payee_limit', 200_000))
  afterAll(() => setting('withdrawal_new_payee_limit', 1_000_000))

  test('only so much within 24 hours, to all of them together; what was given back does not count', async () => {
    const user = await investor(900_000)
    expect((await ask(user, to('one@okhdfc', 120_000))).status).toBe(201)
    const taken = await ask(user, to('two@okhdfc', 80_000))
    expect(taken.status).toBe(201)
    const before = await balances(user)
    expect(await ask(user, to('one@okhdfc', 500))).toMatchObject({
      status: 422,
      body: {
        code: 'new_payee_limit',
        errors: { amount: 'To new accounts you can withdraw at most ₹2,00,000.00 within 24 hours; ₹0.00 is left.' },
      },
    })
    expect(await balances(user)).toEqual(before)
    await cancel(taken.body.id, user)
    expect((await ask(user, to('three@okhdfc', 80_000))).status).toBe(201)

    server.clock.moveTo(new Date(server.clock.now().getTime() + 24 * 3_600_000))
    expect((await ask(user, to('one@okhdfc', 400_000))).status).toBe(201)
    admin = await server.makeUser({ role: 'admin', name: 'Meera' })
  })

  test('twenty at once do not pass it', async () => {
    const user = await investor(900_000)
    const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(user, to(`x${n}@okhdfc`, 30_000))))
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(6)
    expect(replies.filter((reply) => reply.body.code === 'new_payee_limit')).toHaveLength(14)
  })
})

describe('cancelling', () => {
  test('gives the whole amount back, once', async () => {
    const user = await investor()
    const { id } = (await ask(user)).body
    expect(await cancel(id, user)).toMatchObject({ status: 200, body: { status: 'cancelled', processing_fee: 70 } })
    expect(await balances(user)).toMatchObject({ wallet: 10_000_00n, held: 0n })
    const again = await cancel(id, user)
    expect(again).toMatchObject({ status: 409, body: { code: 'already_decided' } })
    expect(again.body.message).toMatch(/^Already cancelled by you, \d\d:\d\d$/)
    expect(await balances(user)).toMatchObject({ wallet: 10_000_00n })
  })

  test("somebody else's and an unknown one are 404", async () => {
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

describe('deciding', () => {
  test('approval pays the net, earns the fee, tells the user and is logged', async () => {
    const user = await investor()
    const { id } = (await ask(user)).body
    const reply = await decide(id, { status: 'approved', transaction_id: ' 432198761234 ', admin_note: 'paid' })
    expect(reply).toMatchObject({
      status: 200,
      body: {
        status: 'approved',
        transaction_id: '432198761234',
        admin_note: 'paid',
        decided_by: 'Meera',
        net_amount: 930,
      },
    })
    expect(await balances(user)).toMatchObject({ wallet: 9_000_00n, held: 0n })
    const { rows: entries } = await sql<{ kind: string; amount: bigint }>`
      select a.kind, e.amount from ledger_transfers t
        join ledger_entries e on e.transfer_id = t.id
        join ledger_accounts a on a.id = e.account_id
       where t.cause = ${`withdrawal ${id} decided`} order by a.kind desc`.execute(server.services.db)
    expect(entries).toEqual([
      { kind: 'held', amount: -1_000_00n },
      { kind: 'fee_withdrawal', amount: 70_00n },
      { kind: 'cash_upi', amount: 930_00n },
    ])
    const { rows: told } = await sql<{ title: string; message: string }>`
      select title, message from notifications where user_id = ${user.id} and title like 'Withdrawal%'`.execute(
      server.services.db,
    )
    expect(told).toEqual([
      { title: 'Withdrawal approved', message: 'Your withdrawal of ₹1,000.00 has been paid. Reference: 432198761234.' },
    ])
    expect(await mine(user)).toMatchObject([{ status: 'approved', transaction_id: '432198761234' }])
  })

  test('rejection gives the whole amount back with the reason', async () => {
    const user = await investor()
    const { id } = (await ask(user)).body
    expect(await reject(id)).toMatchObject({ status: 200, body: { status: 'rejected', admin_note: 'Name differs' } })
    expect(await balances(user)).toMatchObject({ wallet: 10_000_00n, held: 0n })
    expect(await mine(user)).toMatchObject([{ status: 'rejected', admin_note: 'Name differs' }])
  })

  test.each([
    ['approving without a transaction ID', { status: 'approved' }, 'Transaction ID is required'],
    ['approving with spaces for one', { status: 'approved', transaction_id: '   ' }, 'Transaction ID is required'],
    ['rejecting without a note', { status: 'rejected' }, 'Note is required for rejection'],
  ])('%s is refused and changes nothing', async (_case, body, message) => {
    const user = await investor()
    const { id } = (await ask(user)).body
    expect(await decide(id, body)).toMatchObject({ status: 422, body: { message } })
    expect(await balances(user)).toMatchObject({ held: 1_000_00n })
    expect(await mine(user)).toMatchObject([{ status: 'pending' }])
  })

  test('a second decision is 409, names the first and moves nothing', async () => {
    const user = await investor()
    const { id } = (await ask(user)).body
    await approve(id)
    const second = await reject(id)
    expect(second).toMatchObject({ status: 409, body: { code: 'already_decided' } })
    expect(second.body.message).toMatch(/^Already approved by Meera, \d\d:\d\d$/)
    expect(await balances(user)).toMatchObject({ wallet: 9_000_00n, held: 0n })
  })

  test('approving, rejecting and cancelling at once: one of them', async () => {
    const user = await investor()
    const { id } = (await ask(user)).body
    const replies = await Promise.all(
      Array.from({ length: 21 }, (_, n) => (n % 3 === 0 ? approve(id) : n % 3 === 1 ? reject(id) : cancel(id, user))),
    )
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array<number>(20).fill(409)])
    const { wallet, held } = await balances(user)
    const [row] = await mine(user)
    expect({ wallet, held }).toEqual({ wallet: row.status === 'approved' ? 9_000_00n : 10_000_00n, held: 0n })
  })

  test('users cannot, an unknown one is 404, an invited account is refused', async () => {
    const user = await investor(5000, { referredBy: admin.id }).catch(() => null)
    expect(user).toBeNull() // its KYC can't be decided by that admin either
    const other = await server.makeUser({ role: 'admin' })
    const invited = await server.makeUser({ walletRupees: 5000, referredBy: admin.id })
    await approveKycOf(server, invited, other)
    const { id } = (await ask(invited)).body
    expect(await approve(id)).toMatchObject({ status: 403, body: { code: 'own_request' } })
    expect((await approve(id, invited)).status).toBe(403)
    expect((await approve(2_000_000_000)).status).toBe(404)
    expect((await approve(id, other)).status).toBe(200)
  })
})

describe('what the user sees', () => {
  test('the terms: gate, minimum, fee, rate, and the payees of the last approved ones', async () => {
    const user = await investor()
    const terms = async () => (await server.call('GET', '/withdrawals/terms', { as: user })).body
    expect(await terms()).toMatchObject({
      kyc_approved: true,
      kyc_status: 'approved',
      paused_until: null,
      balance: 10_000,
      minimum: 500,
      new_payee_limit: 1_000_000,
      fee_percentage: 7,
      saved_details: { upi: null, bank: null, crypto: null },
    })
    await approve((await ask(user)).body.id)
    await approve((await ask(user, { type: 'bank', withdrawal_details: bankDetails })).body.id)
    await reject((await ask(user, { withdrawal_details: { upi_id: 'wrong@upi' } })).body.id)
    expect((await terms()).saved_details).toEqual({ upi: upi.withdrawal_details, bank: bankDetails, crypto: null })
  })

  test('an own list in pages, newest first, of nobody else', async () => {
    const user = await investor(30_000)
    for (let n = 0; n < 23; n++) await ask(user, { amount: 500 + n })
    const first = (await server.call('GET', '/withdrawals/my', { as: user })).body
    const second = (await server.call('GET', `/withdrawals/my?cursor=${first.next_cursor}`, { as: user })).body
    expect([...first.data, ...second.data].map((row: { amount: number }) => row.amount)).toEqual(
      Array.from({ length: 23 }, (_, n) => 522 - n),
    )
    expect(second.next_cursor).toBeNull()
    for (const cursor of ['nonsense', Buffer.from('["x","y"]').toString('base64url')])
      expect((await server.call('GET', `/withdrawals/my?cursor=${cursor}`, { as: user })).status).toBe(400)
    expect(await mine(await investor())).toEqual([])
  })

  test('a line of the history with fee, payee and the balance after', async () => {
    const user = await investor()
    const { id } = (await ask(user, { type: 'bank', withdrawal_details: bankDetails })).body
    await approve(id)
    const page = historyPage(history(server.clock.now()), { user: user.id, limit: 10 })
    const { rows } = (await page?.execute(server.services.db)) ?? { rows: [] }
    expect(rows).toMatchObject([
      {
        type: 'withdrawal',
        id,
        status: 'approved',
        direction: 'out',
        amount: 1_000_00n,
        approved_amount: 930_00n,
        processing_fee: 70_00n,
        counterparty: 'HDFC Bank ••4417',
        transaction_id: '432198761234',
        cause: `withdrawal ${id} requested`,
      },
    ])
  })

  test('the bank of an IFSC code', async () => {
    const user = await server.makeUser()
    const look = async (code: string) => (await server.call('GET', `/ifsc/${code}`, { as: user })).body
    expect(await look('HDFC0000001')).toEqual({ known: true, bank: 'HDFC Bank' })
    expect(await look('nonsense')).toEqual({ known: false, bank: null })
  })
})

describe('what the admin sees', () => {
  const list = async (query: string) => (await server.call('GET', `/withdrawals?${query}`, { as: admin })).body

  test('who asks, where to, what is unusual about it, and counts by status', async () => {
    const name = `Lalita ${Math.random().toString(36).slice(2, 8)}`
    const user = await investor(10_000, { name })
    const odd = { ...bankDetails, account_name: 'Somebody Else', ifsc_code: 'HDFC0ZZZZZZ', account_number: '77' }
    await approve((await ask(user)).body.id)
    await ask(user, { type: 'bank', withdrawal_details: odd })
    const rows = await list(`search=${encodeURIComponent(name)}&status=pending`)
    expect(rows.counts).toEqual({ pending: 1, approved: 1, rejected: 0, cancelled: 0 })
    expect(rows.pagination).toEqual({ current_page: 1, last_page: 1, total: 1 })
    expect(rows.data).toMatchObject([
      {
        user: { id: user.id, name, email: user.email, phone: user.phone, wallet_balance: 8000 },
        flags: ['account_form', 'ifsc_unknown', 'name_differs'],
        ifsc_bank: 'HDFC Bank',
        recent: [{ amount: 1000, status: 'approved', type: 'upi' }],
      },
    ])
    expect(rows.data[0].user.govt_ids).toMatchObject([{ type: 'pan', status: 'approved' }])
  })

  test('a payee that stands on another account is flagged on both, and one paid before is counted', async () => {
    const [first, second] = [await investor(), await investor()]
    const payee = { withdrawal_details: { upi_id: `Shared.${first.id}@okaxis` } }
    await approve((await ask(first, payee)).body.id)
    await ask(first, payee)
    expect((await list(`search=${first.email}&status=pending`)).data).toMatchObject([{ flags: [], paid_before: 1 }])
    await ask(second, { withdrawal_details: { upi_id: `shared.${first.id}@OKAXIS` } })
    for (const user of [first, second]) {
      expect((await list(`search=${user.email}&status=pending`)).data).toMatchObject([{ flags: ['used_elsewhere'] }])
    }
  })

  test('found by reference, payee or number; sorted; users may not look', async () => {
    const user = await investor()
    const reference = `UTR${Date.now()}`
    const { id } = (await ask(user, { amount: 700, withdrawal_details: { upi_id: `find.${user.id}@upi` } })).body
    await decide(id, { status: 'approved', transaction_id: reference })
    await ask(user, { amount: 900 })
    expect((await list(`search=${reference.toLowerCase()}`)).data).toMatchObject([{ id }])
    expect((await list(`search=find.${user.id}`)).data).toMatchObject([{ id }])
    expect((await list(`search=%23${id}`)).data.map((row: { id: number }) => row.id)).toContain(id)
    expect((await list(`search=${user.email}&sort=amount`)).data).toMatchObject([{ amount: 900 }, { amount: 700 }])
    expect((await list(`search=${user.email}&per_page=1&page=2&sort=oldest`)).data).toMatchObject([{ amount: 900 }])
    expect((await list('search=100%25_')).data).toEqual([])
    expect((await server.call('GET', '/withdrawals', { as: user })).status).toBe(403)
    expect((await server.call('GET', '/withdrawals?status=lost', { as: admin })).status).toBe(400)
  })
})

test('closing an account erases where its money went to', async () => {
  const user = await investor()
  await approve((await ask(user, { type: 'bank', withdrawal_details: bankDetails })).body.id)
  await transaction(server.services.db, (tx) => erasePayees(tx, user.id))
  expect(await mine(user)).toMatchObject([
    { status: 'approved', withdrawal_details: { bank_name: '', account_name: '', account_number: '', ifsc_code: '' } },
  ])
})
