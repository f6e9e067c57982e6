import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { untilWaiting } from '../../../tests/support/locks.ts'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

let server: TestServer
let admin: TestUser
let user: TestUser

beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin' })
  user = await server.makeUser()
})
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

const form = { name: 'Starter', amount: 1000, bonus_percentage: 2.5, description: 'A first one' }
const create = (body: object, as = admin) => server.call('POST', '/admin/balance-packages', { as, body })
const change = (id: number, body: object) => server.call('PUT', `/admin/balance-packages/${id}`, { as: admin, body })
const toggle = (id: number, body: object = {}) =>
  server.call('POST', `/admin/balance-packages/${id}/toggle`, { as: admin, body })
const ids = async (path: string, as: TestUser): Promise<number[]> =>
  (await server.call('GET', path, { as })).body.map(({ id }: { id: number }) => id)

test('a package is added with its sums, last in the order by default', async () => {
  const made = await create(form)
  expect(made).toMatchObject({
    status: 201,
    body: { ...form, bonus_amount: 25, total_amount: 1025, is_active: true, deposit_requests_count: 0 },
  })
  const first = await create({ ...form, sort_order: 1 })
  const last = await create(form)
  expect(last.body.sort_order).toBeGreaterThan(made.body.sort_order)
  const offered = await ids('/balance-packages', user)
  expect(offered.indexOf(first.body.id)).toBeLessThan(offered.indexOf(last.body.id))
})

test.each([
  ['no name', { name: '' }, 'name'],
  ['no description', { description: undefined }, 'description'],
  ['no amount', { amount: undefined }, 'amount'],
  ['an amount of nothing', { amount: 0 }, 'amount'],
  ['a bonus with three decimals', { bonus_percentage: 2.555 }, 'bonus_percentage'],
  ['a negative bonus', { bonus_percentage: -1 }, 'bonus_percentage'],
  ['place 0', { sort_order: 0 }, 'sort_order'],
  ['half a place', { sort_order: 1.5 }, 'sort_order'],
  ['an unknown field', { bonus_amount: 1000 }, 'bonus_amount'],
])('%s is refused, both adding and changing', async (_case, wrong, field) => {
  const { body: before } = await create(form)
  for (const reply of [await create({ ...form, ...wrong }), await change(before.id, { ...form, ...wrong })]) {
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, [field]])
  }
  const { body: list } = await server.call('GET', '/admin/balance-packages', { as: admin })
  expect(list.find(({ id }: { id: number }) => id === before.id)).toEqual(before)
})

test('a package that is switched off is offered to nobody and cannot be bought', async () => {
  const { body: made } = await create(form)
  expect((await toggle(made.id)).body.is_active).toBe(false)
  expect(await ids('/balance-packages', user)).not.toContain(made.id)
  expect(await ids('/admin/balance-packages', admin)).toContain(made.id)
  const bought = await server.call('POST', '/deposits', {
    as: user,
    body: { balance_package_id: made.id, transaction_id: 'OFF1' },
  })
  expect(bought).toMatchObject({ status: 422, body: { code: 'package_unavailable' } })
  expect((await toggle(made.id)).body.is_active).toBe(true)
})

test('a package that two admins switch off stays off', async () => {
  const { body: made } = await create(form)
  for (let n = 0; n < 2; n++) expect((await toggle(made.id, { is_active: false })).body.is_active).toBe(false)
  for (let n = 0; n < 2; n++) expect((await toggle(made.id, { is_active: true })).body.is_active).toBe(true)
})

test('a package that nobody bought is deleted', async () => {
  const { body: made } = await create(form)
  const remove = () => server.call('DELETE', `/admin/balance-packages/${made.id}`, { as: admin })
  expect((await remove()).status).toBe(204)
  const { rows } = await sql`select from balance_packages where id = ${made.id}`.execute(server.services.db)
  expect(rows).toEqual([])
  for (const reply of [await remove(), await toggle(made.id), await change(made.id, form)]) {
    expect(reply.status).toBe(404)
  }
})

test('a package that is bought for the first time during its deletion is archived', async () => {
  const { db } = server.services
  const { body: made } = await create(form)
  const method = { name: 'UPI', type: 'upi', instructions: 'Pay', details: { upi_id: 'pay@bank', qr_code_url: '' } }
  const { id: payment_method } = (await server.call('POST', '/deposit-methods', { as: admin, body: method })).body
  const body = { balance_package_id: made.id, transaction_id: 'LAST1', payment_method }
  const calls: ReturnType<typeof server.call>[] = []
  await transaction(db, async (tx) => {
    await sql`select from deposit_methods where id = ${payment_method} for update`.execute(tx)
    calls.push(server.call('POST', '/deposits', { as: user, body }))
    await untilWaiting(db, 1)
    calls.push(server.call('DELETE', `/admin/balance-packages/${made.id}`, { as: admin }))
    await untilWaiting(db, 2)
  })
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([201, 204])
  const { rows } = await sql`
    select archived_at is not null as archived from balance_packages where id = ${made.id}`.execute(db)
  expect(rows).toEqual([{ archived: true }])
})

test('users see offers but cannot change them', async () => {
  expect((await create(form, user)).status).toBe(403)
  expect((await server.call('GET', '/admin/balance-packages', { as: user })).status).toBe(403)
})

test('a package whose bonus covers the withdrawal fee is added, changed and offered again only if confirmed', async () => {
  const lossy = { ...form, amount: 50_000, bonus_percentage: 8 }
  const list = async () => (await server.call('GET', '/admin/balance-packages', { as: admin })).body
  const refused = {
    status: 422,
    body: { code: 'loss_unconfirmed', errors: { confirm_loss: expect.stringContaining('gains ₹220.00') } },
  }
  const { body: made } = await create(form)
  const before = await list()
  expect(await create(lossy)).toMatchObject(refused)
  expect(await create({ ...lossy, confirm_loss: false })).toMatchObject(refused)
  expect(await change(made.id, lossy)).toMatchObject(refused)
  expect(await list()).toEqual(before)

  expect((await change(made.id, { ...lossy, confirm_loss: true })).status).toBe(200)
  expect((await create({ ...lossy, confirm_loss: true })).status).toBe(201)
  expect((await toggle(made.id)).body.is_active).toBe(false)
  expect(await toggle(made.id)).toMatchObject(refused)
  const confirmed = await server.call('POST', `/admin/balance-packages/${made.id}/toggle`, {
    as: admin,
    body: { confirm_loss: true },
  })
  expect(confirmed).toMatchObject({ status: 200, body: { is_active: true } })
  const { data } = (await server.call('GET', `/audit?subject=package&subject_id=${made.id}`, { as: admin })).body
  const gain = { same_day_gain: 220 } // for whoever reads the log, and before that the second admin of a proposal
  expect(data).toMatchObject([
    { action: 'package activated', before: { is_active: false }, after: { is_active: true, ...gain } },
    { action: 'package deactivated', before: { is_active: true }, after: { is_active: false } },
    { action: 'package changed', after: gain },
    { action: 'package created' },
  ])
})

const fee = (body: object) => server.call('PUT', '/settings/withdrawal_fee_percentage', { as: admin, body })

test.each(['fee', 'package'])(
  'of a fee and a package that make a loss together the later one asks: first the %s',
  async (first) => {
    const { db } = server.services
    const acts = { fee: () => fee({ value: 6 }), package: () => create({ ...form, bonus_percentage: 7 }) }
    const calls: ReturnType<typeof server.call>[] = []
    await transaction(db, async (tx) => {
      await sql`lock table audit_log in share mode`.execute(tx) // each decision is logged
      calls.push(first === 'fee' ? acts.fee() : acts.package())
      await untilWaiting(db, 1)
      calls.push(first === 'fee' ? acts.package() : acts.fee())
      await untilWaiting(db, 2)
    })
    const [done, refused] = await Promise.all(calls)
    expect(done).toMatchObject({ status: first === 'fee' ? 200 : 201 })
    expect(refused).toMatchObject({ status: 422, body: { code: 'loss_unconfirmed' } })
    await fee({ value: 7 })
  },
)

test('a switch based on outdated terms changes nothing', async () => {
  const { body: made } = await create({ ...form, is_active: false })
  const { body: changed } = await change(made.id, {
    ...form,
    bonus_percentage: 8,
    is_active: false,
    confirm_loss: true,
  })
  const on = { is_active: true, confirm_loss: true }
  expect(await toggle(made.id, { ...on, previous_updated_at: made.updated_at })).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile' },
  })
  expect(await ids('/balance-packages', user)).not.toContain(made.id)
  expect((await toggle(made.id, { ...on, previous_updated_at: changed.updated_at })).status).toBe(200)
})
