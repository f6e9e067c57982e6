/** The approval of a document is revoked: money stops at once, whoever was about to move it. */
import { afterAll, describe, expect, test } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { approveKycOf, kycFormOf, kycOn, submit } from '../../../tests/support/kyc.ts'
import { untilOneWaits } from '../../../tests/support/locks.ts'
import { type TestUser, testServer } from '../../../tests/support/server.ts'
import { transfersOn } from '../../../tests/support/transfers.ts'
import { withdrawalsOn } from '../../../tests/support/withdrawals.ts'
import { balancesOf } from '../ledger/balances.ts'
import { transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { holdKycState } from './actions.ts'

const server = await testServer()
const admin = await server.makeUser({ role: 'admin', name: 'Meera' })
const { verify, idsOf, rowsOf, notificationsOf, auditOf } = kycOn(server, admin)
const { ask, approve, reject, cancel } = withdrawalsOn(server, admin)
const { initiate, verify: confirm, codeFor } = transfersOn(server)
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

const revoke = (user: TestUser, body: object = {}, as = admin) =>
  server.call('POST', `/kyc/${user.id}/revoke`, { as, body: { id_index: 0, reason: 'The card is forged', ...body } })

async function approvedUser(walletRupees = 10_000): Promise<TestUser> {
  const user = await server.makeUser({ walletRupees })
  await approveKycOf(server, user, admin)
  return user
}

test('the record is rejected with the reason, the person is notified and mailed, the act is logged', async () => {
  const user = await approvedUser()
  const [before] = await rowsOf(user)
  const reply = await revoke(user, { kyc_id: before?.id })
  expect(reply).toMatchObject({
    status: 200,
    body: { status: 'rejected', rejection_reason: 'The card is forged', kyc_id: before?.id },
  })
  expect(await idsOf(user)).toMatchObject([{ status: 'rejected', rejection_reason: 'The card is forged' }])
  expect((await notificationsOf(user)).at(-1)).toMatchObject({
    title: 'KYC approval revoked',
    message: expect.stringContaining('was revoked: The card is forged. You cannot withdraw or send money'),
  })
  const { rows } = await sql<{ body: string }>`
    select body from outbox where recipient = ${user.email}`.execute(server.services.db)
  expect(rows.map(({ body }) => body)).toEqual([expect.stringContaining('Reason: The card is forged')])
  expect(await auditOf('kyc revoked', before?.id ?? 0)).toMatchObject([
    { admin_id: admin.id, before: { status: 'approved' }, after: { status: 'rejected' }, reason: 'The card is forged' },
  ])
})

test('the trail of the person contains the acts on their identity record, and nobody else’s', async () => {
  const [user, other] = [await approvedUser(), await approvedUser()]
  await server.call('POST', `/kyc/${user.id}/reveal`, {
    as: admin,
    body: { id_index: 0, reason: 'A call from the bank' },
  })
  await server.call('POST', `/users/${user.id}/freeze`, { as: admin, body: { reason: 'Forged papers' } })
  await revoke(user)
  const acts = async (query: string) =>
    (await server.call('GET', `/audit?subject=user&${query}`, { as: admin })).body.data.map(
      ({ action }: { action: string }) => action,
    )
  const about = `subject_id=${user.id}`
  expect(await acts(about)).toEqual(['kyc revoked', 'user frozen', 'kyc number revealed', 'kyc approved'])
  expect(await acts(`${about}&per_page=2&page=2`)).toEqual(['kyc number revealed', 'kyc approved'])
  expect(await acts(`${about}&action=kyc rev`)).toEqual(['kyc revoked'])
  expect(await acts(`subject_id=${other.id}`)).toEqual(['kyc approved'])
  expect((await server.call('GET', `/audit/export?subject=user&${about}`, { as: admin })).body).toContain('kyc revoked')
})

test('blocks withdrawals and BittPay, even with a code already sent, until a record is approved again', async () => {
  const user = await approvedUser()
  const friend = await server.makeUser()
  const { body: opened } = await initiate(user, { recipient: friend.email, amount: 100 })
  const code = await codeFor(user)
  await revoke(user)
  const refused = { status: 422, body: { code: 'kyc_revoked' } }
  const stopped = async () => {
    expect(await ask(user)).toMatchObject({ status: 422, body: { code: 'kyc_required' } })
    expect(await confirm(user, opened.transfer_id, code)).toMatchObject(refused)
    expect(await initiate(user, { recipient: friend.email, amount: 100 })).toMatchObject(refused)
    expect((await server.call('GET', '/balance-transfer/terms', { as: user })).body.kyc_revoked).toBe(true)
    expect((await server.call('GET', '/withdrawals/terms', { as: user })).body.kyc_approved).toBe(false)
  }
  await stopped()
  await submit(server, user, await kycFormOf(server, user))
  await stopped() // a new submission is not an approval
  await verify(user, { status: 'rejected', rejection_reason: 'Still not the card' })
  await stopped()
  await submit(server, user, await kycFormOf(server, user))
  await verify(user, { status: 'approved' })
  expect((await balancesOf(server.services.db, user.id)).wallet).toBe(10_000_00n)
  expect((await ask(user)).status).toBe(201)
  expect((await confirm(user, opened.transfer_id, code)).status).toBe(200)
})

test('of a second document stops money too, although the first one stays approved', async () => {
  const user = await approvedUser()
  await submit(server, user, await kycFormOf(server, user, 'aadhar'))
  await verify(user, { id_index: 1, status: 'approved' })
  await revoke(user, { id_index: 1 })
  expect((await ask(user)).body.code).toBe('kyc_required')
})

test('money still comes in', async () => {
  const user = await approvedUser()
  await revoke(user)
  const friend = await server.makeUser({ walletRupees: 500 })
  const { body } = await initiate(friend, { recipient: user.email, amount: 100 })
  expect((await confirm(friend, body.transfer_id, await codeFor(friend))).status).toBe(200)
})

test('earlier requests are not paid, but can be rejected or cancelled', async () => {
  const user = await approvedUser()
  const [first, second, third] = [await ask(user), await ask(user), await ask(user)].map(
    ({ body }) => body.id as number,
  )
  await revoke(user)
  const listed = await server.call('GET', `/withdrawals?search=${first}`, { as: admin })
  expect(listed.body.data.find((row: { id: number }) => row.id === first).user.kyc_approved).toBe(false)
  const before = await balancesOf(server.services.db, user.id)
  expect(await approve(first ?? 0)).toMatchObject({ status: 422, body: { code: 'owner_kyc_missing' } })
  expect(await balancesOf(server.services.db, user.id)).toEqual(before)
  expect((await reject(second ?? 0)).status).toBe(200)
  expect((await cancel(third ?? 0, user)).status).toBe(200)
  await submit(server, user, await kycFormOf(server, user))
  await verify(user, { status: 'approved' })
  expect((await approve(first ?? 0)).status).toBe(200)
})

describe('is refused and changes nothing', () => {
  test('for a record that waits, was rejected, or does not exist', async () => {
    const user = await server.makeUser()
    expect((await revoke(user)).status).toBe(404)
    await submit(server, user, await kycFormOf(server, user))
    expect(await revoke(user)).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
    await verify(user, { status: 'rejected', rejection_reason: 'Blurred' })
    expect((await revoke(user)).body.message).toMatch(/^Already rejected by Meera/)
    expect(await idsOf(user)).toMatchObject([{ status: 'rejected', rejection_reason: 'Blurred' }])
  })

  test('a second time, without a reason, for another submission, by a user, and for a linked account', async () => {
    const user = await approvedUser()
    expect((await revoke(user, { reason: '' })).status).toBe(422)
    expect(await revoke(user, { kyc_id: 999_999 })).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
    expect((await revoke(user, {}, user)).status).toBe(403)
    expect(await idsOf(user)).toMatchObject([{ status: 'approved' }])
    expect((await revoke(user)).status).toBe(200)
    expect(await revoke(user)).toMatchObject({ status: 409, body: { code: 'already_decided' } })

    const ravi = await server.makeUser({ role: 'admin', name: 'Ravi' })
    const invited = await server.makeUser({ referredBy: admin.id })
    await approveKycOf(server, invited, ravi)
    expect(await revoke(invited)).toMatchObject({ status: 403, body: { code: 'own_request' } })
  })
})

test('a locked record of a closed account is refused like one that does not exist, and stays as it is', async () => {
  const user = await approvedUser(0)
  const [{ id } = { id: 0 }] = await rowsOf(user)
  expect((await server.call('DELETE', `/users/${user.id}`, { as: admin })).status).toBe(204)
  const stored = async () => {
    const { rows } = await sql<{ acts: number; notices: number; mails: number }>`
      select (select count(*) from audit_log where subject = 'kyc' and subject_id = ${id})::integer as acts,
             (select count(*) from notifications where user_id = ${user.id})::integer as notices,
             (select count(*) from outbox where record_kind = 'kyc' and record_id = ${id})::integer as mails`.execute(
      server.services.db,
    )
    return { records: await rowsOf(user), ...rows[0] }
  }
  const before = await stored()
  expect(before.records).toMatchObject([{ status: 'approved', lock_reason: 'account_closed' }])
  const kyc = await server.makeUser({ role: 'admin', roles: ['kyc'] })
  for (const as of [kyc, admin]) expect((await revoke(user, {}, as)).status).toBe(404)
  expect(await stored()).toEqual(before)
})

describe('concurrent with', () => {
  test.each([1, 2, 3, 4, 5])('a payout: it is paid before, or not at all (%i)', async () => {
    const user = await approvedUser()
    const { id } = (await ask(user)).body
    const [revoked, paid] = await Promise.all([revoke(user), approve(id)])
    expect(revoked.status).toBe(200)
    const { rows } = await sql<{ decided_at: Date | null; revoked_at: Date }>`
      select w.decided_at, r.revoked_at from withdrawals w join kyc_records r on r.user_id = w.user_id
       where w.id = ${id}`.execute(server.services.db)
    expect(paid.status).toBe(rows[0]?.decided_at ? 200 : 422)
    const { held } = await balancesOf(server.services.db, user.id)
    expect(held).toBe(rows[0]?.decided_at ? 0n : 1000_00n)
  })

  test('a payout that holds the approval makes it wait, and a later payout is refused', async () => {
    const user = await approvedUser()
    const { id } = (await ask(user)).body
    const { db } = server.services
    let revoked: ReturnType<typeof revoke> | undefined
    await transaction(db, async (tx) => {
      expect(await holdKycState(tx, user.id)).toMatchObject({ approved: true })
      revoked = revoke(user)
      await untilOneWaits(db)
    })
    expect(await revoked).toMatchObject({ status: 200 })
    expect(await approve(id)).toMatchObject({ status: 422, body: { code: 'owner_kyc_missing' } })
  })
})

test('another one: only one of them succeeds', async () => {
  const user = await approvedUser()
  const replies = await Promise.all(Array.from({ length: 8 }, () => revoke(user)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(409)])
})
