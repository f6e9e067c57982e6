/** What admins see of BittPay. */
import { afterAll, describe, expect, test } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { testServer } from '../../../tests/support/server.ts'
import { transfersOn, wrongOf } from '../../../tests/support/transfers.ts'

const server = await testServer()
const admin = await server.makeUser({ role: 'admin' })
const bittpay = transfersOn(server)
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

const minutes = (count: number) => new Date(server.clock.now().getTime() + count * 60_000)

describe('the overview of admins', () => {
  test('counts all outcomes and pages', async () => {
    const before = (await server.call('GET', '/admin/balance-transfers', { as: admin })).body.statistics.overall
    const { sender, id, code } = await bittpay.opened()
    await bittpay.verify(sender, id, code)
    await bittpay.opened()
    const reply = await server.call('GET', '/admin/balance-transfers?page=1&per_page=2', { as: admin })
    const { overall } = reply.body.statistics
    expect(overall.completed_transfers).toBe(before.completed_transfers + 1)
    expect(overall.pending_transfers).toBe(before.pending_transfers + 1)
    expect(overall.total_amount_transferred).toBeCloseTo(before.total_amount_transferred + 500, 2)
    expect(overall.total_fees_collected).toBeCloseTo(before.total_fees_collected + 15, 2)
    const { completed, pending, failed, expired } = overall.status_breakdown
    expect(completed + pending + failed + expired).toBe(overall.total_transfers)
    expect(overall.success_rate).toBeCloseTo((100 * completed) / overall.total_transfers, 2)
    expect(reply.body.transfers).toHaveLength(2)
    expect(reply.body.pagination).toEqual({
      current_page: 1,
      last_page: Math.ceil(overall.total_transfers / 2),
      total: overall.total_transfers,
    })
    expect(reply.body.transfers[1]).toMatchObject({
      id,
      status: 'completed',
      processing_fee: 15,
      total_deducted: 515,
      sender: { name: 'Imran Shaikh', email: sender.email, phone: sender.phone },
      receiver: { name: 'Asha Rao' },
    })
    for (const status of ['completed', 'pending', 'failed', 'expired']) {
      const filtered = await server.call('GET', `/admin/balance-transfers?status=${status}&per_page=100`, { as: admin })
      expect(filtered.body.pagination.total).toBe(filtered.body.transfers.length)
      expect(new Set(filtered.body.transfers.map((row: { status: string }) => row.status)).size).toBeLessThanOrEqual(1)
    }
  })

  test('is closed to users, as is BittPay to admins', async () => {
    const user = await server.makeUser()
    expect((await server.call('GET', '/admin/balance-transfers', { as: user })).status).toBe(403)
    expect((await bittpay.initiate(admin, { recipient: user.email, amount: 1 })).status).toBe(403)
    expect(
      (await server.call('POST', '/balance-transfer/verify', { body: { transfer_id: 1, otp: '000000' } })).status,
    ).toBe(401)
  })
})

describe('what an admin reads of one transfer', () => {
  const details = (id: number, as = admin) => server.call('GET', `/admin/balance-transfers/${id}`, { as })

  test('its steps with their times, both people and the ledger lines', async () => {
    const { sender, receiver, id, code } = await bittpay.opened()
    const begun = server.clock.now()
    expect((await details(id)).body).toMatchObject({
      status: 'pending',
      wrong_codes: 0,
      ended_at: null,
      failure: null,
      entries: [],
    })
    server.clock.moveTo(minutes(1))
    const missedAt = server.clock.now()
    await bittpay.verify(sender, id, wrongOf(code))
    server.clock.moveTo(minutes(1))
    await bittpay.verify(sender, id, code)
    const { status, body } = await details(id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id,
      status: 'completed',
      sender: { id: sender.id, email: sender.email },
      receiver: { id: receiver.id, name: 'Asha Rao' },
      wrong_codes: 1,
      replaced: false,
      failure: null,
      entries: [
        { side: 'sender', amount: -515, balance_after: 485 },
        { side: 'fee', amount: 15, balance_after: null },
        { side: 'receiver', amount: 500, balance_after: 500 },
      ],
    })
    const times = [body.created_at, body.wrong_codes_at[0], body.ended_at].map((at) => new Date(at).getTime())
    expect(times[0]).toBeLessThanOrEqual(begun.getTime())
    expect(times[1]).toBeGreaterThanOrEqual(missedAt.getTime())
    expect(times[2]).toBeGreaterThan(times[1]!)
    expect(body.completed_at).toBe(body.ended_at)
  })

  test('which of the two is frozen or may not sign in', async () => {
    const { sender, receiver, id } = await bittpay.opened()
    const sides = async () => {
      const { body } = await details(id)
      return [body.sender, body.receiver].map(({ is_active, is_frozen }) => ({ is_active, is_frozen }))
    }
    const fine = { is_active: true, is_frozen: false }
    expect(await sides()).toEqual([fine, fine])
    const body = { reason: 'Stolen phone' }
    expect((await server.call('POST', `/users/${sender.id}/freeze`, { as: admin, body })).status).toBe(200)
    await server.call('POST', `/users/${receiver.id}/toggle-status`, { as: admin })
    expect(await sides()).toEqual([
      { ...fine, is_frozen: true },
      { ...fine, is_active: false },
    ])
  })

  test('why it failed: wrong codes, or a change before the right one came', async () => {
    const guessed = await bittpay.opened()
    for (let n = 0; n < 5; n++) await bittpay.verify(guessed.sender, guessed.id, wrongOf(guessed.code), `miss-${n}`)
    expect((await details(guessed.id)).body).toMatchObject({
      status: 'failed',
      failure: 'wrong_codes',
      wrong_codes: 5,
      wrong_codes_at: { length: 5 },
      entries: [],
    })
    const gone = await bittpay.opened()
    await server.call('POST', `/users/${gone.receiver.id}/toggle-status`, { as: admin })
    await bittpay.verify(gone.sender, gone.id, gone.code)
    expect((await details(gone.id)).body).toMatchObject({ status: 'failed', failure: 'recipient_inactive' })
    const poor = await bittpay.opened()
    await server.call('POST', '/flexible/deposit', { as: poor.sender, body: { amount: 900 } })
    await bittpay.verify(poor.sender, poor.id, poor.code)
    expect((await details(poor.id)).body).toMatchObject({ status: 'failed', failure: 'insufficient_balance' })
  })

  test('whether it expired or was replaced, each with its own wrong codes', async () => {
    const { sender, receiver, id, code } = await bittpay.opened()
    await bittpay.verify(sender, id, wrongOf(code))
    server.clock.moveTo(minutes(1))
    const next = (await bittpay.initiate(sender, { recipient: receiver.email, amount: 1 })).body.transfer_id
    expect((await details(id)).body).toMatchObject({ status: 'expired', replaced: true, wrong_codes_at: { length: 1 } })
    server.clock.moveTo(minutes(6))
    const { body } = await details(next)
    expect(body).toMatchObject({
      status: 'expired',
      replaced: false,
      wrong_codes_at: [],
      ended_at: body.otp_expires_at,
    })
  })

  test('it expired with its code, also for its sender and in their data, whenever the next one begins', async () => {
    const { sender, receiver, id } = await bittpay.opened()
    const until = (await details(id)).body.otp_expires_at
    server.clock.moveTo(minutes(8))
    const told = async () => {
      const { body } = await server.call('GET', `/transactions/balance_transfer_sent-${id}`, { as: sender })
      const { body: data } = await server.call('GET', '/profile/data', { as: sender })
      return [body.status, body.decided_at, data.transfers[0].status, data.transfers[0].ended_at]
    }
    expect((await told()).toSpliced(1, 1)).toEqual(['expired', 'expired', until])
    await bittpay.initiate(sender, { recipient: receiver.email, amount: 1 })
    expect(await told()).toEqual(['expired', until, 'expired', until])
  })

  test('only for admins, and only an existing one', async () => {
    const { sender, id } = await bittpay.opened()
    expect((await details(id, sender)).status).toBe(403)
    expect((await details(2_000_000_000)).status).toBe(404)
  })
})
