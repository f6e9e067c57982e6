/** The reversal of an approved deposit: the money, what everybody sees of it, and each refusal. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { kycFormOf, submit } from '../../../tests/support/kyc.ts'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { everyInvariant } from '../checks.ts'
import { balancesOf } from '../ledger/balances.ts'
import { transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

let server: TestServer
let admin: TestUser
let upi: number
let packageId: number

beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin', name: 'Meera' })
  const details = { upi_id: 'pay@bank', qr_code_url: '' }
  upi = (await made('/deposit-methods', { name: 'UPI', type: 'upi', instructions: 'Pay', details })).id
  const regular = { name: 'Regular', amount: 5000, bonus_percentage: 4, description: 'With a bonus' }
  packageId = (await made('/admin/balance-packages', regular)).id
})
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

async function made(path: string, body: object, as = admin) {
  const reply = await server.call('POST', path, { as, body })
  if (reply.status !== 201) throw new Error(`${path} answered ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body
}
const wallet = async (user: TestUser) => (await balancesOf(server.services.db, user.id)).wallet

/** An approved deposit; for a package if no amount is given. */
async function approved(user: TestUser, amount?: number): Promise<{ id: number; transaction_id: string }> {
  const what = amount === undefined ? { balance_package_id: packageId } : { amount }
  const asked = await made('/deposits', { ...what, transaction_id: randomUUID(), payment_method: upi }, user)
  const body = { status: 'approved', approved_amount: amount ?? 5000 }
  expect((await server.call('PUT', `/deposits/${asked.id}`, { as: admin, body })).status).toBe(200)
  return asked
}
function reverse(id: number, body: object = {}, as = admin, key?: string) {
  const whole = { reason: 'The bank took it back', ...body }
  return server.call('POST', `/deposits/${id}/reverse`, { as, body: whole, ...(key ? { key } : {}) })
}
async function transfersOf(id: number) {
  const { rows } = await sql<{ kind: string }>`
    select kind from ledger_transfers where subject = 'deposit' and subject_id = ${id} order by id`.execute(
    server.services.db,
  )
  return rows.map(({ kind }) => kind)
}

test('a package is taken back with its bonus, and everybody sees why', async () => {
  const user = await server.makeUser()
  const before = (await server.call('GET', '/coverage', { as: admin })).body
  const { id } = await approved(user)
  expect(await wallet(user)).toBe(5200_00n)

  const reply = await reverse(id)
  expect(reply).toMatchObject({
    status: 200,
    body: {
      status: 'reversed',
      approved_amount: 5000,
      reversal_reason: 'The bank took it back',
      reference_freed: false,
      decided_by: 'Meera',
      package: { bonus_amount: 200 },
      user: { wallet_balance: 0 },
    },
  })
  expect(await wallet(user)).toBe(0n)
  expect((await server.call('GET', '/coverage', { as: admin })).body).toMatchObject({
    received: before.received,
    paid: before.paid,
    costs: before.costs,
    owed: before.owed,
  })

  const mine = await server.call('GET', '/deposits/my', { as: user })
  expect(mine.body.data).toMatchObject([{ status: 'reversed', reversal_reason: 'The bank took it back' }])
  const { transactions } = (await server.call('GET', '/transactions', { as: user })).body
  const told = transactions.map((item: Record<string, unknown>) => [
    item['key'],
    item['status'],
    item['direction'],
    item['amount'],
  ])
  expect(told).toEqual([
    [`deposit_reversal-${id}`, 'completed', 'out', 5200],
    [`deposit-${id}`, 'reversed', 'in', 5000],
    [`bonus_package-${id}`, 'completed', 'in', 200],
  ])
  expect(transactions[0]).toMatchObject({ admin_note: 'The bank took it back', details: { balance_after: 0 } })
  for (const item of transactions.slice(0, 2))
    expect(item).toMatchObject({ details: { package: { name: 'Regular', bonus_amount: 200 } } })
  expect(transactions[1]).toMatchObject({ admin_note: 'The bank took it back', undone_at: reply.body.reversed_at })

  const today = new Date(server.clock.now().getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10)
  const statement = await server.call('GET', `/statement?from=${today}&to=${today}&format=csv`, { as: user })
  expect(String(statement.body)).toContain('Deposit reversed')

  const { body: notices } = await server.call('GET', '/notifications', { as: user })
  expect(notices.data[0]).toMatchObject({
    title: 'Deposit reversed',
    type: 'warning',
    link: `/wallet?id=deposit-${id}`,
  })
  expect(notices.data[0].message).toContain('₹5,200.00 (with its bonus of ₹200.00) left your wallet')
  const { rows: mails } = await sql`
    select body, record_kind, record_id from outbox where recipient = ${user.email}`.execute(server.services.db)
  const body = expect.stringContaining('Reason: The bank took it back')
  expect(mails).toEqual([{ body, record_kind: 'deposit', record_id: id }])

  const trail = await server.call('GET', `/audit?subject=deposit&subject_id=${id}`, { as: admin })
  expect(trail.body.data[0]).toMatchObject({
    action: 'deposit reversed',
    admin: { id: admin.id },
    before: { status: 'approved' },
    after: { status: 'reversed', reference_freed: false },
    reason: 'The bank took it back',
  })
})

test('it no longer counts: in the user’s totals, the month, the largest so far, the received lines', async () => {
  const user = await server.makeUser()
  const month = async () => (await server.call('GET', '/monthly-daily-totals', { as: admin })).body.monthly_totals
  const days = async () => (await server.call('GET', '/daily-registrations', { as: admin })).body.totals
  const lines = async () =>
    (await server.call('GET', '/coverage/lines?account=cash_upi&side=debit', { as: admin })).body.data as {
      subject_id: number
      kind: string
      amount: number
    }[]
  const [monthBefore, daysBefore] = [await month(), await days()]
  const { id } = await approved(user, 2000)
  const { id: smaller } = await approved(user, 1500)
  expect((await month()).total_deposits - monthBefore.total_deposits).toBe(3500)
  await reverse(id)

  const monthAfter = await month()
  expect(monthAfter.total_deposits - monthBefore.total_deposits).toBe(1500)
  expect(monthAfter.total_net_flow - monthBefore.total_net_flow).toBe(1500)
  const after = await days()
  expect([
    after.total_deposits - daysBefore.total_deposits,
    after.total_deposit_count - daysBefore.total_deposit_count,
  ]).toEqual([1500, 1])
  const details = await server.call('GET', `/admin/users/${user.id}/details`, { as: admin })
  expect(details.body.statistics.total_deposits).toBe(1500)
  const shown = await server.call('GET', `/deposits?search=${smaller}`, { as: admin })
  expect(shown.body.data.find((row: { id: number }) => row.id === smaller)).toMatchObject({ largest_approved: null })

  const ofThis = (await lines()).filter((line) => line.subject_id === id)
  expect(ofThis.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['deposit_reversal', 2000],
    ['deposit', -2000],
  ])
  const paid = await server.call('GET', '/coverage/lines?account=cash&side=credit', { as: admin })
  expect(
    paid.body.data.filter((line: { subject_id: number; kind: string }) => line.kind === 'deposit_reversal'),
  ).toEqual([])
})

describe('is refused and changes nothing', () => {
  test('if the wallet holds less, with the missing sum', async () => {
    const user = await server.makeUser()
    const { id } = await approved(user, 2000)
    await made('/flexible/deposit', { amount: 300.5 }, user)
    const reply = await reverse(id)
    expect(reply).toMatchObject({
      status: 422,
      body: {
        code: 'wallet_holds_less',
        message: 'The wallet holds ₹1,699.50, ₹300.50 less than this reversal needs.',
        params: { holds: 1699.5, missing: 300.5 },
      },
    })
    expect([await wallet(user), await transfersOf(id)]).toEqual([1699_50n, ['deposit']])
  })

  test.each([
    ['without a reason', { reason: ' ' }, 'reason'],
    ['with an unknown field', { amount: 5 }, 'amount'],
  ])('%s', async (_case, body, field) => {
    const user = await server.makeUser()
    const { id } = await approved(user, 1000)
    const reply = await reverse(id, body)
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, [field]])
    expect(await wallet(user)).toBe(1000_00n)
  })

  test('for a waiting or a rejected request, and a second time', async () => {
    const user = await server.makeUser()
    const ask = () => made('/deposits', { amount: 1000, transaction_id: randomUUID(), payment_method: upi }, user)
    const { id: waiting } = await ask()
    expect(await reverse(waiting)).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
    const { id: rejected } = await ask()
    const body = { status: 'rejected', admin_note: 'Not found' }
    await server.call('PUT', `/deposits/${rejected}`, { as: admin, body })
    expect((await reverse(rejected)).body.message).toMatch(/^Already rejected by Meera/)
    const { id } = await approved(user, 1000)
    await reverse(id)
    const second = await reverse(id)
    expect(second).toMatchObject({ status: 409, body: { code: 'already_decided' } })
    expect(second.body.message).toMatch(/^Already reversed by Meera, \d\d:\d\d$/)
    const decided = await server.call('PUT', `/deposits/${id}`, { as: admin, body })
    expect(decided.body.message).toMatch(/^Already reversed by Meera/)
    expect([await wallet(user), await transfersOf(id)]).toEqual([0n, ['deposit', 'deposit_reversal']])
  })

  test('for an unknown request, by a user, and for an account linked to the admin', async () => {
    expect((await reverse(999_999)).status).toBe(404)
    const invited = await server.makeUser({ referredBy: admin.id })
    const asked = await made('/deposits', { amount: 1000, transaction_id: randomUUID(), payment_method: upi }, invited)
    const ravi = await server.makeUser({ role: 'admin', name: 'Ravi' })
    const body = { status: 'approved', approved_amount: 1000 }
    await server.call('PUT', `/deposits/${asked.id}`, { as: ravi, body })
    expect(await reverse(asked.id)).toMatchObject({ status: 403, body: { code: 'own_request' } })
    expect((await reverse(asked.id, {}, invited)).status).toBe(403)
    expect(await wallet(invited)).toBe(1000_00n)
    expect((await reverse(asked.id, {}, ravi)).status).toBe(200)
  })
})

test('the same key gets the same answer, and two concurrent reversals take it back once', async () => {
  const user = await server.makeUser()
  const { id } = await approved(user, 1000)
  const key = randomUUID()
  const first = await reverse(id, {}, admin, key)
  const again = await reverse(id, {}, admin, key)
  expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])

  const { id: other } = await approved(user, 1000)
  await approved(user, 1000) // so that the wallet holds enough for both
  const replies = await Promise.all(Array.from({ length: 10 }, () => reverse(other)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(9).fill(409)])
  expect(await wallet(user)).toBe(1000_00n)
})

test('races with spending the money: one of them wins', async () => {
  const user = await server.makeUser()
  const { id } = await approved(user, 1000)
  const [reversed, spent] = await Promise.all([
    reverse(id),
    server.call('POST', '/flexible/deposit', { as: user, body: { amount: 1000 } }),
  ])
  expect([reversed.status, spent.status].toSorted()).toEqual(reversed.status === 200 ? [200, 422] : [201, 422])
  expect(await wallet(user)).toBe(0n)
})

describe('its transaction ID', () => {
  const request = (as: TestUser, transaction_id: string) =>
    server.call('POST', '/deposits', { as, body: { amount: 1000, transaction_id, payment_method: upi } })

  test('stays used', async () => {
    const user = await server.makeUser()
    const { id, transaction_id: reference } = await approved(user, 1000)
    await reverse(id)
    expect(await request(await server.makeUser(), reference)).toMatchObject({ status: 409 })
  })

  test('is free for the money’s owner if the reversal says so', async () => {
    const user = await server.makeUser()
    const { id, transaction_id: reference } = await approved(user, 1000)
    expect((await reverse(id, { free_reference: true })).body.reference_freed).toBe(true)
    const owner = await server.makeUser()
    const { body: asked } = await request(owner, reference)
    const body = { status: 'approved', approved_amount: 1000 }
    expect((await server.call('PUT', `/deposits/${asked.id}`, { as: admin, body })).status).toBe(200)
    expect(await wallet(owner)).toBe(1000_00n)
    expect((await request(user, reference)).status).toBe(409)
  })
})

test('the welcome bonus is locked again, and what was moved to Earn afterwards earns no reward', async () => {
  const referrer = await server.makeUser()
  const friend = await server.makeUser({ referredBy: referrer.id })
  await submit(server, friend, await kycFormOf(server, friend))
  await server.call('POST', `/kyc/${friend.id}/verify`, { as: admin, body: { id_index: 0, status: 'approved' } })
  const { id } = await approved(friend, 2000)
  await reverse(id)
  // money from another source, which earns a reward only after a deposit that was not reversed
  const { email, phone, name, referral_code } = (await server.call('GET', '/profile', { as: friend })).body
  const edit = { name, email, phone, referral_code, is_active: true, balance: 600, reason: 'goodwill' }
  await server.call('PUT', `/admin/users/${friend.id}/edit`, { as: admin, body: edit })
  await server.call('POST', '/flexible/deposit', { as: friend, body: { amount: 600 } })
  expect(await wallet(referrer)).toBe(0n)
})

test.each<[string, string, RegExp]>([
  [
    'a reversal that is forgotten',
    `update deposits set status = 'approved', reversed_at = null, reversal_reason = null where id = $1`,
    /deposit \d+ is approved .* were taken back/,
  ],
  [
    'a reversal without a movement',
    `delete from ledger_transfers where subject = 'deposit' and subject_id = $1 and event = 'reversed'`,
    /deposit \d+ is reversed with \d+ \+ \d+ paise, but 0 were taken back/,
  ],
  [
    'a reversal from another cash account',
    `update deposits set type = 'bank' where id = $1`,
    /deposit \d+ is reversed .* 0 of them to cash/,
  ],
  [
    'its audit row',
    `update audit_log set action = 'x' where action = 'deposit reversed'`,
    /was reversed without an audit row/,
  ],
  ['its day', `update deposits set reversed_at = reversed_at - interval '3 days' where id = $1`, /reversals of \d+/],
])('verify reports %s', async (_case, statement, sentence) => {
  const user = await server.makeUser()
  const { id } = await approved(user)
  await reverse(id)
  const stop = new Error('put it back')
  const found: string[] = []
  await transaction(server.services.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx) // as a superuser can
    await sql.raw(statement.replaceAll('$1', String(id))).execute(tx)
    const { config } = server.services
    for (const { find } of everyInvariant({ config, now: server.clock.now })) found.push(...(await find(tx)))
    throw stop
  }).catch((error: unknown) => (error === stop ? undefined : Promise.reject(error)))
  expect(found.join('\n')).toMatch(sentence)
})
