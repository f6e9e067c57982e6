/** Claims on withdrawals: made before the payment, so that nobody pays one twice or cancels it while it is paid. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { type TestUser, testServer } from '../../../tests/support/server.ts'
import { utr, withdrawalsOn } from '../../../tests/support/withdrawals.ts'
import { sql } from '../platform/database/sql.ts'

const server = await testServer()
const { db } = server.services
const [meera, ravi] = [
  await server.makeUser({ role: 'admin', name: 'Meera' }),
  await server.makeUser({ role: 'admin', name: 'Ravi' }),
]
const { investor, ask, balances, decide, approve, reject, cancel, claim, release, mine, setting } = withdrawalsOn(
  server,
  meera,
)
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

let user: TestUser
let id: number
beforeEach(async () => {
  user = await investor()
  id = (await ask(user)).body.id
})

const inQueue = async (as = meera) =>
  (await server.call('GET', `/withdrawals?search=%23${id}`, { as })).body.data.find(
    (row: { id: number }) => row.id === id,
  )
const trail = async () =>
  (await server.call('GET', `/audit?subject=withdrawal&subject_id=${id}`, { as: meera })).body.data
const takenByMeera = { status: 409, body: { code: 'claimed_by_other', params: { by: 'Meera' } } }

describe('claiming', () => {
  test('shows the admin’s name in the queue; the user sees that it is being paid, and no name', async () => {
    const reply = await claim(id)
    expect(reply).toMatchObject({
      status: 200,
      body: { status: 'pending', being_paid: true, claimed_by: { id: meera.id, name: 'Meera' } },
    })
    expect(await inQueue(ravi)).toMatchObject({ claimed_by: { name: 'Meera' }, claimed_at: reply.body.claimed_at })
    const [own] = await mine(user)
    expect(own).toMatchObject({ status: 'pending', being_paid: true })
    expect(JSON.stringify(own)).not.toContain('Meera')
    const { body } = await server.call('GET', '/transactions?type=withdrawal', { as: user })
    expect(body.transactions[0]).toMatchObject({ status: 'pending', being_paid: true })
    expect(await balances(user)).toMatchObject({ wallet: 9_000_00n, held: 1_000_00n })
    expect((await trail())[0]).toMatchObject({
      action: 'withdrawal claimed',
      admin: { name: 'Meera' },
      before: { claimed_by: null },
      after: { claimed_by: 'Meera' },
    })
  })

  test('again by the same admin changes nothing, and neither does a repeated key', async () => {
    const path = `/withdrawals/${id}/claim`
    const first = await server.call('POST', path, { as: meera, body: {}, key: 'once' })
    expect((await server.call('POST', path, { as: meera, body: {}, key: 'once' })).body).toEqual(first.body)
    expect(await trail()).toHaveLength(1)
    expect((await claim(id)).body.claimed_at).toBe(first.body.claimed_at)
  })

  test.each<[string, (as: TestUser) => ReturnType<typeof claim>]>([
    ['claim', (as) => claim(id, as)],
    ['claim, naming the wrong holder', (as) => claim(id, as, { take_over_from: as.id })],
    ['give up', (as) => release(id, as)],
    ['pay', (as) => approve(id, as)],
    ['reject', (as) => reject(id, as)],
  ])('when Meera pays one, another admin cannot %s, and nothing changes', async (_case, act) => {
    await claim(id)
    const reply = await act(ravi)
    expect(reply).toMatchObject(takenByMeera)
    expect(reply.body.message).toMatch(/^Meera is paying this \(since \d\d:\d\d\)\. Take it over before you decide\.$/)
    expect(await inQueue()).toMatchObject({ status: 'pending', claimed_by: { name: 'Meera' } })
    expect(await balances(user)).toMatchObject({ wallet: 9_000_00n, held: 1_000_00n })
    expect(await trail()).toHaveLength(1)
  })

  test('by takeover notifies only the admin who was paying it, once', async () => {
    const other = await server.makeUser({ role: 'admin' })
    const told = async (as: TestUser) =>
      (await server.call('GET', '/admin/alerts?kind=payout_taken_over', { as })).body.data.filter(
        ({ subject_id: about }: { subject_id: number }) => about === id,
      )
    await claim(id)
    expect(await told(meera)).toEqual([])
    await claim(id, ravi, { take_over_from: meera.id })
    await claim(id, ravi, { take_over_from: meera.id })
    expect(await told(meera)).toMatchObject([{ by: { name: 'Ravi' }, is_seen: false }])
    expect([await told(ravi), await told(other)]).toEqual([[], []])
  })

  test('by takeover with a name lets only the new admin decide', async () => {
    await claim(id)
    const taken = await claim(id, ravi, { take_over_from: meera.id })
    expect(taken).toMatchObject({ status: 200, body: { claimed_by: { name: 'Ravi' } } })
    expect((await trail())[0]).toMatchObject({ before: { claimed_by: 'Meera' }, after: { claimed_by: 'Ravi' } })
    expect(await approve(id)).toMatchObject({ status: 409, body: { params: { by: 'Ravi' } } })
    expect(await approve(id, ravi)).toMatchObject({ status: 200, body: { decided_by: 'Ravi', being_paid: false } })
  })

  test('prevents the user’s cancellation until it is released', async () => {
    await claim(id)
    expect(await cancel(id, user)).toMatchObject({
      status: 409,
      body: { code: 'being_paid', message: 'This withdrawal is being paid and can no longer be cancelled.' },
    })
    expect(await balances(user)).toMatchObject({ wallet: 9_000_00n, held: 1_000_00n })
    expect(await release(id)).toMatchObject({ status: 200, body: { claimed_by: null, being_paid: false } })
    expect((await mine(user))[0]).toMatchObject({ being_paid: false })
    expect((await cancel(id, user)).status).toBe(200)
    expect(await balances(user)).toMatchObject({ wallet: 10_000_00n, held: 0n })
    expect((await trail()).map((entry: { action: string }) => entry.action)).toEqual([
      'withdrawal released',
      'withdrawal claimed',
    ])
  })

  test('happens implicitly when an unclaimed one is decided', async () => {
    expect(await approve(id)).toMatchObject({ body: { status: 'approved', claimed_by: { name: 'Meera' } } })
    const second = (await ask(user)).body.id
    expect(await reject(second, ravi)).toMatchObject({ body: { status: 'rejected', claimed_by: { name: 'Ravi' } } })
  })

  test('an unclaimed one cannot be released; a decided one can neither be claimed nor released', async () => {
    expect(await release(id)).toMatchObject({ status: 409, body: { code: 'not_claimed' } })
    await approve(id)
    for (const act of [claim, release])
      expect(await act(id)).toMatchObject({ status: 409, body: { code: 'already_decided' } })
    expect((await trail()).map((entry: { action: string }) => entry.action)).toEqual(['withdrawal approved'])
  })

  test('users cannot, an unknown one is 404, and one of a user referred by the admin is refused', async () => {
    for (const act of [claim, release]) {
      expect((await act(id, user)).status).toBe(403)
      expect((await act(2_000_000_000)).status).toBe(404)
    }
    await sql`update users set referred_by = ${meera.id} where id = ${user.id}`.execute(db)
    expect(await claim(id)).toMatchObject({ status: 403, body: { code: 'own_request' } })
    expect((await claim(id, ravi)).status).toBe(200)
  })
})

describe('concurrency', () => {
  test('two admins claim: one gets it', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => claim(id, n % 2 ? meera : ravi)))
    const holder = (await inQueue()).claimed_by.name
    expect(['Meera', 'Ravi']).toContain(holder)
    replies.forEach((reply, n) => {
      const isHolder = (n % 2 ? 'Meera' : 'Ravi') === holder
      expect(reply.status).toBe(isHolder ? 200 : 409)
    })
  })

  test('claiming races with cancelling: claimed and held, or cancelled and returned', async () => {
    const [claimed, cancelled] = await Promise.all([claim(id), cancel(id, user)])
    const statuses = [claimed.status, cancelled.status]
    expect(statuses.sort()).toEqual([200, 409])
    const { wallet, held } = await balances(user)
    expect({ wallet, held }).toEqual(
      claimed.status === 200 ? { wallet: 9_000_00n, held: 1_000_00n } : { wallet: 10_000_00n, held: 0n },
    )
  })

  test('paying races with taking over: paid by its holder, or not paid', async () => {
    await claim(id)
    const [paid, taken] = await Promise.all([approve(id), claim(id, ravi, { take_over_from: meera.id })])
    expect([paid.status, taken.status].sort()).toEqual([200, 409])
    const row = await inQueue()
    expect(row).toMatchObject(
      paid.status === 200
        ? { status: 'approved', decided_by: 'Meera', claimed_by: { name: 'Meera' } }
        : { status: 'pending', claimed_by: { name: 'Ravi' } },
    )
    expect(await balances(user)).toMatchObject({ held: paid.status === 200 ? 0n : 1_000_00n })
  })
})

describe('the payout reference', () => {
  test.each([
    ['the same', (used: string) => used],
    ['with UTR and spaces', (used: string) => `UTR ${used.slice(0, 4)} ${used.slice(4)}`],
    ['in other digits', (used: string) => used.replace(/\d/g, (digit) => '०१२३४५६७८९'[Number(digit)] ?? '')],
  ])('that is already on another payout is refused: %s', async (_case, typed) => {
    const used = utr()
    await approve(id, meera, used)
    const other = await investor()
    const second = (await ask(other)).body.id
    expect(await approve(second, ravi, typed(used))).toMatchObject({
      status: 409,
      body: {
        code: 'payout_reference_taken',
        errors: { transaction_id: 'This reference is already on another paid withdrawal.' },
      },
    })
    expect(await mine(other)).toMatchObject([{ status: 'pending', being_paid: false, transaction_id: null }])
    expect(await balances(other)).toMatchObject({ held: 1_000_00n })
  })

  test('without a letter or digit is refused, a malformed one is not', async () => {
    expect(await approve(id, meera, '– –')).toMatchObject({ status: 422, body: { code: 'reference_unreadable' } })
    expect(await mine(user)).toMatchObject([{ status: 'pending', being_paid: false }])
    const short = `X${utr().slice(0, 5)}`
    expect(await approve(id, meera, short)).toMatchObject({ status: 200, body: { transaction_id: short } })
  })

  test('a rejected withdrawal uses none', async () => {
    const typed = utr()
    await decide(id, { status: 'rejected', admin_note: 'Name differs', transaction_id: typed })
    const second = (await ask(user)).body.id
    expect((await approve(second, meera, typed)).status).toBe(200)
  })

  test('if two concurrent payouts have the same one, one is refused', async () => {
    const second = (await ask(user)).body.id
    const same = utr()
    const replies = await Promise.all([approve(id, meera, same), approve(second, ravi, same)])
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409])
    expect(await balances(user)).toMatchObject({ held: 1_000_00n })
  })
})

test('the rate of a USDT request is held for a day, then follows the current one until it is claimed', async () => {
  const crypto = { type: 'crypto', withdrawal_details: { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' } }
  await setting('usdt_value', 90)
  id = (await ask(user, { amount: 1000, ...crypto })).body.id
  await setting('usdt_value', 100)
  const held = { usdt_rate: 90, usdt_rate_basis: 'held', usdt_amount: 10.333333 }
  expect((await mine(user))[0]).toMatchObject(held)
  expect(await inQueue()).toMatchObject(held)

  await server.travelTo(new Date(server.clock.now().getTime() + 24 * 3_600_000))
  for (const one of [meera, ravi, user]) Object.assign(one, await server.signedInAgain(one))
  const moved = { usdt_rate: 100, usdt_rate_basis: 'moment', usdt_amount: 9.3 }
  expect((await mine(user))[0]).toMatchObject(moved)
  expect(await inQueue()).toMatchObject(moved)

  const fixed = { ...moved, usdt_rate_basis: 'fixed' }
  expect((await claim(id, ravi)).body).toMatchObject(fixed)
  await server.call('PUT', '/settings/usdt_value', { as: meera, body: { value: 80 } })
  expect((await mine(user))[0]).toMatchObject(fixed)
  expect((await approve(id, ravi)).body).toMatchObject({ status: 'approved', ...fixed })
})
