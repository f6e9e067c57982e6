import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { untilOneWaits } from '../../../tests/support/locks.ts'
import { shareBrowser } from '../../../tests/support/sharedBrowser.ts'
import { balancesOf } from '../ledger/balances.ts'
import { transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

let server: TestServer
let admin: TestUser
let upi: number
let usdt: number
let packageId: number

beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin', name: 'Meera' })
  const method = (body: object) => server.call('POST', '/deposit-methods', { as: admin, body })
  const created = await method({
    name: 'UPI',
    type: 'upi',
    instructions: 'Pay',
    details: { upi_id: 'pay@bank', qr_code_url: '' },
  })
  upi = created.body.id
  usdt = (
    await method({
      name: 'USDT',
      type: 'crypto',
      instructions: 'Send',
      details: { network: 'TRC20', address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' },
    })
  ).body.id
  const bought = await server.call('POST', '/admin/balance-packages', {
    as: admin,
    body: { name: 'Regular', amount: 5000, bonus_percentage: 4.25, description: 'With a bonus' },
  })
  expect(bought).toMatchObject({ status: 201, body: { bonus_amount: 212.5, total_amount: 5212.5, sort_order: 1 } })
  packageId = bought.body.id
})
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

const utr = () => randomUUID()
const wallet = async (user: TestUser) => (await balancesOf(server.services.db, user.id)).wallet
function request(as: TestUser, body: object, key?: string) {
  const whole = { amount: 1500, transaction_id: utr(), payment_method: upi, ...body }
  return server.call('POST', '/deposits', { as, body: whole, ...(key ? { key } : {}) })
}
function decision(id: number, body: object, as = admin) {
  return server.call('PUT', `/deposits/${id}`, { as, body })
}
async function countOf(user: TestUser) {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from deposits where user_id = ${user.id}`.execute(server.services.db)
  return rows[0]?.n
}

test('an amount too large for any account is refused at the approval, and the request keeps waiting', async () => {
  const user = await server.makeUser({ walletRupees: 9_999_999_999_999 })
  const { body } = await request(user, { amount: 1500 })
  const refused = await decision(body.id, { status: 'approved', approved_amount: 1500 })
  expect(refused.body).toMatchObject({ code: 'balance_limit', errors: { approved_amount: expect.any(String) } })
  const { data } = (await server.call('GET', '/deposits/my', { as: user })).body
  expect(data).toMatchObject([{ status: 'pending' }])
})

test('a request waits, is approved and credited, and the user is notified', async () => {
  const user = await server.makeUser()
  const made = await request(user, { transaction_id: ' 4321 9876 1234 ' })
  expect(made).toMatchObject({
    status: 201,
    body: { status: 'pending', requested_amount: 1500, approved_amount: null, transaction_id: '4321 9876 1234' },
  })
  expect(await wallet(user)).toBe(0n)
  const decided = await decision(made.body.id, { status: 'approved', approved_amount: 1500, admin_note: '' })
  expect(decided).toMatchObject({
    status: 200,
    body: { status: 'approved', approved_amount: 1500, decided_by: 'Meera', payee: { type: 'upi' } },
  })
  expect(await wallet(user)).toBe(1500_00n)
  const mine = await server.call('GET', '/deposits/my', { as: user })
  const { name, email } = user
  expect(mine.body).toMatchObject({
    data: [{ id: made.body.id, status: 'approved', user: { name, email } }],
    next_cursor: null,
  })
  const told = await server.call('GET', '/notifications', { as: user })
  const link = `/wallet?id=deposit-${made.body.id}`
  expect(told.body.data[0]).toMatchObject({ title: 'Deposit approved', type: 'success', link, user_id: user.id })
  const history = await server.call('GET', '/transactions', { as: user })
  expect(history.body.transactions[0]).toMatchObject({ type: 'deposit', status: 'approved', amount: 1500 })
})

test('a missing field of a request has its own message', async () => {
  const as = await server.makeUser()
  const refused = await request(as, { amount: undefined, payment_method: undefined })
  expect(refused.body.errors).toEqual({ amount: 'Amount is required', payment_method: 'Choose a payment method' })
  const empty = await server.call('POST', '/deposits', { as, body: {} })
  expect(empty.body.message).toBe('Transaction ID is required')
  expect((await server.call('POST', '/flexible/deposit', { as, body: {} })).body).toMatchObject({
    message: 'Amount is required',
    errors: { amount: 'Amount is required' },
  })
})

test.each([
  ['below the minimum', { amount: 999.99 }, 422, 'below_minimum', 'amount'],
  ['no amount', { amount: undefined }, 422, 'invalid', 'amount'],
  ['too many decimals', { amount: 1000.005 }, 422, 'invalid', 'amount'],
  ['an amount as text', { amount: '1000' }, 422, 'invalid', 'amount'],
  ['no method', { payment_method: undefined }, 422, 'invalid', 'payment_method'],
  ['an unknown method', { payment_method: 999_999 }, 422, 'method_unavailable', 'payment_method'],
  ['no transaction ID', { transaction_id: '  ' }, 422, 'invalid', 'transaction_id'],
  ['an invisible transaction ID', { transaction_id: '\u200b\u2800' }, 422, 'invalid', 'transaction_id'],
  [
    'an unknown package',
    { amount: undefined, balance_package_id: 999_999 },
    422,
    'package_unavailable',
    'balance_package_id',
  ],
  ['a package with an amount', { balance_package_id: 1 }, 422, 'invalid', 'amount'],
  ['an unknown field', { status: 'approved' }, 422, 'invalid', 'status'],
])('%s is refused and creates no request', async (_case, body, status, code, field) => {
  const user = await server.makeUser()
  const reply = await request(user, body)
  expect([reply.status, reply.body.code, Object.keys(reply.body.errors)]).toEqual([status, code, [field]])
  expect(await countOf(user)).toBe(0)
})

describe('a method whose payee was changed', () => {
  const details = (upi_id: string) => ({ name: 'Other UPI', type: 'upi', instructions: 'Pay', details: { upi_id } })
  const listed = async (id: number) =>
    (await server.call('GET', '/deposit-methods', { as: admin })).body.find((one: { id: number }) => one.id === id)
  const recorded = async ({ body: { transaction_id: id } }: { body: { transaction_id: string } }) => {
    const { body } = await server.call('GET', `/deposits?search=${id}`, { as: admin })
    const { payee, has_former_payee, method } = body.data[0]
    return { upi: payee.details.upi_id, has_former_payee, since: method.payee_since }
  }

  test('is recorded with the payee that its payer was shown', async () => {
    const user = await server.makeUser()
    const { id } = (await server.call('POST', '/deposit-methods', { as: admin, body: details('first@bank') })).body
    const first = (await listed(id)).payee_since
    const before = await request(user, { payment_method: id })
    // the same payee under another name is no other payee; the clock of the tests stands still
    await server.call('PUT', `/deposit-methods/${id}`, { as: admin, body: { ...details('first@bank'), name: 'UPI 2' } })
    expect((await listed(id)).payee_since).toBe(first)
    const reading = async (body: object) => (await request(user, { payment_method: id, ...body })).body.method.name
    for (const upiId of ['second@bank', 'third@bank'])
      expect((await server.call('PUT', `/deposit-methods/${id}`, { as: admin, body: details(upiId) })).status).toBe(200)
    const third = (await listed(id)).payee_since
    expect(third > first).toBe(true)

    const after = await request(user, { payment_method: id, payee_since: first })
    expect([after.body.method.name, await reading({})]).toEqual(['UPI 2', 'Other UPI'])
    expect(await recorded(after)).toEqual({ upi: 'first@bank', has_former_payee: true, since: first })
    expect(await recorded(before)).toEqual({ upi: 'first@bank', has_former_payee: true, since: first })
    for (const shown of [{ payee_since: third }, {}]) {
      const current = await request(user, { payment_method: id, ...shown })
      expect(await recorded(current)).toEqual({ upi: 'third@bank', has_former_payee: false, since: third })
    }
  })

  test('is recorded with the payee that an admin replaces at this moment', async () => {
    const user = await server.makeUser()
    const { id } = (await server.call('POST', '/deposit-methods', { as: admin, body: details('now@bank') })).body
    const { payee_since } = await listed(id)
    const replies: ReturnType<typeof request>[] = []
    await transaction(server.services.db, async (tx) => {
      await sql`
        update deposit_methods set details = details || '{"upi_id": "next@bank"}', updated_at = ${server.clock.now()}
         where id = ${id}`.execute(tx)
      replies.push(request(user, { payment_method: id, payee_since }))
      await untilOneWaits(server.services.db)
    })
    expect(await recorded((await replies[0])!)).toMatchObject({ upi: 'now@bank' })
  })

  test('is refused with a payee that it never had', async () => {
    const user = await server.makeUser()
    expect(await request(user, { payee_since: '2020-01-01T00:00:00.000Z' })).toMatchObject({
      status: 422,
      body: { code: 'method_unavailable' },
    })
    expect(await countOf(user)).toBe(0)
  })
})

test('an inactive method is refused', async () => {
  const made = await server.call('POST', '/deposit-methods', {
    as: admin,
    body: { name: 'Old', type: 'upi', instructions: 'Pay', details: { upi_id: 'old@bank' } },
  })
  await server.call('PUT', `/deposit-methods/${made.body.id}`, { as: admin, body: { is_active: false } })
  const user = await server.makeUser()
  const reply = await request(user, { payment_method: made.body.id })
  expect(reply).toMatchObject({ status: 422, body: { code: 'method_unavailable' } })
  const offered = await server.call('GET', '/deposit-methods', { as: user })
  expect(offered.body.map((method: { name: string }) => method.name)).not.toContain('Old')
})

test.each([
  ['the same', (id: string) => id],
  ['another case', (id: string) => id.toUpperCase()],
  ['spaces within', (id: string) => ` ${id.slice(0, 4)} ${id.slice(4)} `],
  ['full-width letters', (id: string) => id.replace(/a/g, 'ａ')],
  ['a zero-width space within', (id: string) => `${id.slice(0, 4)}\u200b${id.slice(4)}`],
  ['a soft hyphen, a joiner and a blank braille cell', (id: string) => `\u00ad${id}\u200d\u2800`],
])('a transaction ID can be used once: %s', async (_case, vary) => {
  const [user, other] = [await server.makeUser(), await server.makeUser()]
  const id = `a${utr()}`
  const first = await request(user, { transaction_id: id })
  const reply = await request(other, { transaction_id: vary(id) })
  expect(reply).toMatchObject({ status: 409, body: { code: 'reference_taken' } })
  await decision(first.body.id, { status: 'rejected', admin_note: 'Not found' })
  expect((await request(other, { transaction_id: vary(id) })).status).toBe(201)
})

test('a hundred users racing for one transaction ID create one request', async () => {
  const users = await Promise.all(Array.from({ length: 30 }, () => server.makeUser()))
  const id = utr()
  const replies = await Promise.all(users.map((user) => request(user, { transaction_id: id })))
  expect(replies.map((reply) => reply.status).sort()).toEqual([201, ...Array<number>(29).fill(409)])
})

test('twenty copies of one request create one, and all get its answer', async () => {
  const user = await server.makeUser()
  const key = randomUUID()
  const body = { transaction_id: utr() }
  const replies = await Promise.all(Array.from({ length: 20 }, () => request(user, body, key)))
  expect(new Set(replies.map((reply) => JSON.stringify([reply.status, reply.body]))).size).toBe(1)
  expect(replies[0]?.status).toBe(201)
  expect(await countOf(user)).toBe(1)
  expect(await request(user, { transaction_id: utr() }, key)).toMatchObject({
    status: 422,
    body: { code: 'key_reused' },
  })
})

test('a refused request is not remembered under its key', async () => {
  const user = await server.makeUser()
  const key = randomUUID()
  expect((await request(user, { amount: 1 }, key)).status).toBe(422)
  expect((await request(user, {}, key)).status).toBe(201)
})

test('of twenty concurrent decisions one wins, and the others are told whose', async () => {
  const user = await server.makeUser()
  const { body: made } = await request(user, {})
  const admins = await Promise.all([1, 2, 3, 4].map((n) => server.makeUser({ role: 'admin', name: `Admin ${n}` })))
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      decision(
        made.id,
        n % 2
          ? { status: 'rejected', admin_note: 'No' }
          : { status: 'approved', approved_amount: 1000 + n, admin_note: 'x' },
        admins[n % 4],
      ),
    ),
  )
  const [won, ...more] = replies.filter((reply) => reply.status === 200)
  expect(more).toEqual([])
  const lost = replies.filter((reply) => reply.status === 409)
  expect(lost).toHaveLength(19)
  for (const { body } of lost)
    expect(body.message).toMatch(new RegExp(`^Already ${won?.body.status} by ${won?.body.decided_by}, `))
  expect(await wallet(user)).toBe(BigInt(Math.round((won?.body.approved_amount ?? 0) * 100)))
})

describe('a decision', () => {
  test.each([
    ['approving without an amount', { status: 'approved' }, 'amount_required', 'approved_amount', 'Amount is required'],
    [
      'approving an empty amount',
      { status: 'approved', approved_amount: '' },
      'amount_required',
      'approved_amount',
      'Amount is required',
    ],
    [
      'approving nothing',
      { status: 'approved', approved_amount: 0 },
      'amount_required',
      'approved_amount',
      'Amount is required',
    ],
    [
      'approving a negative amount',
      { status: 'approved', approved_amount: -5 },
      'invalid',
      'approved_amount',
      expect.any(String),
    ],
    [
      'another amount without a note',
      { status: 'approved', approved_amount: 1400 },
      'differing_amount_note_required',
      'admin_note',
      expect.any(String),
    ],
    [
      'more than a tenth above the request',
      { status: 'approved', approved_amount: 1650.01, admin_note: 'Arrived' },
      'above_requested',
      'approved_amount',
      'At most ₹1,650.00 can be approved for this request. Anyone who paid more files another one.',
    ],
    [
      'rejecting without a note',
      { status: 'rejected', admin_note: ' ' },
      'rejection_note_required',
      'admin_note',
      'Note is required for rejection',
    ],
    ['another status', { status: 'pending' }, 'invalid', 'status', expect.any(String)],
  ])('%s is refused and changes nothing', async (_case, body, code, field, sentence) => {
    const user = await server.makeUser()
    const { body: made } = await request(user, {})
    const reply = await decision(made.id, body)
    expect(reply).toMatchObject({ status: 422, body: { code, errors: { [field]: sentence } } })
    expect(await wallet(user)).toBe(0n)
    expect((await server.call('GET', '/deposits/my', { as: user })).body.data[0].status).toBe('pending')
  })

  test('credits up to the permitted excess over the requested amount, for a package over its price', async () => {
    const put = (value: number) =>
      server.call('PUT', '/settings/deposit_excess_percent', { as: admin, body: { value } })
    const user = await server.makeUser()
    const { body: plain } = await request(user, {})
    const above = (amount: number) => ({ status: 'approved', approved_amount: amount, admin_note: 'Arrived' })
    expect((await decision(plain.id, above(1650))).status).toBe(200)
    const { body: bought } = await request(user, { amount: undefined, balance_package_id: packageId })
    expect((await decision(bought.id, above(5500.01))).body.code).toBe('above_requested')
    await put(0)
    expect((await decision(bought.id, above(5000.01))).body.code).toBe('above_requested')
    await put(10)
    expect((await decision(bought.id, above(5500))).status).toBe(200)
  })

  test('is refused on a request of an account that the admin invited', async () => {
    const user = await server.makeUser({ referredBy: admin.id })
    const { body: made } = await request(user, {})
    const reply = await decision(made.id, { status: 'approved', approved_amount: 1500 })
    expect(reply).toMatchObject({ status: 403, body: { code: 'own_request' } })
  })

  test('of an account that shares a browser with the admin is possible, and only that admin sees that they share it', async () => {
    const user = await server.makeUser()
    const other = await server.makeUser({ role: 'admin' })
    await shareBrowser(server, [user, admin])
    const { body: made } = await request(user, {})
    const shownTo = async (as: TestUser) => {
      const { body } = await server.call('GET', `/deposits?search=%23${made.id}`, { as })
      return body.data[0].user.is_linked_to_you
    }
    expect([await shownTo(admin), await shownTo(other)]).toEqual([true, false])
    const reply = await decision(made.id, { status: 'approved', approved_amount: 1500 })
    expect(reply).toMatchObject({ status: 200, body: { status: 'approved', user: { is_linked_to_you: true } } })
  })

  test('of an unknown request is 404, and users cannot decide', async () => {
    const user = await server.makeUser()
    expect((await decision(999_999, { status: 'rejected', admin_note: 'x' })).status).toBe(404)
    const { body: made } = await request(user, {})
    expect((await decision(made.id, { status: 'approved', approved_amount: 1500 }, user)).status).toBe(403)
  })
})

test('a package is credited as two entries, on its terms at the time of purchase', async () => {
  const user = await server.makeUser()
  const shown = { amount: undefined, balance_package_id: packageId, total_amount: 5212.5 }
  const made = await request(user, shown)
  expect(made.body).toMatchObject({ requested_amount: 5000, package: { name: 'Regular', bonus_amount: 212.5 } })
  await server.call('PUT', `/admin/balance-packages/${packageId}`, {
    as: admin,
    body: { name: 'Regular', amount: 5000, bonus_percentage: 50, description: 'Changed', confirm_loss: true },
  })
  expect(await request(user, shown)).toMatchObject({ status: 409, body: { code: 'terms_moved' } })
  const history = async () => (await server.call('GET', '/transactions', { as: user })).body.transactions
  const terms = { name: 'Regular', bonus_amount: 212.5 }
  expect(await history()).toMatchObject([{ status: 'pending', details: { package: terms, balance_after: null } }])
  const decided = await decision(made.body.id, {
    status: 'approved',
    approved_amount: 4999.99,
    admin_note: 'A paisa short',
  })
  // 4.25 % of ₹4,999.99 is ₹212.499575, rounded half-up
  expect(decided.body).toMatchObject({
    approved_amount: 4999.99,
    package: { bonus_percentage: 4.25, bonus_amount: 212.5 },
  })
  expect(await wallet(user)).toBe(5212_49n)
  // both were booked at once, so each states the balance after both
  expect(await history()).toMatchObject([
    { type: 'deposit', amount: 4999.99, details: { package: terms, balance_after: 5212.49 } },
    { type: 'bonus', amount: 212.5, details: { package: null, balance_after: 5212.49 } },
  ])
})

test('a package approved at another amount states the bonus on that amount', async () => {
  const user = await server.makeUser({ walletRupees: 100 })
  const odd = { name: 'Odd', amount: 5000, bonus_percentage: 4, description: 'Odd' }
  const { body: offer } = await server.call('POST', '/admin/balance-packages', { as: admin, body: odd })
  const { body: made } = await request(user, { amount: undefined, balance_package_id: offer.id })
  await decision(made.id, { status: 'approved', approved_amount: 4900.55, admin_note: 'Paid less' })
  const { body: item } = await server.call('GET', `/transactions/deposit-${made.id}`, { as: user })
  expect(item).toMatchObject({
    requested_amount: 5000,
    amount: 4900.55,
    details: { package: { name: 'Odd', bonus_amount: 196.02 }, balance_after: 5196.57 },
  })
})

test('a package that was bought is archived: removed from the lists, kept in the history', async () => {
  const made = await server.call('POST', '/admin/balance-packages', {
    as: admin,
    body: { name: 'Short-lived', amount: 100, bonus_percentage: 0, description: 'Soon gone', sort_order: 7 },
  })
  const user = await server.makeUser()
  await request(user, { amount: undefined, balance_package_id: made.body.id, payment_method: undefined })
  expect((await server.call('DELETE', `/admin/balance-packages/${made.body.id}`, { as: admin })).status).toBe(204)
  for (const [path, as] of [
    ['/balance-packages', user],
    ['/admin/balance-packages', admin],
  ] as const) {
    const list = await server.call('GET', path, { as })
    expect(list.body.map((item: { name: string }) => item.name)).not.toContain('Short-lived')
  }
  expect((await server.call('GET', '/deposits/my', { as: user })).body.data[0].package.name).toBe('Short-lived')
  expect((await request(user, { amount: undefined, balance_package_id: made.body.id })).body.code).toBe(
    'package_unavailable',
  )
})

test('USDT keeps the current rate; a rate that has moved is refused with the new one', async () => {
  const user = await server.makeUser()
  const made = await request(user, { payment_method: usdt, amount: 1800, usdt_amount: 20 })
  expect(made.body).toMatchObject({ usdt_amount: 20, usdt_rate: 90, usdt_rate_is_fallback: true })
  const { body: item } = await server.call('GET', `/transactions/deposit-${made.body.id}`, { as: user })
  expect(item.details.usdt).toEqual({ amount: 20, rate: 90 })
  const offer = { payment_method: usdt, amount: undefined, balance_package_id: packageId, usdt_amount: 55.56 }
  expect((await request(user, offer)).body).toMatchObject({ requested_amount: 5000, usdt_amount: 55.56, usdt_rate: 90 })
  await server.call('PUT', '/settings/usdt_value', { as: admin, body: { value: 91.25 } })
  const moved = await request(user, { payment_method: usdt, amount: 1800, usdt_amount: 20 })
  expect(moved).toMatchObject({ status: 409, body: { code: 'rate_moved', message: expect.stringContaining('₹91.25') } })
  expect((await request(user, offer)).body.code).toBe('rate_moved')
  const now = await server.call('GET', '/usdt-value', { as: user })
  expect(now.body).toMatchObject({ usdt_value: 91.25, is_fallback: false })
  // the moment it was set, not the moment of the request
  const asked = server.clock.now().getTime()
  expect(asked - new Date(now.body.as_of).getTime()).toBeGreaterThan(1)
  expect((await server.call('GET', '/usdt-value', { as: user })).body.as_of).toBe(now.body.as_of)
  expect((await request(user, { payment_method: usdt, amount: 1825, usdt_amount: 20 })).body.usdt_rate).toBe(91.25)
})

test('five requests may wait, a sixth is refused', async () => {
  const limited = await testServer({ env: { RATE_LIMITS: 'on' } })
  const boss = await limited.makeUser({ role: 'admin' })
  const method = await limited.call('POST', '/deposit-methods', {
    as: boss,
    body: { name: 'UPI', type: 'upi', instructions: 'Pay', details: { upi_id: 'pay@bank' } },
  })
  const user = await limited.makeUser()
  const send = () =>
    limited.call('POST', '/deposits', {
      as: user,
      body: { amount: 1000, transaction_id: utr(), payment_method: method.body.id },
    })
  const replies = await Promise.all(Array.from({ length: 8 }, send))
  expect(replies.map((reply) => reply.status).sort()).toEqual([201, 201, 201, 201, 201, 422, 422, 422])
  expect(replies.find((reply) => reply.status === 422)?.body.code).toBe('too_many_pending')
  await limited.close()
})

test('the admin’s list searches, counts, sorts and pages, and shows earlier uses of a reference', async () => {
  const user = await server.makeUser({ name: `Zeenat ${utr()}` })
  const reference = utr()
  const first = await request(user, { transaction_id: reference })
  await decision(first.body.id, { status: 'rejected', admin_note: 'Not found' })
  await request(user, { transaction_id: reference, amount: 2000 })
  await request(user, { amount: 3000 })
  const list = await server.call('GET', `/deposits?search=${encodeURIComponent(user.name)}&per_page=2&sort=amount`, {
    as: admin,
  })
  expect(list.body).toMatchObject({
    counts: { pending: 2, approved: 0, rejected: 1 },
    pagination: { current_page: 1, last_page: 2, total: 3 },
    data: [
      { requested_amount: 3000, is_first: false },
      { requested_amount: 2000, is_first: false, seen_before: [{ id: first.body.id, status: 'rejected' }] },
    ],
  })
  expect(list.body.data[0].recent).toHaveLength(2)
  const rejected = await server.call('GET', `/deposits?search=%23${first.body.id}`, { as: admin })
  expect(rejected.body.data[0]).toMatchObject({ is_first: true, recent: [{}, {}] })
  const byReference = await server.call('GET', `/deposits?status=pending&search=${reference}`, { as: admin })
  expect(byReference.body.pagination.total).toBe(1)
})

test('a reference is found in whichever spelling an admin has it', async () => {
  const user = await server.makeUser()
  const digits = String(randomInt(1e11, 9e11))
  const spelled = `utr ${digits.slice(0, 4)}-${digits.slice(4, 8)}-${digits.slice(8)}`
  const { body } = await request(user, { transaction_id: spelled })
  for (const search of [spelled, digits, `UTR${digits}`, `UPI Ref No. ${digits}`]) {
    const list = await server.call('GET', `/deposits?status=pending&search=${encodeURIComponent(search)}`, {
      as: admin,
    })
    expect([search, list.body.data.map(({ id }: { id: number }) => id)]).toEqual([search, [body.id]])
  }
})

test('a wrong TRC20 checksum is refused: money sent there would be gone', async () => {
  const reply = await server.call('POST', '/deposit-methods', {
    as: admin,
    body: {
      name: 'USDT',
      type: 'crypto',
      instructions: 'Send',
      details: { network: 'TRC20', address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwc' },
    },
  })
  expect(reply).toMatchObject({ status: 422, body: { code: 'usdt_address_wrong' } })
})
