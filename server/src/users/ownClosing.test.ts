/** An account's end at its owner's request: asking, taking it back, and the day itself. */
import { randomUUID } from 'node:crypto'
import { addDays, dayOf, startOfDay } from '@bittkosh/contract/time'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { untilOneWaits } from '../../../tests/support/locks.ts'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { balancesOf } from '../ledger/balances.ts'
import { transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

const PASSWORD = 'a-long-passphrase'
let server: TestServer
let admin: TestUser
let made = 0

beforeEach(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin' })
})
afterEach(async () => {
  await expectInvariants(server)
  await server.close()
})

/** Somebody new, who has nothing but the locked welcome bonus. */
async function register(): Promise<TestUser> {
  const n = ++made
  const identity = { name: 'Asha Rao', email: `leaving-${n}@example.test`, phone: `+91980000${2000 + n}` }
  const reply = await server.call('POST', '/register', { body: { ...identity, password: PASSWORD } })
  expect(reply.status).toBe(201)
  return { ...identity, id: reply.body.user.id, token: reply.body.token }
}

const again = (user: TestUser) => server.signedInAgain(user)
const ask = async (user: TestUser, password = PASSWORD) =>
  server.call('POST', '/profile/closing', { as: await again(user), body: { current_password: password } })
const keep = async (user: TestUser) => server.call('DELETE', '/profile/closing', { as: await again(user) })
const closesOn = async (user: TestUser) =>
  (await server.call('GET', '/profile', { as: await again(user) })).body.closes_on
const signIn = ({ email }: TestUser) => server.call('POST', '/login', { body: { login: email, password: PASSWORD } })

async function asAdmin(method: string, path: string, body?: object) {
  return server.call(method, path, { as: await again(admin), ...(body && { body }) })
}
const freeze = (user: TestUser) => asAdmin('POST', `/users/${user.id}/freeze`, { reason: 'A court asks' })
const unfreeze = (user: TestUser) => asAdmin('POST', `/users/${user.id}/unfreeze`)

/** Gives the wallet so many rupees, or takes them. */
async function setWallet(user: TestUser, balance: number): Promise<void> {
  const { referral_code } = (await asAdmin('GET', `/admin/users/${user.id}/details`)).body.user
  const { name, email, phone } = user
  const edit = { name, email, phone, is_active: true, referral_code, balance }
  expect((await asAdmin('PUT', `/admin/users/${user.id}/edit`, edit)).status).toBe(200)
}

/** Moves the clock so many days on, to an hour at which the night's jobs have run, and runs them. */
const days = (n: number) =>
  server.travelTo(new Date(startOfDay(addDays(dayOf(server.clock.now()), n)).getTime() + 5 * 3_600_000))

/** What was queued for an address: the subjects. */
async function mailsTo({ email }: TestUser): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select subject from outbox where recipient = ${email} and subject ~ 'account' order by id`.execute(
    server.services.db,
  )
  return rows.map(({ subject }) => subject)
}

describe('asking', () => {
  test('needs the current password', async () => {
    const user = await register()
    expect(await ask(user, 'another-passphrase')).toMatchObject({
      status: 422,
      body: { code: 'wrong_current_password', errors: { current_password: expect.anything() } },
    })
    expect(await closesOn(user)).toBeNull()
  })

  test('names the day, mails it to the owner, and asking again changes neither', async () => {
    const user = await register()
    const day = addDays(dayOf(server.clock.now()), 14)
    expect(await ask(user)).toMatchObject({ status: 200, body: { closes_on: day } })
    await days(3)
    expect(await ask(user)).toMatchObject({ status: 200, body: { closes_on: day } })
    expect(await closesOn(user)).toBe(day)
    expect(await mailsTo(user)).toEqual([expect.stringContaining('account closes on')])
  })

  test('shows an admin who asked, and until when', async () => {
    const [user, other] = [await register(), await register()]
    await ask(user)
    const listed = (await asAdmin('GET', '/users?only=closing')).body
    expect(listed).toMatchObject({ data: [{ id: user.id }], counts: { active: 1, inactive: 0 } })
    const standing = async ({ id }: TestUser) => (await asAdmin('GET', `/admin/users/${id}/details`)).body.standing
    expect(await standing(user)).toMatchObject({ closes_on: await closesOn(user) })
    expect(await standing(other)).toMatchObject({ closes_on: null })
  })

  test('is refused while the wallet or Earn holds own money', async () => {
    const user = await register()
    await setWallet(user, 1_000)
    expect(await ask(user)).toMatchObject({ status: 409, body: { code: 'account_holds_money' } })
    const move = async (way: string) =>
      server.call('POST', `/flexible/${way}`, { as: await again(user), body: { amount: 1_000 } })
    expect((await move('deposit')).status).toBe(201)
    expect(await balancesOf(server.services.db, user.id)).toMatchObject({ wallet: 0n, flexible: 1_500_00n })
    expect(await ask(user)).toMatchObject({ status: 409, body: { code: 'account_holds_money' } })
    expect((await move('withdraw')).status).toBe(201)
    await setWallet(user, 0)
    expect((await ask(user)).status).toBe(200)
  })

  test('is refused while a request is open, and while the money is frozen', async () => {
    const user = await register()
    await requestDeposit(user)
    expect(await ask(user)).toMatchObject({ status: 409, body: { code: 'account_has_requests' } })
    const other = await register()
    await freeze(other)
    expect(await ask(other)).toMatchObject({ status: 403, body: { code: 'money_frozen' } })
    expect([await closesOn(user), await closesOn(other)]).toEqual([null, null])
  })

  test('is refused if the password was changed after it was proven', async () => {
    const user = await register()
    const { db } = server.services
    let running: ReturnType<typeof ask> | undefined
    await transaction(db, async (tx) => {
      await sql`update users set password_hash = 'another' where id = ${user.id}`.execute(tx)
      running = ask(user)
      await untilOneWaits(db)
    })
    expect(await running).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
  })

  test('is not for admins', async () => {
    expect((await ask(admin)).status).toBe(403)
  })
})

async function requestDeposit(user: TestUser): Promise<void> {
  const details = { upi_id: 'pay@bank', qr_code_url: '' }
  const method = { name: `UPI ${randomUUID()}`, type: 'upi', instructions: 'Pay', details }
  const { id } = (await asAdmin('POST', '/deposit-methods', method)).body
  const body = { amount: 1_000, transaction_id: randomUUID(), payment_method: id }
  expect((await server.call('POST', '/deposits', { as: await again(user), body })).status).toBe(201)
}

describe('on the day', () => {
  test('the account is closed, not a day earlier, and its address is free', async () => {
    const user = await register()
    const { closes_on: day } = (await ask(user)).body
    await days(13)
    expect((await signIn(user)).status).toBe(200)
    await days(1)
    expect(dayOf(server.clock.now())).toBe(day)
    expect(await signIn(user)).toMatchObject({ status: 401 })
    expect(await balancesOf(server.services.db, user.id)).toMatchObject({ wallet: 0n, flexible: 0n })
    expect(await mailsTo(user)).toEqual([])
    const acts = (await asAdmin('GET', `/audit?subject=user&subject_id=${user.id}`)).body.data
    expect(acts).toMatchObject([
      { action: 'user closed', admin: null, before: { closing_asked_at: expect.any(String) } },
    ])
    const { name, email, phone } = user
    expect((await server.call('POST', '/register', { body: { name, email, phone, password: PASSWORD } })).status).toBe(
      201,
    )
  })

  test('a deactivated account is closed too', async () => {
    const user = await register()
    await ask(user)
    expect((await asAdmin('POST', `/users/${user.id}/toggle-status`, {})).status).toBe(200)
    await days(14)
    expect((await asAdmin('GET', `/users/${user.id}/closed`)).status).toBe(200)
  })

  test('nothing happens if its owner took the request back', async () => {
    const user = await register()
    await ask(user)
    expect((await keep(user)).status).toBe(204)
    expect((await keep(user)).status).toBe(204)
    await days(20)
    expect((await signIn(user)).status).toBe(200)
    expect(await mailsTo(user)).toHaveLength(1)
  })

  test('nothing happens if its owner asked again while others were being closed', async () => {
    const [first, user] = [await register(), await register()]
    await ask(first)
    await ask(user)
    const { db } = server.services
    // The job has read who is to be closed when the second owner changes their mind, and asks again.
    await sql`
      create function ask_again() returns trigger language plpgsql as $$
      begin
        update users set closing_asked_at = closing_asked_at + interval '14 days' where id = ${sql.lit(user.id)};
        return new;
      end $$`.execute(db)
    await sql`create trigger ask_again after update of closed_at on users
      for each row when (new.id = ${sql.lit(first.id)}) execute function ask_again()`.execute(db)
    await days(14)
    expect((await asAdmin('GET', `/users/${first.id}/closed`)).status).toBe(200)
    expect((await signIn(user)).status).toBe(200)
  })

  test('one that cannot be closed is logged and keeps no other from being closed', async () => {
    const [first, second] = [await register(), await register()]
    await ask(first)
    await ask(second)
    const { db, log } = server.services
    await sql`
      create function no_closing() returns trigger language plpgsql as $$ begin raise exception 'not today'; end $$`.execute(
      db,
    )
    await sql`create trigger no_closing before update of closed_at on users
      for each row when (new.id = ${sql.lit(first.id)}) execute function no_closing()`.execute(db)
    const logged = vi.spyOn(log, 'error')
    await days(14)
    expect(logged).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ job: 'account closing', user: first.id }),
      'an account could not be closed',
    )
    expect((await asAdmin('GET', `/users/${second.id}/closed`)).status).toBe(200)
    await sql`drop trigger no_closing on users`.execute(db)
    await days(1)
    expect((await asAdmin('GET', `/users/${first.id}/closed`)).status).toBe(200)
  })

  test.each([
    ['money', (user: TestUser) => setWallet(user, 10)],
    ['an open request', requestDeposit],
  ])('an account that has %s by then stays open, and its owner is told', async (_what, come) => {
    const user = await register()
    await ask(user)
    await come(user)
    await days(14)
    expect((await signIn(user)).status).toBe(200)
    expect(await closesOn(user)).toBeNull()
    expect(await mailsTo(user)).toEqual([
      expect.stringContaining('account closes on'),
      expect.stringContaining('account was not closed'),
    ])
    const { data } = (await server.call('GET', '/notifications', { as: await again(user) })).body
    expect(data).toContainEqual(expect.objectContaining({ title: 'Your account was not closed', link: '/profile' }))
    await days(1)
    expect(await mailsTo(user)).toHaveLength(2)
  })

  test('a frozen account waits, and is closed once it is unfrozen', async () => {
    const user = await register()
    await ask(user)
    await freeze(user)
    await days(15)
    expect(await closesOn(user)).not.toBeNull()
    await unfreeze(user)
    await days(1)
    expect((await asAdmin('GET', `/users/${user.id}/closed`)).status).toBe(200)
  })
})
