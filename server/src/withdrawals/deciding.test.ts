import { reasonWords } from '@bittkosh/contract/words/reasons'
/** What an admin decides on a withdrawal, and what happens to the money. */
import { afterAll, describe, expect, test } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { approveKycOf } from '../../../tests/support/kyc.ts'
import { testServer } from '../../../tests/support/server.ts'
import { withdrawalsOn } from '../../../tests/support/withdrawals.ts'
import { sql } from '../platform/database/sql.ts'

const server = await testServer()
const admin = await server.makeUser({ role: 'admin', name: 'Meera' })
const { investor, ask, balances, decide, approve, reject, cancel, mine } = withdrawalsOn(server, admin)
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

describe('deciding', () => {
  test('approval pays the net, earns the fee, notifies the user and is logged', async () => {
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
       where t.subject = 'withdrawal' and t.subject_id = ${id} and t.event = 'decided' order by a.kind desc`.execute(
      server.services.db,
    )
    expect(entries).toEqual([
      { kind: 'held', amount: -1_000_00n },
      { kind: 'fee_withdrawal', amount: 70_00n },
      { kind: 'cash_upi', amount: 930_00n },
    ])
    const { body: told } = await server.call('GET', '/notifications', { as: user })
    expect(told.data[0]).toMatchObject({
      title: 'Withdrawal approved',
      message: '₹930.00 of your withdrawal of ₹1,000.00 has been paid; the fee was ₹70.00. Reference: 432198761234.',
      link: `/wallet?id=withdrawal-${id}`,
    })
    expect(await mine(user)).toMatchObject([{ status: 'approved', transaction_id: '432198761234' }])
  })

  test('rejection returns the whole amount with the reason', async () => {
    const user = await investor()
    const { id } = (await ask(user)).body
    expect(await reject(id)).toMatchObject({ status: 200, body: { status: 'rejected', admin_note: 'Name differs' } })
    expect(await balances(user)).toMatchObject({ wallet: 10_000_00n, held: 0n })
    expect(await mine(user)).toMatchObject([{ status: 'rejected', admin_note: 'Name differs' }])
  })

  test('a usual reason is shown in the reader’s language, the admin’s addition as typed', async () => {
    const user = await investor()
    const { id } = (await ask(user)).body
    const preset = 'not_own_account'
    const decided = await decide(id, { status: 'rejected', rejection_preset: preset, admin_note: 'HDFC 4417' })
    expect(decided).toMatchObject({ status: 200, body: { admin_note: `${reasonWords.en[preset]} HDFC 4417` } })
    const admin_note = `${reasonWords.hi[preset]} HDFC 4417`
    const inHindi = async (path: string) => (await server.call('GET', path, { as: user, language: 'hi' })).body
    expect((await inHindi('/withdrawals/my')).data).toMatchObject([{ admin_note }])
    const { transactions } = await inHindi('/transactions?type=withdrawal')
    expect(transactions).toMatchObject([{ admin_note, key: `withdrawal-${id}` }])
    const [notice] = (await inHindi('/notifications')).data
    expect(notice).toMatchObject({ title: 'निकासी नामंज़ूर', message: expect.stringContaining(admin_note) })
    const trail = `/audit?subject=withdrawal&subject_id=${id}`
    const { body: log } = await server.call('GET', trail, { as: admin, language: 'hi' })
    expect(log.data).toMatchObject([{ action: 'withdrawal rejected', reason: admin_note }])
    expect(log.data[0].after).not.toHaveProperty('rejection_preset')
  })

  test.each([
    ['approving without a transaction ID', { status: 'approved' }, 'Transaction ID is required'],
    ['approving with a blank one', { status: 'approved', transaction_id: '   ' }, 'Transaction ID is required'],
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

  test('concurrent approving, rejecting and cancelling: one of them wins', async () => {
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

  test('users cannot, an unknown one is 404, and one of a user referred by the admin is refused', async () => {
    const user = await investor(5000, { referredBy: admin.id }).catch(() => null)
    expect(user).toBeNull() // that admin can't decide its KYC either
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
