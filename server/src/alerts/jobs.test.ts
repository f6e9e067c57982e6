import { type Alert, alertKinds } from '@bittkosh/contract/alerts'
import type { AlertRule } from '@bittkosh/contract/settings'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { kycOn } from '../../../tests/support/kyc.ts'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { withdrawalsOn } from '../../../tests/support/withdrawals.ts'
import { record } from '../audit/actions.ts'
import { transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { jobs } from './jobs.ts'

const HOUR_MS = 3_600_000
let server: TestServer
let owner: TestUser
let other: TestUser

beforeEach(async () => {
  await server?.close()
  server = await testServer()
  owner = await server.makeUser({ role: 'admin' })
  other = await server.makeUser({ role: 'admin' })
})
afterAll(() => server.close())

const look = () => {
  const [job] = jobs
  if (!job) throw new Error('no job looks for alerts')
  return job.run(server.services, server.clock.now())
}

type Rule = AlertRule | 'alert_queue_hours' | 'alert_large_amount_above' | 'alert_many_payees_from'

async function rule(key: Rule, value: string): Promise<void> {
  const previous = (await server.call('GET', `/settings/${key}`, { as: owner })).body.value
  const body = { changes: [{ key, value }], previous: { [key]: previous } }
  expect((await server.call('PUT', '/settings', { as: owner, body })).status).toBe(200)
}

async function list(as: TestUser, query = ''): Promise<Alert[]> {
  return (await server.call('GET', `/admin/alerts${query}`, { as })).body.data
}
const kinds = async (as: TestUser, query = '') => (await list(as, query)).map(({ kind }) => kind)

async function deposit(as: TestUser, amount: number): Promise<number> {
  const made = await server.call('POST', '/deposit-methods', {
    as: owner,
    body: { name: randomUUID(), type: 'upi', instructions: 'Pay', details: { upi_id: 'pay@bank' } },
  })
  const body = { amount, transaction_id: randomUUID(), payment_method: made.body.id }
  const answer = await server.call('POST', '/deposits', { as, body })
  expect(answer.body).toMatchObject({ id: expect.any(Number) })
  return answer.body.id
}

async function act(action: 'admin created' | 'deposit method changed', subjectId: number): Promise<void> {
  const at = server.clock.now()
  await transaction(server.services.db, async (tx) =>
    record(
      tx,
      { user: owner, at, address: null },
      { action, subject: action === 'admin created' ? 'user' : 'deposit method', subjectId },
    ),
  )
}

async function mailsTo({ email }: TestUser): Promise<string[]> {
  const { rows } = await sql<{ body: string }>`
    select body from outbox where recipient = ${email} and body like '%/admin/%' order by id`.execute(
    server.services.db,
  )
  return rows.map(({ body }) => body)
}

test('a new admin raises one alert for the others, whichever process looks and however often', async () => {
  const made = await server.makeUser({ role: 'admin', roles: ['viewer'] })
  await act('admin created', made.id)
  await Promise.all([look(), look(), look()])
  await look()
  const found = (await list(other)).filter(({ kind }) => kind === 'admin_made')
  expect(found).toMatchObject([{ subject_id: made.id, by: { id: owner.id }, is_seen: false, ended_at: null }])
  expect(await kinds(owner)).not.toContain('admin_made')
  expect(await mailsTo(other)).toEqual([])
})

test('a look that ends before its commit leaves everything to the next one', async () => {
  await act('admin created', other.id)
  const { db } = server.services
  await sql`alter table alert_mails rename to alert_mails_away`.execute(db)
  await expect(look()).rejects.toThrow()
  expect(await kinds(other)).toEqual([])
  await sql`alter table alert_mails_away rename to alert_mails`.execute(db)
  await look()
  expect((await kinds(other)).filter((kind) => kind === 'admin_made')).toHaveLength(1)
})

test('an alert that is off is not raised, nor later when it is turned on', async () => {
  await act('deposit method changed', 1)
  await look()
  await rule('alert_payee_changed', 'panel')
  await look()
  expect(await kinds(other)).not.toContain('payee_changed')
  await act('deposit method changed', 1)
  await look()
  expect(await kinds(other)).toContain('payee_changed')
})

test('a changed rate raises an alert with its setting, a changed text does not', async () => {
  await rule('alert_rate_changed', 'panel')
  const change = async (key: string, from: string | number, value: string) => {
    const body = { changes: [{ key, value }], previous: { [key]: from } }
    expect((await server.call('PUT', '/settings', { as: owner, body })).status).toBe(200)
  }
  await change('transfer_fee_percentage', 3, '2')
  await change('operator_name', '', 'BittKosh')
  await look()
  const found = (await list(other)).filter(({ kind }) => kind === 'rate_changed')
  expect(found).toMatchObject([{ setting: 'transfer_fee_percentage', by: { id: owner.id } }])
})

test('an alert opens when less is in hand than owed, and ends when money comes', async () => {
  await look()
  expect(await kinds(other)).toEqual([])
  const user = await server.makeUser({ walletRupees: 500 }) // credited without a payment
  await Promise.all([look(), look()])
  await look()
  expect(await list(other)).toMatchObject([{ kind: 'coverage_negative', ended_at: null, by: null }])
  const { id, name, email, phone } = user
  const body = {
    name,
    email,
    phone,
    balance: 0,
    previous_balance: 500,
    is_active: true,
    referral_code: `R${id}`,
  }
  expect((await server.call('PUT', `/admin/users/${id}/edit`, { as: owner, body })).status).toBe(200)
  await look()
  expect(await kinds(other, '?status=open')).toEqual([])
  expect(await list(other, '?status=past')).toMatchObject([{ kind: 'coverage_negative', ended_at: expect.any(String) }])
})

test('a queue is late after its hours, and no longer when its request is decided', async () => {
  await rule('alert_queue_late', 'panel')
  await rule('alert_queue_hours', '2')
  const id = await deposit(await server.makeUser(), 1000)
  const begun = server.clock.now().getTime()
  await look()
  expect(await kinds(other)).toEqual([])
  await server.travelTo(new Date(begun + 2 * HOUR_MS))
  const signedIn = await server.signedInAgain(other)
  expect(await kinds(signedIn)).toEqual(['deposits_late'])
  const decided = { status: 'rejected', admin_note: 'No payment arrived' }
  await server.call('PUT', `/deposits/${id}`, { as: signedIn, body: decided })
  await look()
  expect(await kinds(signedIn, '?status=open')).toEqual([])
})

test('payouts and identity documents are also late after their hours, each for those who may open them', async () => {
  await rule('alert_queue_late', 'panel')
  await rule('alert_queue_hours', '2')
  await rule('alert_coverage', 'off') // the person's balance has no payment behind it
  const { investor, ask, cancel } = withdrawalsOn(server, owner)
  const user = await investor()
  const { body: asked } = await ask(user)
  await kycOn(server, owner).submitted()
  const begun = server.clock.now().getTime()
  await server.travelTo(new Date(begun + 2 * HOUR_MS))
  await look()
  const signedIn = await server.signedInAgain(other)
  expect((await kinds(signedIn)).toSorted()).toEqual(['kyc_late', 'withdrawals_late'])
  expect(await kinds(await server.makeUser({ role: 'admin', roles: ['kyc'] }))).toEqual(['kyc_late'])
  await cancel(asked.id, await server.signedInAgain(user))
  await look()
  expect(await kinds(signedIn, '?status=open')).toEqual(['kyc_late'])
})

test('a large withdrawal raises one alert, from its amount on', async () => {
  await rule('alert_large_amount', 'panel')
  await rule('alert_large_amount_above', '5000')
  const { investor, ask } = withdrawalsOn(server, owner)
  const user = await investor(20_000)
  await ask(user, { amount: 4999 })
  const { body } = await ask(user, { amount: 5000 })
  await look()
  await look()
  expect(await list(other, '?kind=withdrawal_large')).toMatchObject([
    { kind: 'withdrawal_large', subject_id: body.id, amount: 5000 },
  ])
})

test("a change of an admin's roles raises an alert for the others", async () => {
  await rule('alert_admin_changed', 'panel')
  const kabir = await server.makeUser({ role: 'admin', roles: ['kyc'] })
  const body = { roles: ['finance'] }
  const reply = await server.call('PUT', `/admin/admins/${kabir.id}/roles`, { as: owner, body })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  await look()
  const found = (await list(other)).filter(({ kind }) => kind === 'admin_changed')
  expect(found).toMatchObject([{ subject_id: kabir.id }])
  expect(await kinds(owner)).not.toContain('admin_changed')
})

test('a large deposit raises one alert, from its amount on; mails come once an hour and say how many more there are', async () => {
  await rule('alert_large_amount', 'mail')
  await rule('alert_large_amount_above', '5000')
  const user = await server.makeUser()
  await deposit(user, 4999)
  const id = await deposit(user, 5000)
  await look()
  await look()
  expect(await list(other)).toMatchObject([{ kind: 'deposit_large', subject_id: id, amount: 5000 }])
  const [first, ...rest] = await mailsTo(other)
  expect(rest).toEqual([])
  expect(first).toContain(`#${id}`)
  expect(first).toContain(`/admin/deposits?status=all&search=%23${id}&id=${id}\n`)
  expect(first).not.toContain(user.name)
  await deposit(await server.makeUser(), 6000)
  await deposit(await server.makeUser(), 7000)
  await look()
  expect(await mailsTo(other)).toHaveLength(1)
  server.clock.moveTo(new Date(server.clock.now().getTime() + HOUR_MS))
  await look()
  await look()
  const mails = await mailsTo(other)
  expect(mails).toHaveLength(2)
  expect(mails[1]).toContain('And 1 more')
  expect(mails[1]).toContain('/admin/alerts?kind=deposit_large\n')
  const kyc = await server.makeUser({ role: 'admin', roles: ['kyc'] })
  expect(await kinds(kyc)).toEqual([])
})

test("an admin's sign-in from another device raises an alert for the others", async () => {
  await rule('alert_admin_device', 'panel')
  const at = server.clock.now()
  const seen = (user: TestUser, device: string, first: Date) =>
    sql`insert into user_devices (user_id, device_hash, first_seen_at, last_seen_at)
        values (${user.id}, ${Buffer.from(device)}, ${first}, ${first})`.execute(server.services.db)
  await seen(other, 'a', at)
  await look()
  expect(await kinds(owner)).toEqual([])
  await seen(other, 'b', new Date(at.getTime() + 1))
  const user = await server.makeUser()
  await seen(user, 'a', at)
  await seen(user, 'b', new Date(at.getTime() + 1))
  await look()
  await look()
  expect(await list(owner)).toMatchObject([{ kind: 'admin_device', subject_id: other.id }])
  expect(await kinds(other)).toEqual([])
})

test('a device that was new while its rule was off raises no alert later, a newer one does', async () => {
  const seen = (device: string) => {
    const at = server.clock.now()
    return sql`insert into user_devices (user_id, device_hash, first_seen_at, last_seen_at)
        values (${other.id}, ${Buffer.from(device)}, ${at}, ${at})`.execute(server.services.db)
  }
  const raised = async () => {
    await look()
    return (await kinds(owner, '?kind=admin_device')).length
  }
  for (const device of ['a', 'b']) await seen(device)
  await rule('alert_admin_device', 'panel')
  expect(await raised()).toBe(0)
  await seen('c')
  await rule('alert_admin_device', 'mail') // not off in between
  expect(await raised()).toBe(1)
  await rule('alert_admin_device', 'off')
  await seen('d')
  await rule('alert_admin_device', 'panel')
  expect(await raised()).toBe(1)
})

test('a large request that waits is reported when the rule is turned on', async () => {
  await rule('alert_large_amount_above', '5000')
  const id = await deposit(await server.makeUser(), 5000)
  await look()
  await rule('alert_large_amount', 'panel')
  await look()
  expect(await list(other)).toMatchObject([{ kind: 'deposit_large', subject_id: id }])
})

test('each admin marks alerts seen for themselves alone, which lowers their count', async () => {
  await act('admin created', other.id)
  await look()
  const third = await server.makeUser({ role: 'admin', roles: ['catalogue'] })
  const unseen = async (as: TestUser) => (await server.call('GET', '/waiting', { as })).body.alerts
  const [alert] = await list(third)
  expect(alert && alertKinds[alert.kind].permission).toBe('panel.enter')
  expect([await unseen(third), await unseen(other), await unseen(owner)]).toEqual([1, 1, 0])
  const see = (as: TestUser, key?: string) =>
    server.call('POST', `/admin/alerts/${alert?.id}/seen`, { as, ...(key ? { key } : {}) })
  const key = randomUUID()
  expect((await see(third, key)).body).toMatchObject({ is_seen: true })
  expect((await see(third, key)).body).toMatchObject({ is_seen: true })
  expect((await see(third)).body).toMatchObject({ is_seen: true })
  expect([await unseen(third), await unseen(other)]).toEqual([0, 1])
  expect(await kinds(third, '?status=open')).toEqual([])
  expect(await kinds(third, '?status=past&kind=admin_made')).toEqual(['admin_made'])
  expect((await see(owner)).status).toBe(404)
})

test('the list pages by key', async () => {
  for (let n = 0; n < 25; n++) await act('admin created', other.id)
  await look()
  const first = await server.call('GET', '/admin/alerts', { as: other })
  const second = await server.call('GET', `/admin/alerts?cursor=${first.body.next_cursor}`, { as: other })
  expect([first.body.data.length, second.body.data.length, second.body.next_cursor]).toEqual([20, 5, null])
})
