import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { setFourEyes, someone } from '../../../tests/support/guardedActs.ts'
import { type TestUser, testServer } from '../../../tests/support/server.ts'
import { untilOneWaits, untilWaiting } from '../../../tests/support/locks.ts'
import { withdrawalsOn } from '../../../tests/support/withdrawals.ts'
import { readConfig } from '../config.ts'
import { invariants as auditInvariants } from '../audit/invariants.ts'
import { transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { keyRing } from '../platform/files/keys.ts'
import { resealProposals } from './actions.ts'
import { invariants } from './invariants.ts'

const server = await testServer()
const { db } = server.services
const [meera, ravi, sita] = [
  await server.makeUser({ role: 'admin', name: 'Meera' }),
  await server.makeUser({ role: 'admin', name: 'Ravi' }),
  await server.makeUser({ role: 'admin', name: 'Sita' }),
]
const { investor, ask, balances, approve: pay, reject, claim, release } = withdrawalsOn(server, meera)
beforeEach(() => setFourEyes(server, null))
afterAll(() => server.close())

const decide = (id: number, how: 'approve' | 'decline' | 'withdraw', as: TestUser, key?: string) =>
  server.call('POST', `/admin/proposals/${id}/${how}`, {
    as,
    ...(how === 'decline' ? { body: { reason: 'Ask Asha first' } } : {}),
    ...(key === undefined ? {} : { key }),
  })
const list = async (query: string, as: TestUser) => (await server.call('GET', `/admin/proposals?${query}`, { as })).body

async function pending(amount = 1000) {
  const user = await investor()
  const { body } = await ask(user, { amount })
  return { user, id: body.id as number }
}
/** A payout proposed by Meera. */
async function proposedPayout() {
  const asked = await pending()
  await setFourEyes(server, 0)
  const sent = await pay(asked.id)
  expect(sent.status).toBe(202)
  return { ...asked, proposal: sent.body.proposal.id as number }
}
async function lastMail(to: TestUser) {
  const { rows } = await sql<{ subject: string; body: string }>`
    select subject, body from outbox where recipient = ${to.email} order by id desc limit 1`.execute(db)
  return rows[0]
}

test('below the amount one admin acts alone; from it on another must approve, whatever the fee', async () => {
  const [small, large] = [await pending(999.99), await pending(1000)]
  await setFourEyes(server, 1000)
  expect((await pay(small.id)).status).toBe(200)
  const sent = await pay(large.id)
  expect(sent).toMatchObject({
    status: 202,
    body: {
      proposal: {
        status: 'open',
        act: 'withdrawal approved',
        record: { kind: 'withdrawal', id: large.id },
        body: 'Pay a withdrawal of ₹1,000.00',
        user: { id: large.user.id },
        amount: 1000,
        made_by: { id: meera.id, name: 'Meera' },
        is_own: true,
        may_decide: false,
        acts: [{ before: { status: 'pending' }, after: { status: 'approved', amount: 1000 } }],
      },
    },
  })
  expect((await balances(large.user)).held).toBe(100_000n)
})

test('an open proposal shows what makes its amount unusual, as of now', async () => {
  const { user, id, proposal } = await proposedPayout()
  const facts = async () => (await list(`subject=withdrawal&subject_id=${id}`, ravi)).data[0].amount_facts
  expect(await facts()).toEqual({ amount: 1000, requested: null, largest: null, limit: 200_000 })
  await setFourEyes(server, null)
  const { body: other } = await ask(user, { amount: 700 })
  expect((await pay(other.id, sita)).status).toBe(200)
  expect(await facts()).toMatchObject({ amount: 1000, largest: 700 })
  expect((await decide(proposal, 'approve', ravi)).body.amount_facts).toBeNull()
})

test('a deposit is compared with its request and with other deposits', async () => {
  const method = { name: 'UPI', type: 'upi', instructions: 'Pay', details: { upi_id: 'pay@bank' } }
  const { id: payment_method } = (await server.call('POST', '/deposit-methods', { as: meera, body: method })).body
  const user = await server.makeUser()
  const deposit = async (amount: number, approved: number) => {
    const body = { amount, transaction_id: randomUUID(), payment_method }
    const { id } = (await server.call('POST', '/deposits', { as: user, body })).body
    const decision = { status: 'approved', approved_amount: approved, admin_note: 'Arrived' }
    return server.call('PUT', `/deposits/${id}`, { as: meera, body: decision })
  }
  expect((await deposit(1500, 1500)).status).toBe(200)
  await setFourEyes(server, 0)
  expect((await deposit(5000, 5200)).body.proposal.amount_facts).toEqual({
    amount: 5200,
    requested: 5000,
    largest: 1500,
    limit: 200_000,
  })
})

test('a changed balance is compared with everything approved for the person, also with a new address', async () => {
  const { user, id } = await pending(1200)
  expect((await pay(id)).status).toBe(200)
  const { body: found } = await server.call('GET', `/users?search=${encodeURIComponent(user.email)}`, { as: meera })
  const { name, phone, referral_code, is_active, balance } = found.data[0]
  const body = { name, phone, referral_code, is_active, balance: balance + 9000, email: someone().email }
  await setFourEyes(server, 0)
  const { proposal } = (await server.call('PUT', `/admin/users/${user.id}/edit`, { as: meera, body })).body
  expect(proposal).toMatchObject({
    amount: 9000,
    amount_facts: { amount: 9000, requested: null, largest: 1200, limit: 200_000 },
  })
  const { body: details } = await server.call('GET', `/admin/users/${user.id}/details`, { as: meera })
  expect(details.usual).toEqual({ largest: 1200, limit: 200_000 })
})

test('an act that moves no money has nothing to compare', async () => {
  await setFourEyes(server, 0)
  const offer = { name: 'Starter', amount: 1000, bonus_percentage: 2, description: 'A first one' }
  const { proposal } = (await server.call('POST', '/admin/balance-packages', { as: meera, body: offer })).body
  expect(proposal).toMatchObject({ amount: null, amount_facts: null })
})

test('a package is named: a new one, one that exists in each reader’s language, and one that is gone', async () => {
  const offer = { name: 'Starter', amount: 1000, bonus_percentage: 2, description: 'A first one', name_hi: 'शुरुआत' }
  const add = () => server.call('POST', '/admin/balance-packages', { as: meera, body: offer })
  const { id } = (await add()).body
  await setFourEyes(server, 0)
  const named = { kind: 'package', name: 'Starter' }
  expect((await add()).body.proposal.record).toEqual({ ...named, id: null })
  const off = await server.call('POST', `/admin/balance-packages/${id}/toggle`, { as: meera })
  expect(off.body.proposal.record).toEqual({ ...named, id })
  await decide(off.body.proposal.id, 'withdraw', meera)
  const gone = await server.call('DELETE', `/admin/balance-packages/${id}`, { as: meera })
  const done = await decide(gone.body.proposal.id, 'approve', ravi)
  expect(done.body).toMatchObject({ status: 'approved', record: { ...named, id } })
  const find = `/admin/proposals?subject=package&subject_id=${id}`
  const hindi = await server.call('GET', find, { as: await server.makeUser({ role: 'admin' }), language: 'hi' })
  expect(hindi.body.data[0].record).toEqual({ ...named, id, name: 'शुरुआत' })
})

test('a new admin is named; a person who has an account stands beside the record', async () => {
  await setFourEyes(server, 0)
  const body = { ...someone(), name: 'Kabir', roles: ['viewer'] }
  const { proposal } = (await server.call('POST', '/admin/admins', { as: meera, body })).body
  expect(proposal.record).toEqual({ kind: 'user', id: null, name: 'Kabir' })
  const roles = `/admin/admins/${sita.id}/roles`
  const changing = await server.call('PUT', roles, { as: meera, body: { roles: ['viewer'] } })
  expect(changing.body.proposal).toMatchObject({ record: { id: sita.id, name: null }, user: { name: 'Sita' } })
  await decide(changing.body.proposal.id, 'withdraw', meera)
})

test('a refused act is refused at once, and leaves no proposal', async () => {
  const { id } = await pending()
  await setFourEyes(server, 0)
  const { counts } = await list('', ravi)
  const sent = await server.call('PUT', `/withdrawals/${id}`, { as: meera, body: { status: 'approved' } })
  expect(sent).toMatchObject({ status: 422, body: { code: 'transaction_id_required' } })
  expect((await list('', ravi)).counts).toEqual(counts)
})

test('others see it for their approval, its maker as their own; the record shows it', async () => {
  const { counts } = await list('', ravi)
  const { id, proposal } = await proposedPayout()
  expect((await list('', ravi)).counts).toMatchObject({ open: counts.open + 1, for_you: counts.for_you + 1 })
  const found = await list(`status=open&subject=withdrawal&subject_id=${id}`, ravi)
  expect(found.data).toMatchObject([{ id: proposal, is_own: false, may_decide: true }])
  const own = await list(`status=open&subject=withdrawal&subject_id=${id}`, meera)
  expect(own.data).toMatchObject([{ id: proposal, is_own: true, may_decide: false }])
  expect((await server.call('GET', '/admin/proposals', { as: await server.makeUser() })).status).toBe(403)
})

test('approved: the money moves once, the decision is its maker’s, the log names both and the maker is notified', async () => {
  const { user, id, proposal } = await proposedPayout()
  const done = await decide(proposal, 'approve', ravi)
  expect(done).toMatchObject({ status: 200, body: { status: 'approved', decided_by: { name: 'Ravi' } } })
  expect((await balances(user)).held).toBe(0n)
  const { rows } = await sql`select status, decided_by from withdrawals where id = ${id}`.execute(db)
  expect(rows).toEqual([{ status: 'approved', decided_by: meera.id }])
  const audit = await server.call('GET', `/audit?subject=withdrawal&subject_id=${id}`, { as: ravi })
  expect(audit.body.data).toMatchObject([
    { action: 'withdrawal approved', admin: { name: 'Meera' }, approved_by: { name: 'Ravi' } },
    { action: 'withdrawal claimed', admin: { name: 'Meera' }, approved_by: null },
  ])
  expect(await lastMail(meera)).toMatchObject({ subject: 'Ravi approved your proposal' })
})

test('the same key returns the same proposal; another body under it is refused', async () => {
  const { id } = await pending()
  await setFourEyes(server, 0)
  const send = (reference: string) =>
    server.call('PUT', `/withdrawals/${id}`, {
      as: meera,
      key: `key-${id}`,
      body: { status: 'approved', transaction_id: reference },
    })
  const [first, again, other] = [await send('r1'), await send('r1'), await send('r2')]
  expect([first.status, again.status, other.status]).toEqual([202, 202, 422])
  expect(again.body).toEqual(first.body)
})

test('one record has one open proposal, which is named in refusals', async () => {
  const { id, proposal } = await proposedPayout()
  expect(await pay(id, meera)).toMatchObject({
    status: 409,
    body: { code: 'already_proposed', params: { by: 'Meera' } },
  })
  await decide(proposal, 'withdraw', meera)
  expect((await pay(id, meera)).status).toBe(202)
})

test('a proposal to pay keeps its maker’s claim: nobody else pays, the owner cannot cancel', async () => {
  const { user, id } = await proposedPayout()
  expect(await pay(id, ravi)).toMatchObject({
    status: 409,
    body: { code: 'claimed_by_other', params: { by: 'Meera' } },
  })
  const cancelled = await server.call('POST', `/withdrawals/${id}/cancel`, { as: user })
  expect(cancelled).toMatchObject({ status: 409, body: { code: 'being_paid' } })
})

test('its maker keeps it, who may have paid: neither given up, taken over nor rejected until the proposal is closed', async () => {
  const { user, id, proposal } = await proposedPayout()
  const kept = { status: 409, body: { code: 'already_proposed', params: { by: 'Meera' } } }
  expect(await release(id)).toMatchObject(kept)
  expect(await reject(id, meera)).toMatchObject(kept)
  expect(await reject(id, ravi)).toMatchObject(kept)
  expect((await balances(user)).held).toBe(100_000n)
  expect(await claim(id, ravi, { take_over_from: meera.id })).toMatchObject(kept)
  expect((await server.call('POST', `/withdrawals/${id}/cancel`, { as: user })).status).toBe(409)
  await decide(proposal, 'decline', ravi)
  expect((await claim(id, ravi, { take_over_from: meera.id })).status).toBe(200)
  expect((await release(id, ravi)).status).toBe(200)
})

test('nobody approves or declines their own, and nobody else withdraws it', async () => {
  const { proposal } = await proposedPayout()
  for (const how of ['approve', 'decline'] as const)
    expect(await decide(proposal, how, meera)).toMatchObject({ status: 403, body: { code: 'own_proposal' } })
  expect(await decide(proposal, 'withdraw', ravi)).toMatchObject({ status: 403, body: { code: 'proposal_of_another' } })
  expect((await list('status=open', ravi)).data[0]).toMatchObject({ id: proposal })
})

test.each([
  ['decline', ravi, 'declined', 'Ask Asha first'],
  ['withdraw', meera, 'withdrawn', null],
] as const)('%s: nothing is done, it stays closed, and the record is free again', async (how, as, status, reason) => {
  const { user, id, proposal } = await proposedPayout()
  expect(await decide(proposal, how, as)).toMatchObject({ status: 200, body: { status, reason } })
  const late = await decide(proposal, 'approve', sita)
  expect(late).toMatchObject({ status: 409, body: { code: 'proposal_closed', params: { status, by: as.name } } })
  expect((await balances(user)).held).toBe(100_000n)
  expect((await reject(id, meera)).status).toBe(200) // she still holds the claim
})

test('a decline tells the maker why', async () => {
  const { proposal } = await proposedPayout()
  await decide(proposal, 'decline', ravi)
  const mail = await lastMail(meera)
  expect(mail?.subject).toBe('Ravi declined your proposal')
  expect(mail?.body).toContain('Ask Asha first')
})

test('a different decision in the meantime makes it stale, with the reason in each reader’s language', async () => {
  const { user, id, proposal } = await proposedPayout()
  await setFourEyes(server, null)
  expect((await pay(id, meera)).status).toBe(200)
  const refused = await decide(proposal, 'approve', ravi)
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'act_refused', params: { code: 'already_decided', params: { status: 'approved', by: 'Meera' } } },
  })
  expect((await balances(user)).held).toBe(0n)
  const query = `subject=withdrawal&subject_id=${id}`
  expect((await list(query, ravi)).data).toMatchObject([{ status: 'stale', reason: refused.body.params.message }])
  const hindi = await server.call('GET', `/admin/proposals?${query}`, { as: ravi, language: 'hi' })
  expect(hindi.body.data[0].reason).toMatch(/मंज़ूर/)
  expect(await lastMail(meera)).toMatchObject({ subject: 'Your proposal could not be carried out' })
})

test('an act that would differ from the proposed one is stale: somebody else switched the package meanwhile', async () => {
  const offer = { name: 'Starter', amount: 1000, bonus_percentage: 2, description: 'A first one' }
  const { id } = (await server.call('POST', '/admin/balance-packages', { as: meera, body: offer })).body
  const toggle = (as: TestUser) => server.call('POST', `/admin/balance-packages/${id}/toggle`, { as })
  await setFourEyes(server, 0)
  const { proposal } = (await toggle(meera)).body
  await setFourEyes(server, null)
  await toggle(sita) // off: the proposed act would turn it on
  const refused = await decide(proposal.id, 'approve', ravi)
  expect(refused.body).toMatchObject({ code: 'act_refused', params: { code: 'changed_meanwhile' } })
  const { rows } = await sql`select is_active from balance_packages where id = ${id}`.execute(db)
  expect(rows).toEqual([{ is_active: false }])
})

test('a maker who was deactivated in the meantime causes no act any more', async () => {
  const maker = await server.makeUser({ role: 'admin', name: 'Kabir' })
  const { id } = await pending()
  await setFourEyes(server, 0)
  const { proposal } = (await pay(id, maker)).body
  await sql`update users set is_active = false where id = ${maker.id}`.execute(db)
  const refused = await decide(proposal.id, 'approve', ravi)
  expect(refused.body).toMatchObject({ code: 'act_refused', params: { code: 'proposer_left' } })
})

test('an admin cannot approve a proposal about an account linked to theirs', async () => {
  const user = await investor(10_000, { referredBy: ravi.id })
  const { body } = await ask(user)
  await setFourEyes(server, 0)
  const { proposal } = (await pay(body.id)).body
  expect(await decide(proposal.id, 'approve', ravi)).toMatchObject({ status: 403, body: { code: 'own_request' } })
  expect((await balances(user)).held).toBe(100_000n)
  const third = await server.makeUser({ role: 'admin', name: 'Kabir' })
  expect((await decide(proposal.id, 'approve', third)).status).toBe(200)
})

test('an admin cannot approve that their own account is shut out; another one can', async () => {
  const [leaving, third] = [await server.makeUser({ role: 'admin' }), await server.makeUser({ role: 'admin' })]
  await setFourEyes(server, 0)
  const { proposal } = (await server.call('DELETE', `/users/${leaving.id}`, { as: meera, body: {} })).body
  expect(await decide(proposal.id, 'approve', leaving)).toMatchObject({ status: 422, body: { code: 'own_account' } })
  expect((await decide(proposal.id, 'approve', third)).status).toBe(200)
})

test('an admin without the permission cannot decide it, and sees it only with the audit log', async () => {
  const [viewer, catalogue, finance] = [
    await server.makeUser({ role: 'admin', roles: ['viewer'] }),
    await server.makeUser({ role: 'admin', roles: ['catalogue'] }),
    await server.makeUser({ role: 'admin', roles: ['finance'] }),
  ]
  const { id, proposal } = await proposedPayout()
  for (const as of [viewer, catalogue])
    for (const how of ['approve', 'decline'] as const)
      expect(await decide(proposal, how, as)).toMatchObject({ status: 403, body: { code: 'may_not_decide' } })
  const query = `subject=withdrawal&subject_id=${id}`
  expect((await list(query, viewer)).data).toMatchObject([{ id: proposal, may_decide: false }])
  expect((await list(query, viewer)).counts.for_you).toBe(0)
  expect((await list(query, catalogue)).data).toEqual([])
  expect((await decide(proposal, 'approve', finance)).status).toBe(200)
})

test('if a call has several permissions, the act’s one decides who approves', async () => {
  const finance = await server.makeUser({ role: 'admin', roles: ['finance'] })
  const user = await server.makeUser()
  const { body: found } = await server.call('GET', `/users?search=${encodeURIComponent(user.email)}`, { as: meera })
  const { name, phone, referral_code, is_active, balance } = found.data[0]
  const body = { name, phone, referral_code, is_active, balance, email: someone().email }
  await setFourEyes(server, 0)
  const { proposal } = (await server.call('PUT', `/admin/users/${user.id}/edit`, { as: meera, body })).body
  for (const how of ['approve', 'decline'] as const)
    expect(await decide(proposal.id, how, finance)).toMatchObject({ status: 403, body: { code: 'may_not_decide' } })
  expect((await list(`subject=user&subject_id=${user.id}`, finance)).data).toMatchObject([{ may_decide: false }])
  expect((await decide(proposal.id, 'approve', ravi)).status).toBe(200)
})

test('an admin who may only change texts neither sees nor declines proposals for settings of money', async () => {
  const catalogue = await server.makeUser({ role: 'admin', roles: ['catalogue'] })
  await setFourEyes(server, 0)
  const body = { value: 8 }
  const sent = await server.call('PUT', '/settings/withdrawal_fee_percentage', { as: meera, body })
  const { proposal } = sent.body
  expect(await decide(proposal.id, 'decline', catalogue)).toMatchObject({ status: 403 })
  const { data, counts } = await list('subject=withdrawal_fee_percentage', catalogue)
  expect([data, counts.open]).toEqual([[], 0])
  expect((await decide(proposal.id, 'decline', ravi)).status).toBe(200)
})

test('a maker who lost the role in the meantime causes no act any more', async () => {
  const maker = await server.makeUser({ role: 'admin', roles: ['finance'] })
  const { id } = await pending()
  await setFourEyes(server, 0)
  const { proposal } = (await pay(id, maker)).body
  await sql`update users set roles = '{support}' where id = ${maker.id}`.execute(db)
  expect((await decide(proposal.id, 'approve', ravi)).body).toMatchObject({ params: { code: 'proposer_left' } })
})

test('a checker who loses the role while the approval is under way approves nothing', async () => {
  const checker = await server.makeUser({ role: 'admin', roles: ['finance'] })
  const { user, proposal } = await proposedPayout()
  let approving: ReturnType<typeof decide> | undefined
  await transaction(db, async (tx) => {
    await sql`lock table proposals`.execute(tx)
    approving = decide(proposal, 'approve', checker)
    await untilOneWaits(db)
    await sql`update users set roles = '{support}' where id = ${checker.id}`.execute(db)
  })
  expect(await approving).toMatchObject({ status: 403, body: { code: 'not_permitted' } })
  expect((await balances(user)).held).toBe(100_000n)
})

test('two concurrent approvals: one pays, the other gets the name of the first', async () => {
  const { user, proposal } = await proposedPayout()
  const replies = await Promise.all([decide(proposal, 'approve', ravi), decide(proposal, 'approve', sita)])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const late = replies.find(({ status }) => status === 409)
  expect(late?.body).toMatchObject({ code: 'proposal_closed', params: { status: 'approved' } })
  expect(['Ravi', 'Sita']).toContain(late?.body.params.by)
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from audit_log where action = 'withdrawal approved' and admin_id = ${meera.id}
       and approved_by is not null and subject_id = (select subject_id from proposals where id = ${proposal})`.execute(
    db,
  )
  expect(rows).toEqual([{ n: 1 }])
  expect((await balances(user)).held).toBe(0n)
})

test('approving races with withdrawing: only one of them happens', async () => {
  const { user, proposal } = await proposedPayout()
  const [approved, withdrawn] = await Promise.all([
    decide(proposal, 'approve', ravi),
    decide(proposal, 'withdraw', meera),
  ])
  expect([approved.status, withdrawn.status].toSorted()).toEqual([200, 409])
  expect((await balances(user)).held).toBe(approved.status === 200 ? 0n : 100_000n)
})

test('an approval repeated under its key gets the same answer', async () => {
  const { proposal } = await proposedPayout()
  const key = randomUUID()
  const [first, again] = [await decide(proposal, 'approve', ravi, key), await decide(proposal, 'approve', ravi, key)]
  expect([first.status, again.status]).toEqual([200, 200])
  expect(again.body).toEqual(first.body)
})

test('a password in a proposal is readable nowhere, is erased at the close, and signs in once approved', async () => {
  const body = someone()
  await setFourEyes(server, 0)
  const { proposal } = (await server.call('POST', '/admin/admins', { as: meera, body })).body
  expect(JSON.stringify(proposal)).not.toContain(body.password)
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'`.execute(
    db,
  )
  for (const { name } of tables) {
    const { rows } =
      await sql`select from ${sql.table(name)} t where position(${body.password} in t::text) > 0`.execute(db)
    expect([name, rows.length]).toEqual([name, 0])
  }
  expect((await server.call('POST', '/login', { body: { login: body.email, password: body.password } })).status).toBe(
    401,
  )
  await decide(proposal.id, 'approve', ravi)
  const { rows } = await sql`select sealed_input from proposals where id = ${proposal.id}`.execute(db)
  expect(rows).toEqual([{ sealed_input: null }])
  expect((await server.call('POST', '/login', { body: { login: body.email, password: body.password } })).status).toBe(
    200,
  )
})

test('turning four eyes off needs a second admin, and turning it on needs two owners', async () => {
  const put = (value: number | string, as: TestUser) =>
    server.call('PUT', '/settings/four_eyes_above', { as, body: { value } })
  expect(await put(50_000, meera)).toMatchObject({ status: 200, body: { value: 50_000 } })
  const off = await put('', meera)
  expect(off.status).toBe(202)
  expect((await server.call('GET', '/settings/four_eyes_above', { as: ravi })).body.value).toBe(50_000)
  expect((await decide(off.body.proposal.id, 'approve', ravi)).status).toBe(200)
  expect((await server.call('GET', '/settings/four_eyes_above', { as: ravi })).body.value).toBe('')
  expect((await put(-1, meera)).status).toBe(422)

  const alone = await testServer()
  const boss = await alone.makeUser({ role: 'admin' })
  const turn = () => alone.call('PUT', '/settings/four_eyes_above', { as: boss, body: { value: 0 } })
  expect((await turn()).body).toMatchObject({ code: 'four_eyes_need_two' })
  const other = await alone.makeUser({ role: 'admin' })
  expect((await turn()).status).toBe(200)
  const left = { reason: 'Left the company', reason_kind: 'other' }
  const last = await alone.call('POST', `/users/${other.id}/toggle-status`, { as: boss, body: left })
  expect(last.body).toMatchObject({ code: 'four_eyes_need_two' })
  await alone.close()
})

test('of two owners one leaves while the other turns four eyes on: only one of the two happens', async () => {
  const alone = await testServer()
  const [boss, other] = [await alone.makeUser({ role: 'admin' }), await alone.makeUser({ role: 'admin' })]
  const left = { reason: 'Left the company', reason_kind: 'other' }
  const replies = await transaction(alone.services.db, async (tx) => {
    await sql`lock table audit_log in exclusive mode`.execute(tx)
    const both = [
      alone.call('PUT', '/settings/four_eyes_above', { as: boss, body: { value: 0 } }),
      alone.call('POST', `/users/${other.id}/toggle-status`, { as: boss, body: left }),
    ]
    await untilWaiting(alone.services.db, 2)
    return both
  })
  const ended = await Promise.all(replies)
  expect(ended.map(({ status }) => status).toSorted()).toEqual([200, 422])
  expect(ended.find(({ status }) => status === 422)?.body).toMatchObject({ code: 'four_eyes_need_two' })
  await alone.close()
})

test('a new secret reseals the inputs of open proposals', async () => {
  const { proposal } = await proposedPayout()
  const { appSecret } = server.services.config
  const config = readConfig({
    DATA_DIR: server.services.config.dataDir,
    APP_SECRET: 'a new secret of thirty-two letters',
    APP_SECRET_OLD: appSecret,
  })
  expect(await resealProposals(db, keyRing(config))).toBeGreaterThan(0)
  expect(await resealProposals(db, keyRing(config))).toBe(0)
  Object.assign(server.services.config, { appSecret: config.appSecret, oldAppSecrets: config.oldAppSecrets })
  expect((await decide(proposal, 'approve', ravi)).status).toBe(200)
})

test('verify finds nothing', async () => {
  for (const { find } of [...invariants, ...auditInvariants]) expect(await find(db)).toEqual([])
})

test.each([
  [
    'an approval by other admins than the log names',
    'update proposals set decided_by = made_by, made_by = decided_by',
    /without an audit row that names both/,
  ],
  ['an approval that does not exist', "update proposals set status = 'open'", /names an approval that there is not/],
  [
    'an act of another amount',
    `update proposals set acts = jsonb_set(acts, '{0,after,amount}', '"1"')`,
    /has no such act as it was proposed/,
  ],
  ['an additional act', 'update proposals set acts = acts || acts', /did 1 acts at .* proposed were 2/],
  [
    'a payment proposed without a claim',
    "update audit_log set action = 'withdrawal released' where action = 'withdrawal claimed'",
    /last withdrawal released by/,
  ],
  [
    'a payment proposed on the claim of another',
    "update audit_log set admin_id = -admin_id where action = 'withdrawal claimed'",
    /last withdrawal claimed by -/,
  ],
])('%s is found', async (_what, statement, sentence) => {
  const { proposal } = await proposedPayout()
  expect((await decide(proposal, 'approve', ravi)).status).toBe(200)
  const stop = new Error('put it back')
  const found: string[] = []
  const broken = transaction(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx) // as a superuser can
    const where = statement.startsWith('update proposals') ? ` where id = ${proposal}` : ''
    await sql
      .raw(
        `alter table proposals drop constraint proposals_decided, drop constraint proposals_input; ${statement}${where}`,
      )
      .execute(tx)
    for (const { find } of invariants) found.push(...(await find(tx)))
    throw stop
  })
  await expect(broken).rejects.toBe(stop)
  expect(found.join('\n')).toMatch(sentence)
})

test('a proposal whose money would be posted into a closed day stays open until the date is right', async () => {
  const { proposal } = await proposedPayout()
  const ahead = new Date(server.clock.now().getTime() + 3_600_000)
  await sql`insert into ledger_closed (before) values (${ahead})`.execute(db)
  expect(await decide(proposal, 'approve', ravi)).toMatchObject({ status: 409, body: { code: 'date_doubted' } })
  server.clock.moveTo(ahead)
  const again = await server.signedInAgain(ravi)
  expect(await decide(proposal, 'approve', again)).toMatchObject({ status: 200, body: { status: 'approved' } })
})
