/** A payout that the bank returned: in the books, in every sum and list, and for the user. */
import { afterAll, describe, expect, test } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { testServer } from '../../../tests/support/server.ts'
import { bankDetails, utr, withdrawalsOn } from '../../../tests/support/withdrawals.ts'
import { linesOf } from '../ledger/balances.ts'
import { sql } from '../platform/database/sql.ts'

const server = await testServer()
const { db } = server.services
const meera = await server.makeUser({ role: 'admin', name: 'Meera' })
const ravi = await server.makeUser({ role: 'admin', name: 'Ravi' })
const { investor, ask, balances, approve, reject, cancel, giveBack, mine } = withdrawalsOn(server, meera)
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

const bank = { type: 'bank', withdrawal_details: bankDetails }
async function paid(options: { name?: string } = {}) {
  const user = await investor(10_000, options)
  const reference = utr()
  const { id } = (await ask(user, bank)).body
  await approve(id, meera, reference)
  return { user, id: id as number, reference }
}

test('returns net and fee, notifies and mails the user, and is logged', async () => {
  const { user, id, reference } = await paid({ name: 'Asha' })
  const reply = await giveBack(id, ravi)
  expect(reply).toMatchObject({
    status: 200,
    body: {
      status: 'returned',
      return_reason: 'The account is closed',
      returned_by: 'Ravi',
      decided_by: 'Meera',
      transaction_id: reference,
    },
  })
  expect(await balances(user)).toMatchObject({ wallet: 10_000_00n, held: 0n })
  const lines = await linesOf(db, { subject: 'withdrawal', subjectId: id, event: 'returned' })
  expect(lines.map((line) => line.amount)).toEqual([-930_00n, -70_00n, 1_000_00n])
  expect(await mine(user)).toMatchObject([
    { status: 'returned', return_reason: 'The account is closed', returned_at: reply.body.returned_at },
  ])
  const { body: told } = await server.call('GET', '/notifications', { as: user })
  expect(told.data[0]).toMatchObject({
    title: 'Withdrawal returned',
    message:
      'The bank sent back your withdrawal of ₹1,000.00. The whole amount, including the fee, is back in your wallet. Reason: The account is closed',
    link: `/wallet?id=withdrawal-${id}`,
  })
  const { rows: mails } = await sql<{ subject: string; body: string }>`
    select subject, body from outbox where recipient = ${user.email} order by id desc limit 1`.execute(db)
  expect(mails[0]?.subject).toBe('Your withdrawal of ₹1,000.00 came back')
  expect(mails[0]?.body).toContain('The account is closed')
  const { body: log } = await server.call('GET', `/audit?subject=withdrawal&subject_id=${id}`, { as: meera })
  expect(log.data[0]).toMatchObject({
    action: 'withdrawal returned',
    admin: { name: 'Ravi' },
    before: { status: 'approved' },
    after: { status: 'returned' },
    reason: 'The account is closed',
  })
})

describe('is refused and changes nothing', () => {
  test.each([
    ['while it waits', async (_id: number) => {}, 'changed_meanwhile'],
    ['once it is rejected', async (id: number) => void (await reject(id)), 'already_decided'],
  ])('%s', async (_case, before, code) => {
    const user = await investor()
    const { id } = (await ask(user)).body
    await before(id)
    const was = await balances(user)
    expect(await giveBack(id)).toMatchObject({ status: 409, body: { code } })
    expect(await balances(user)).toEqual(was)
  })

  test('a second time, naming who did it', async () => {
    const { user, id } = await paid()
    await giveBack(id, ravi)
    const second = await giveBack(id)
    expect(second).toMatchObject({ status: 409, body: { code: 'already_decided' } })
    expect(second.body.message).toMatch(/^Already returned by Ravi, \d\d:\d\d$/)
    expect((await cancel(id, user)).status).toBe(409)
    expect(await balances(user)).toMatchObject({ wallet: 10_000_00n })
  })

  test('without a reason, by a user, and for an unknown one', async () => {
    const { user, id } = await paid()
    expect(await giveBack(id, meera, { reason: ' ' })).toMatchObject({ status: 422, body: { code: 'invalid' } })
    expect((await giveBack(id, user)).status).toBe(403)
    expect((await giveBack(2_000_000_000)).status).toBe(404)
    await sql`update users set referred_by = ${meera.id} where id = ${user.id}`.execute(db)
    expect(await giveBack(id)).toMatchObject({ status: 403, body: { code: 'own_request' } })
    expect(await mine(user)).toMatchObject([{ status: 'approved' }])
    expect(await balances(user)).toMatchObject({ wallet: 9_000_00n })
  })

  test('twenty concurrent returns give it back once, and so does a repeated key', async () => {
    const { user, id } = await paid()
    const replies = await Promise.all(Array.from({ length: 20 }, () => giveBack(id)))
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array<number>(19).fill(409)])
    expect(await balances(user)).toMatchObject({ wallet: 10_000_00n })

    const again = await paid()
    const call = () =>
      server.call('POST', `/withdrawals/${again.id}/return`, { as: meera, body: { reason: 'Closed' }, key: 'once' })
    const first = await call()
    expect(await call()).toMatchObject({ status: 200, body: first.body })
    expect(await balances(again.user)).toMatchObject({ wallet: 10_000_00n })
  })
})

test('the reference of a returned payout stays used', async () => {
  const { id, reference } = await paid()
  await giveBack(id)
  const other = await investor()
  const second = (await ask(other, bank)).body.id
  expect(await approve(second, ravi, reference)).toMatchObject({
    status: 409,
    body: { code: 'payout_reference_taken' },
  })
  expect(await balances(other)).toMatchObject({ held: 1_000_00n })
})

test('a return after the closing is still owed to the account, and verify finds nothing wrong', async () => {
  const user = await investor(1_000)
  const { id } = (await ask(user, bank)).body
  await approve(id)
  expect((await server.call('DELETE', `/users/${user.id}`, { as: meera })).status).toBe(204)
  expect((await giveBack(id)).status).toBe(200)
  expect(await balances(user)).toMatchObject({ wallet: 1_000_00n, held: 0n })
  const closed = await server.call('GET', `/users/${user.id}/closed`, { as: meera })
  expect(closed.body.balances).toEqual({ wallet: 1_000, flexible: 0, invested: 0, held: 0 })
  await expectInvariants(server)
})

test('every sum and list includes it', async () => {
  const monthly = async () => (await server.call('GET', '/monthly-daily-totals', { as: meera })).body.monthly_totals
  const coverage = async () => (await server.call('GET', '/coverage', { as: meera })).body
  const details = async (user: number) => (await server.call('GET', `/admin/users/${user}/details`, { as: meera })).body
  const { user, id } = await paid()
  const [monthBefore, coveredBefore] = [await monthly(), await coverage()]
  await giveBack(id)

  const month = await monthly()
  expect(month.total_withdrawals).toBe(monthBefore.total_withdrawals)
  expect(month.total_returned_withdrawals - monthBefore.total_returned_withdrawals).toBe(1000)
  expect(month.total_net_flow - monthBefore.total_net_flow).toBe(1000)
  const days: { returned: { total_amount: number } }[] = month.daily_data
  expect(days.reduce((sum, day) => sum + day.returned.total_amount, 0)).toBe(month.total_returned_withdrawals)

  const covered = await coverage()
  expect(covered.returned.bank - coveredBefore.returned.bank).toBe(930)
  expect(covered.received.bank - coveredBefore.received.bank).toBe(930)
  expect(covered.paid.bank).toBe(coveredBefore.paid.bank)
  expect(covered.fees.withdrawal - coveredBefore.fees.withdrawal).toBe(-70)
  expect(covered.owed.wallet - coveredBefore.owed.wallet).toBe(1000)

  expect(JSON.stringify(await details(user.id))).toContain('"total_withdrawals":0')
  const { body: history } = await server.call('GET', '/transactions?type=withdrawal', { as: user })
  expect(history).toMatchObject({
    summary: { current_balance: 10_000, held_amount: 0 },
    transactions: [{ status: 'returned', approved_amount: null, admin_note: 'The account is closed' }],
  })
  const { body: list } = await server.call('GET', '/withdrawals?status=returned', { as: meera })
  expect(list.counts.returned).toBeGreaterThan(0)
  expect(list.data.map((row: { id: number }) => row.id)).toContain(id)
})
