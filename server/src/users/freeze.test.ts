/** Freezing a person's money: what stops, what does not, and concurrent calls. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { transfersOn } from '../../../tests/support/transfers.ts'
import { withdrawalsOn } from '../../../tests/support/withdrawals.ts'
import { sql } from '../platform/database/sql.ts'

const SENTENCE = 'Your withdrawals and transfers are on hold. Contact support.'
let server: TestServer
let admin: TestUser
let bittpay: ReturnType<typeof transfersOn>
let withdrawals: ReturnType<typeof withdrawalsOn>

beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin', name: 'Meera' })
  bittpay = transfersOn(server)
  withdrawals = withdrawalsOn(server, admin)
})
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

const freeze = (user: { id: number }, as = admin, body: object = { reason: 'Reported by the bank' }) =>
  server.call('POST', `/users/${user.id}/freeze`, { as, body })
const unfreeze = (user: { id: number }, as = admin) => server.call('POST', `/users/${user.id}/unfreeze`, { as })
const frozenOf = async (user: { id: number }) =>
  (await server.call('GET', `/admin/users/${user.id}/details`, { as: admin })).body.user.frozen_at

describe('a frozen person', () => {
  test('withdraws nothing, sends nothing, and completes no open transfer; unfrozen, all of it works', async () => {
    const friend = await server.makeUser()
    const user = await withdrawals.investor()
    const begun = await bittpay.initiate(user, { recipient: friend.email, amount: 100 })
    const code = await bittpay.codeFor(user)
    const before = await withdrawals.balances(user)
    expect(await freeze(user)).toMatchObject({ status: 200, body: { frozen_at: expect.any(String), is_active: true } })

    const stopped = { status: 403, body: { code: 'money_frozen', message: SENTENCE } }
    expect(await withdrawals.ask(user)).toMatchObject(stopped)
    expect(await bittpay.initiate(user, { recipient: friend.email, amount: 100 })).toMatchObject(stopped)
    expect(await bittpay.verify(user, begun.body.transfer_id, code)).toMatchObject(stopped)
    expect(await withdrawals.balances(user)).toEqual(before)
    expect((await server.call('GET', '/withdrawals/terms', { as: user })).body.is_frozen).toBe(true)
    expect((await server.call('GET', '/balance-transfer/terms', { as: user })).body.is_frozen).toBe(true)

    expect(await unfreeze(user)).toMatchObject({ status: 200, body: { frozen_at: null } })
    expect((await bittpay.verify(user, begun.body.transfer_id, code)).status).toBe(200)
    expect((await withdrawals.ask(user)).status).toBe(201)
  })

  test('gets no payout of pending requests, may cancel them, and they may be rejected', async () => {
    const user = await withdrawals.investor()
    const [first, second, third] = [
      await withdrawals.ask(user),
      await withdrawals.ask(user),
      await withdrawals.ask(user),
    ]
    await freeze(user)
    const before = await withdrawals.balances(user)
    expect(await withdrawals.approve(first.body.id)).toMatchObject({
      status: 409,
      body: { code: 'requester_frozen', message: expect.stringContaining('frozen') },
    })
    const claim = await server.call('POST', `/withdrawals/${first.body.id}/claim`, { as: admin, body: {} })
    expect(claim).toMatchObject({ status: 409, body: { code: 'requester_frozen' } })
    expect(await withdrawals.balances(user)).toEqual(before)
    expect((await withdrawals.cancel(first.body.id, user)).status).toBe(200)
    expect((await withdrawals.reject(second.body.id)).status).toBe(200)
    await unfreeze(user)
    expect((await withdrawals.approve(third.body.id)).status).toBe(200)
  })

  test('signs in, receives money and sees a notice and a mail that give no reason', async () => {
    const user = await server.makeUser()
    const { sender, id, code } = await bittpay.opened()
    await freeze(user)
    expect((await server.call('GET', '/profile', { as: user })).status).toBe(200)
    const { body } = await bittpay.initiate(sender, { recipient: user.email, amount: 50 })
    expect((await bittpay.verify(sender, body.transfer_id, await bittpay.codeFor(sender))).status).toBe(200)
    expect([id, code]).toEqual([expect.any(Number), expect.any(String)])
    expect(await bittpay.wallet(user)).toBe(50_00n)
    const told = (await server.call('GET', '/notifications', { as: user })).body.data
    expect(told).toContainEqual(expect.objectContaining({ message: SENTENCE }))
    const mailed = await bittpay.lastMail(user)
    expect(mailed.body).toContain('To contact support, sign in')
    expect(JSON.stringify([told, mailed])).not.toContain('Reported by the bank')
    await unfreeze(user)
    expect((await bittpay.lastMail(user)).subject).toContain('work again')
  })

  test('is marked on every record that an admin decides', async () => {
    const user = await withdrawals.investor()
    const { id } = (await withdrawals.ask(user)).body
    await freeze(user)
    const list = await server.call('GET', `/withdrawals?search=${user.email}`, { as: admin })
    expect(list.body.data).toMatchObject([{ id, user: { is_frozen: true, is_active: true } }])
    await unfreeze(user)
    const after = await server.call('GET', `/withdrawals?search=${user.email}`, { as: admin })
    expect(after.body.data).toMatchObject([{ id, user: { is_frozen: false } }])
  })
})

describe('freezing', () => {
  test('is logged with who and why', async () => {
    const user = await server.makeUser()
    await freeze(user)
    await unfreeze(user)
    const { body } = await server.call('GET', `/audit?subject=user&subject_id=${user.id}`, { as: admin })
    expect(body.data).toMatchObject([
      { action: 'user unfrozen', admin: { name: 'Meera' }, after: { is_frozen: false } },
      { action: 'user frozen', admin: { name: 'Meera' }, reason: 'Reported by the bank', after: { is_frozen: true } },
    ])
  })

  test('is refused without a reason, a second time, for an admin, for oneself, and for a linked account', async () => {
    const user = await server.makeUser()
    expect(await freeze(user, admin, { reason: ' ' })).toMatchObject({ status: 422, body: { code: 'invalid' } })
    expect(await frozenOf(user)).toBeNull()
    expect(await unfreeze(user)).toMatchObject({ status: 409, body: { code: 'not_frozen' } })
    await freeze(user)
    const since = await frozenOf(user)
    expect(await freeze(user)).toMatchObject({ status: 409, body: { code: 'already_frozen' } })
    expect(await frozenOf(user)).toBe(since)
    for (const other of [admin, await server.makeUser({ role: 'admin' })])
      expect(await freeze(other)).toMatchObject({ status: 422, body: { code: 'only_users_freeze' } })
    const linked = await server.makeUser({ referredBy: admin.id })
    expect(await freeze(linked)).toMatchObject({ status: 403, body: { code: 'own_request' } })
    expect(await frozenOf(linked)).toBeNull()
    expect((await freeze({ id: 999_999 })).status).toBe(404)
  })
})

describe('races', () => {
  test('with the code of a transfer: the transfer completes before the freeze, or not at all', async () => {
    const outcomes = new Set<number>()
    for (let round = 0; round < 12; round++) {
      const { sender, id, code } = await bittpay.opened()
      const calls = [() => freeze(sender), () => bittpay.verify(sender, id, code)]
      const [one, two] = await Promise.all((round % 2 ? calls : calls.toReversed()).map((run) => run()))
      const verified = round % 2 ? two : one
      const { rows } = await sql<{ ended_at: Date | null; frozen_at: Date; status: string }>`
        select t.ended_at, u.frozen_at, t.status
          from balance_transfers t join users u on u.id = t.sender_id where t.id = ${id}`.execute(server.services.db)
      const [row] = rows
      if (!row) throw new Error('no transfer')
      outcomes.add(verified?.status ?? 0)
      if (verified?.status === 200) expect(row.ended_at?.getTime()).toBeLessThan(row.frozen_at.getTime())
      else expect([verified?.body.code, row.status]).toEqual(['money_frozen', 'pending'])
    }
    expect([...outcomes].every((status) => status === 200 || status === 403)).toBe(true)
  })

  test('with an admin who pays: the payout completes before the freeze, or stays held', async () => {
    for (let round = 0; round < 8; round++) {
      const user = await withdrawals.investor()
      const { id } = (await withdrawals.ask(user)).body
      const calls = [() => freeze(user), () => withdrawals.approve(id)]
      const [one, two] = await Promise.all((round % 2 ? calls : calls.toReversed()).map((run) => run()))
      const paid = round % 2 ? two : one
      const { held } = await withdrawals.balances(user)
      expect([paid?.status, held]).toEqual(paid?.status === 200 ? [200, 0n] : [409, 1_000_00n])
    }
  })
})
