/**
 * Every way in which a password or e-mail address changes × the consequences it must have (docs/rules.md#accounts-and-sessions).
 */
import { randomInt, randomUUID } from 'node:crypto'
import { sql } from '../server/src/platform/database/sql.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requireCurrentPassword } from '../server/src/auth/actions.ts'
import { jobs } from '../server/src/auth/jobs.ts'
import { transaction } from '../server/src/platform/database/database.ts'
import { runDueJobs } from '../server/src/platform/jobs/jobs.ts'
import { approveKycOf } from './support/kyc.ts'
import { untilOneWaits } from './support/locks.ts'
import { expectInvariants } from './support/invariants.ts'
import { type TestServer, type TestUser, testServer } from './support/server.ts'
import { proveEmail } from './support/verification.ts'
import { transfersOn } from './support/transfers.ts'

const PASSWORD = 'teen hathi nadi par'
const OTHER = 'naya bharosa 77'
const PAUSE_MS = 72 * 3_600_000

let server: TestServer
let admin: TestUser
beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin', name: 'Meera' })
})
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

type Registered = TestUser & { form: Record<string, unknown> }

async function registered({ rupees = 0 } = {}): Promise<Registered> {
  const email = `asha-${randomUUID()}@example.test`
  const phone = `+9197${String(randomInt(100_000_000)).padStart(8, '0')}`
  const { body } = await server.call('POST', '/register', { body: { name: 'Asha', email, phone, password: PASSWORD } })
  const { body: profile } = await server.call('GET', '/profile', { as: { ...body.user, token: body.token } })
  const form = { name: 'Asha', email, phone, referral_code: profile.referral_code, is_active: true, balance: rupees }
  const user = { ...body.user, token: body.token, form }
  await proveEmail(server, user)
  if (rupees > 0) await edit(user, {})
  return user
}

const edit = (user: Registered, change: object, as = admin) =>
  server.call('PUT', `/admin/users/${user.id}/edit`, { as, body: { ...user.form, ...change } })

async function mailsTo(recipient: string): Promise<{ subject: string; body: string }[]> {
  const { rows } = await sql<{ subject: string; body: string }>`
    select subject, body from outbox where recipient = ${recipient} order by id desc`.execute(server.services.db)
  return rows
}

async function resetLink(email: string): Promise<string> {
  await server.call('POST', '/forgot-password', { body: { email } })
  await runDueJobs(server.services, jobs)
  return /reset-password\?token=([\w-]+)/.exec((await mailsTo(email))[0]?.body ?? '')?.[1] ?? ''
}
const useLink = (token: string) =>
  server.call('POST', '/reset-password', { body: { token, password: OTHER, password_confirmation: OTHER } })

const changeOwn = (user: TestUser) =>
  server.call('PUT', '/profile', {
    as: user,
    body: { current_password: PASSWORD, new_password: OTHER, new_password_confirmation: OTHER },
  })

async function pausesOf(user: TestUser): Promise<(string | null)[]> {
  const again = await server.signedInAgain(user)
  if ((await server.call('GET', '/profile', { as: again })).body.must_change_password) {
    const change = { current_password: OTHER, new_password: `${OTHER}8`, new_password_confirmation: `${OTHER}8` }
    expect((await server.call('PUT', '/profile', { as: again, body: change })).status).toBe(200) // and the pause stays
  }
  const terms = ['/withdrawals/terms', '/balance-transfer/terms'].map((path) => server.call('GET', path, { as: again }))
  return (await Promise.all(terms)).map(({ body }) => body.paused_until)
}

type Way = {
  way: string
  change: (user: Registered) => Promise<{ status: number }>
  pauses: boolean
  /** The mails to the old address about the change, newest first. */
  told: RegExp[]
}
const newEmail = () => `new-${randomUUID()}@example.test`
const ways: Way[] = [
  {
    way: 'the own password with the current one',
    change: changeOwn,
    pauses: false,
    told: [/^Your password was changed\./m],
  },
  {
    way: 'a reset by mail',
    change: async (user) => useLink(await resetLink(user.email)),
    pauses: true,
    told: [/^Your password was reset with a link/m],
  },
  {
    way: 'a password set by an admin',
    change: (user) => edit(user, { password: OTHER }),
    pauses: true,
    told: [/^An administrator set a new password/m],
  },
  {
    way: 'an e-mail address set by an admin',
    change: (user) => edit(user, { email: newEmail() }),
    pauses: true,
    told: [/^An administrator changed the e-mail address of/m],
  },
  {
    way: 'a phone number set by an admin, which signs in too and where BittPay arrives',
    change: (user) => edit(user, { phone: `+9196${String(randomInt(100_000_000)).padStart(8, '0')}` }),
    pauses: true,
    told: [/^An administrator changed the phone number of/m],
  },
  {
    way: 'both set by an admin',
    change: (user) => edit(user, { email: newEmail(), password: OTHER }),
    pauses: true,
    told: [/^An administrator set a new password/m, /^An administrator changed the e-mail address of/m],
  },
]

describe.each(ways)('$way', ({ change, pauses, told }) => {
  test('ends the open reset link', async () => {
    const user = await registered()
    const link = await resetLink(user.email)
    expect((await change(user)).status).toBe(200)
    expect(await useLink(link)).toMatchObject({ status: 422, body: { code: 'reset_link_dead' } })
  })

  test('ends it for a reset too that began before and hashed its password meanwhile', async () => {
    const user = await registered()
    const link = await resetLink(user.email)
    server.clock.jump(60_000)
    expect((await change(user)).status).toBe(200)
    server.clock.jump(-30_000) // a call has the time of its arrival
    const late = await useLink(link)
    server.clock.jump(30_000)
    expect(late).toMatchObject({ status: 422, body: { code: 'reset_link_dead' } })
  })

  test('ends the other sessions', async () => {
    const user = await registered()
    const other = await server.signedInAgain(user)
    await change(user)
    expect((await server.call('GET', '/profile', { as: other })).status).toBe(401)
  })

  test('notifies the account’s previous address', async () => {
    const user = await registered()
    await change(user)
    const mails = (await mailsTo(user.email)).filter(({ subject }) => /(was|were) changed/.test(subject))
    expect(mails.map(({ body }) => body)).toEqual(told.map((words) => expect.stringMatching(words)))
  })

  test(pauses ? 'pauses withdrawals and BittPay for 72 hours' : 'pauses nothing', async () => {
    const user = await registered()
    await change(user)
    const until = pauses ? new Date(server.clock.now().getTime() + PAUSE_MS) : null
    for (const paused of await pausesOf(user)) {
      if (until === null) expect(paused).toBeNull()
      else expect(Math.abs(new Date(paused ?? 0).getTime() - until.getTime())).toBeLessThan(60_000)
    }
  })
})

test('a password set by an admin opens the account, which must then choose its own', async () => {
  const user = await registered()
  expect((await edit(user, { password: OTHER })).status).toBe(200)
  const signIn = (password: string) => server.call('POST', '/login', { body: { login: user.email, password } })
  expect((await signIn(PASSWORD)).status).toBe(401)
  const { body } = await signIn(OTHER)
  const profile = await server.call('GET', '/profile', { as: { ...user, token: body.token } })
  expect(profile.body.must_change_password).toBe(true)
})

test('a user’s own password is not changed if another change came first', async () => {
  const user = await registered()
  const { db } = server.services
  let running: ReturnType<typeof changeOwn> | undefined
  await transaction(db, async (tx) => {
    await sql`update users set password_hash = 'another' where id = ${user.id}`.execute(tx)
    running = changeOwn(user)
    await untilOneWaits(db)
  })
  expect(await running).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
})

test('somebody whose account is gone is not asked for a password', async () => {
  const { db, config } = server.services
  const gone = { user: { email: newEmail(), session: 1 }, password: PASSWORD, field: 'password' }
  await expect(
    requireCurrentPassword(db, { ...gone, services: { config }, at: server.clock.now() }),
  ).rejects.toMatchObject({ refused: { code: 'unauthorized' } })
})

test('a new e-mail address is notified too, in the reader’s language, and other edits notify nobody', async () => {
  const user = await registered()
  await sql`update users set language = 'hi' where id = ${user.id}`.execute(server.services.db)
  const email = newEmail()
  expect((await edit(user, { email })).status).toBe(200)
  for (const address of [user.email, email]) expect((await mailsTo(address))[0]?.subject).toContain('ई-मेल पता बदल गया')
  const before = await mailsTo(email)
  expect((await edit(user, { email, name: 'Asha Rao' })).status).toBe(200)
  expect(await mailsTo(email)).toEqual(before)
})

test('an admin who changes their own e-mail address stays signed in on that device', async () => {
  const { body } = await server.call('GET', `/users?search=${encodeURIComponent(admin.email)}`, { as: admin })
  const { name, phone, referral_code } = body.data[0]
  const form = { name, phone, referral_code, is_active: true, balance: 0, email: newEmail() }
  const elsewhere = await server.signedInAgain(admin)
  expect((await server.call('PUT', `/admin/users/${admin.id}/edit`, { as: admin, body: form })).status).toBe(200)
  expect((await server.call('GET', '/profile', { as: admin })).status).toBe(200)
  expect((await server.call('GET', '/profile', { as: elsewhere })).status).toBe(401)
})

test('during the pause no withdrawal or BittPay transfer is made, an open transfer is not confirmed, and verifying the new address receives', async () => {
  const bittpay = transfersOn(server)
  const user = await registered({ rupees: 1_000 })
  const friend = await server.makeUser({ walletRupees: 1_000 })
  await approveKycOf(server, user, admin)
  const withdraw = (as: TestUser) =>
    server.call('POST', '/withdrawals', {
      as,
      body: { amount: 500, type: 'upi', withdrawal_details: { upi_id: 'asha@okhdfc' } },
    })
  const { body: open } = await bittpay.initiate(user, { recipient: friend.email, amount: 100 })
  const code = await bittpay.codeFor(user)
  const email = newEmail()
  expect((await edit(user, { email, balance: 1_000 })).status).toBe(200)
  const again = { ...(await server.signedInAgain(user)), email }
  const before = await bittpay.wallet(user)
  expect(await bittpay.verify(again, open.transfer_id, code)).toMatchObject({
    status: 422,
    body: { code: 'bittpay_paused', message: expect.stringMatching(/^BittPay is paused until \d/) },
  })
  expect(await bittpay.initiate(again, { recipient: friend.email, amount: 100 })).toMatchObject({
    status: 422,
    body: { code: 'bittpay_paused' },
  })
  expect(await withdraw(again)).toMatchObject({ status: 422, body: { code: 'withdrawals_paused' } })
  expect(await bittpay.wallet(user)).toBe(before)

  const toMe = { recipient: email, amount: 100 }
  expect((await bittpay.initiate(friend, toMe)).body.code).toBe('recipient_unknown')
  expect((await server.call('POST', '/verify-email/resend', { as: again })).status).toBe(200)
  const proof = { code: await bittpay.codeFor(again) }
  expect((await server.call('POST', '/verify-email', { as: again, body: proof })).status).toBe(200)
  const { body: sent } = await bittpay.initiate(friend, toMe)
  expect((await bittpay.verify(friend, sent.transfer_id, await bittpay.codeFor(friend))).status).toBe(200)
  expect(await bittpay.wallet(user)).toBe(before + 100_00n)

  const changedAt = server.clock.now()
  server.clock.moveTo(new Date(changedAt.getTime() + PAUSE_MS - 60_000))
  expect((await withdraw(again)).body.code).toBe('withdrawals_paused')
  server.clock.moveTo(new Date(changedAt.getTime() + PAUSE_MS + 60_000))
  expect((await withdraw(again)).status).toBe(201)
  expect((await bittpay.initiate(again, { recipient: friend.email, amount: 100 })).status).toBe(201)
  Object.assign(admin, await server.signedInAgain(admin)) // the other tests continue at this time
})

test('no table has a token that signs in or resets, outside the mail that is still to be sent', async () => {
  const user = await registered()
  const tokens = [user.token, await resetLink(user.email)]
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'outbox'`.execute(server.services.db)
  const forms = tokens.flatMap((token) => [token, Buffer.from(token, 'base64url').toString('hex')])
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} as t`.execute(
      server.services.db,
    )
    const found = rows.filter(({ text }) => forms.some((form) => text.includes(form)))
    expect([name, found]).toEqual([name, []])
  }
  expect((await useLink(tokens[1] ?? '')).status).toBe(200)
})
