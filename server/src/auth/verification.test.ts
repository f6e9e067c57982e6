/** E-mail addresses and phone numbers that are proven by a code. */
import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { approveKycOf, kycFormOf, submit } from '../../../tests/support/kyc.ts'
import { expectToWaitEmptyHanded } from '../../../tests/support/locks.ts'
import { type TestServer, testServer, type TestUser } from '../../../tests/support/server.ts'
import { CLAIM_MAILS, jobs, RESET_MAILS } from './jobs.ts'
import { sql } from '../platform/database/sql.ts'

const PASSWORD = 'teen hathi nadi par'
const server = await testServer()
const firstAdmin = await server.makeUser({ role: 'admin' })
const newDesk = () => server.signedInAgain(firstAdmin) // an admin's session ends soon after the clock is moved
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

async function registered(name = 'Asha Rao', on = server): Promise<TestUser> {
  const email = `asha-${randomUUID()}@example.test`
  const phone = `+9196${String(randomInt(100_000_000)).padStart(8, '0')}`
  const { status, body } = await on.call('POST', '/register', { body: { name, email, phone, password: PASSWORD } })
  expect(status).toBe(201)
  return { ...body.user, token: body.token }
}

async function mailsTo(email: string, on = server): Promise<{ subject: string | null; body: string }[]> {
  const { rows } = await sql<{ subject: string | null; body: string }>`
    select subject, body from outbox where recipient = ${email} order by id`.execute(on.services.db)
  return rows
}

async function codeTo(contact: string, on = server): Promise<string> {
  const code = /^(\d{6}) is your code/.exec((await mailsTo(contact, on)).at(-1)?.body ?? '')?.[1]
  if (!code) throw new Error(`no code was sent to ${contact}`)
  return code
}

async function loggedOf({ id }: TestUser): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where subject = 'user' and subject_id = ${id} order by id`.execute(server.services.db)
  return rows.map(({ action }) => action)
}

const verify = (as: TestUser, code: string, on = server) => on.call('POST', '/verify-email', { as, body: { code } })
const resend = (as: TestUser) => server.call('POST', '/verify-email/resend', { as })
const state = async (as: TestUser) => (await server.call('GET', '/verification', { as })).body.email
const isProven = async (as: TestUser, on: TestServer = server) =>
  (await on.call('GET', '/profile', { as })).body.email_verified as boolean
const wrongOf = (code: string, n = 1) => String((Number(code) + n) % 1_000_000).padStart(6, '0')
const pass = (ms: number) => server.clock.moveTo(new Date(server.clock.now().getTime() + ms))

describe('the code of a registration', () => {
  test('is mailed without any typed text, and proves the address when it comes back', async () => {
    const user = await registered('Call 1800-BAD now bad.example')
    const [mail] = await mailsTo(user.email)
    expect(mail?.body).toMatch(/^\d{6} is your code to confirm this e-mail address\. It works for 30 minutes\./)
    expect(`${mail?.subject}${mail?.body}`).not.toMatch(/BAD|bad|1800/)
    expect(await isProven(user)).toBe(false)
    expect(await state(user)).toMatchObject({ verified: false, code: { tries_left: 5 } })
    const reply = await verify(user, await codeTo(user.email))
    expect(reply.status).toBe(200)
    expect(reply.body.email).toEqual({ verified: true, code: null, resend_in_seconds: 0 })
    expect(await isProven(user)).toBe(true)
  })

  test('is stored as a keyed hash only', async () => {
    const user = await registered()
    const code = await codeTo(user.email)
    const { rows } = await sql<{ kept: string }>`
      select contact_codes::text as kept from contact_codes where user_id = ${user.id}`.execute(server.services.db)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.kept).not.toContain(code)
    expect(rows[0]?.kept).not.toContain(Buffer.from(code).toString('hex'))
  })

  test('has five tries, which are counted one after the other', async () => {
    const user = await registered()
    const code = await codeTo(user.email)
    const wrong = await Promise.all(Array.from({ length: 8 }, (_, n) => verify(user, wrongOf(code, n + 1))))
    const left = wrong.filter(({ body }) => body.code === 'contact_code_wrong').map(({ body }) => body.params.left)
    expect(left.sort()).toEqual([0, 1, 2, 3, 4])
    expect(wrong.filter(({ body }) => body.code === 'contact_code_dead')).toHaveLength(3)
    expect(await verify(user, code)).toMatchObject({ status: 422, body: { code: 'contact_code_dead' } })
    expect(await isProven(user)).toBe(false)
  })

  test('expires after 30 minutes', async () => {
    const user = await registered()
    const code = await codeTo(user.email)
    pass(30 * 60_000)
    expect(await verify(user, code)).toMatchObject({ status: 422, body: { code: 'contact_code_dead' } })
    expect(await isProven(user)).toBe(false)
  })

  test('sent twice at once, proves once and is used up', async () => {
    const user = await registered()
    const code = await codeTo(user.email)
    const replies = await Promise.all([verify(user, code), verify(user, code)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const { rows } = await sql`select from contact_codes where user_id = ${user.id}`.execute(server.services.db)
    expect(rows).toHaveLength(0)
  })

  test('of another account proves nothing', async () => {
    const [user, other] = [await registered(), await registered()]
    const code = await codeTo(other.email)
    if (code === (await codeTo(user.email))) return
    expect((await verify(user, code)).body.code).toBe('contact_code_wrong')
    expect(await isProven(user)).toBe(false)
  })

  test.each([{ code: '12345' }, { code: '12345a' }, { code: 123456 }, {}])('%j is refused', async (body) => {
    const user = await registered()
    const reply = await server.call('POST', '/verify-email', { as: user, body })
    expect(reply).toMatchObject({ status: 422, body: { code: 'invalid' } })
  })
})

describe('another code', () => {
  test('can be requested after a minute, and the older one stops working', async () => {
    const user = await registered()
    const first = await codeTo(user.email)
    const early = await resend(user)
    expect(early.status).toBe(429)
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(50)
    pass(60_000)
    expect(await resend(user)).toMatchObject({ status: 200, body: { email: { code: { tries_left: 5 } } } })
    const second = await codeTo(user.email)
    if (first !== second) expect((await verify(user, first)).body.code).toBe('contact_code_wrong')
    expect((await verify(user, second)).status).toBe(200)
  })

  test('is sent ten times a day, and only once for simultaneous requests', async () => {
    const user = await registered()
    pass(60_000)
    const atOnce = await Promise.all([resend(user), resend(user), resend(user)])
    expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 429, 429])
    for (let sent = 2; sent < 10; sent++) {
      pass(60_000)
      expect((await resend(user)).status).toBe(200)
    }
    pass(60_000)
    const full = await resend(user)
    expect(full.status).toBe(429)
    expect(Number(full.headers['retry-after'])).toBeGreaterThan(23 * 3_600)
    expect(await mailsTo(user.email)).toHaveLength(10)
  })
})

test('a reset link that came back proves the address too; its mail names nobody', async () => {
  const user = await registered('Evil Name')
  await server.call('POST', '/forgot-password', { body: { email: user.email } })
  const token = await linkTo(user.email, RESET_MAILS)
  const passwords = { password: 'naya bharosa 90', password_confirmation: 'naya bharosa 90' }
  expect((await server.call('POST', '/reset-password', { body: { token, ...passwords } })).status).toBe(200)
  expect(await isProven(await server.signedInAgain(user))).toBe(true)
})

test('an address that an admin changed is unproven again, and the code for the old one proves nothing', async () => {
  const user = await registered()
  const code = await codeTo(user.email)
  const proven = await registered()
  const admin = await newDesk()
  await verify(proven, await codeTo(proven.email))
  for (const each of [user, proven]) {
    const { referral_code } = (await server.call('GET', '/profile', { as: each })).body
    const { name, phone } = each
    const body = { name, email: `new-${randomUUID()}@example.test`, phone, balance: 0, is_active: true, referral_code }
    expect((await server.call('PUT', `/admin/users/${each.id}/edit`, { as: admin, body })).status).toBe(200)
    const again = await server.signedInAgain(each)
    expect(await isProven(again)).toBe(false)
    expect(await state(again)).toEqual({ verified: false, code: null, resend_in_seconds: 0 }) // nothing was sent there
    expect((await verify(again, code)).status).toBe(422)
    expect(await isProven(again)).toBe(false)
  }
})

test('the reply shows what is left of a code: time, tries, and when another may be requested; of a used or expired one nothing', async () => {
  const [user, late] = [await registered(), await registered()]
  const code = await codeTo(user.email)
  expect(await state(user)).toEqual({
    verified: false,
    code: { seconds_left: 1800, tries_left: 5 },
    resend_in_seconds: 60,
  })
  await verify(user, wrongOf(code))
  expect((await state(user)).code.tries_left).toBe(4)
  for (let n = 2; n <= 5; n++) await verify(user, wrongOf(code, n))
  expect((await state(user)).code).toBe(null)
  pass(30 * 60_000)
  expect(await state(late)).toEqual({ verified: false, code: null, resend_in_seconds: 0 })
})

test('no code is sent to a proven contact', async () => {
  const user = await registered()
  await verify(user, await codeTo(user.email))
  pass(60_000)
  expect(await resend(user)).toMatchObject({ status: 200, body: { email: { verified: true, code: null } } })
  expect(await mailsTo(user.email)).toHaveLength(1)
})

test.each(['/verify-email', '/verify-email/resend', '/verify-phone', '/verify-phone/resend'])(
  '%s takes its caller’s row before anything else',
  async (path) => {
    const user = await server.makeUser()
    const { db } = server.services
    await expectToWaitEmptyHanded(db, user.id, () =>
      server.call('POST', path, { as: user, ...(path.endsWith('resend') ? {} : { body: { code: '123456' } }) }),
    )
  },
)

describe('a phone number', () => {
  test('is proven by an approved identity record if no short message can be sent', async () => {
    const user = await server.makeUser({ isProven: false })
    const phoneOf = async () => (await server.call('GET', '/profile', { as: user })).body.phone_verified
    expect(await phoneOf()).toBe(false)
    expect((await server.call('GET', '/verification', { as: user })).body.phone.by).toBe('identity')
    expect(await server.call('POST', '/verify-phone/resend', { as: user })).toMatchObject({
      status: 422,
      body: { code: 'phone_by_identity' },
    })
    await approveKycOf(server, user, await newDesk())
    expect(await phoneOf()).toBe(true)
  })

  test('is proven by a code if a gateway is set, and by nothing else', async () => {
    const gateway = await testServer({ env: { SMS_URL: 'http://127.0.0.1:9/' } })
    const desk = await gateway.makeUser({ role: 'admin' })
    const user = await gateway.makeUser({ isProven: false })
    await approveKycOf(gateway, user, desk)
    const before = await gateway.call('GET', '/verification', { as: user })
    expect(before.body.phone).toEqual({ verified: false, code: null, resend_in_seconds: 0, by: 'code' })
    expect((await gateway.call('POST', '/verify-phone/resend', { as: user })).status).toBe(200)
    expect((await gateway.call('GET', '/verification', { as: user })).body.phone).toEqual({
      verified: false,
      code: { seconds_left: 1800, tries_left: 5 },
      resend_in_seconds: 60,
      by: 'code',
    })
    const code = await codeTo(user.phone, gateway)
    const body = { code: wrongOf(code) }
    expect((await gateway.call('POST', '/verify-phone', { as: user, body })).body.code).toBe('contact_code_wrong')
    const reply = await gateway.call('POST', '/verify-phone', { as: user, body: { code } })
    expect(reply).toMatchObject({ status: 200, body: { phone: { verified: true } } })
    expect(await isProven(user, gateway)).toBe(false)
    await gateway.close()
  })
})

describe('an e-mail address that an account never proved', () => {
  const claim = (token: string) => server.call('POST', '/claim-email', { body: { token } })
  async function refusedFor(email: string): Promise<void> {
    const phone = `+9195${String(randomInt(100_000_000)).padStart(8, '0')}`
    const body = { name: 'Evil bad.example', email, phone, password: PASSWORD }
    const reply = await server.call('POST', '/register', { body })
    expect(reply).toMatchObject({ status: 422, body: { code: 'email_taken', errors: { email: expect.any(String) } } })
  }
  async function rowOf({ id }: TestUser) {
    const { rows } = await sql<{ email: string | null; phone: string | null; closed: boolean }>`
      select email, phone, closed_at is not null as closed from users where id = ${id}`.execute(server.services.db)
    return rows[0]
  }

  test('goes to the person who proves it: the account that held it is closed, and the next registration is proven', async () => {
    const squatter = await registered()
    await refusedFor(squatter.email)
    const token = await linkTo(squatter.email, CLAIM_MAILS)
    const replies = await Promise.all([claim(token), claim(token)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(await rowOf(squatter)).toMatchObject({ email: null, closed: true })
    expect((await server.call('GET', '/profile', { as: squatter })).status).toBe(401)
    expect((await claim(token)).body.code).toBe('claim_link_dead')

    const body = { name: 'Owner', email: squatter.email, phone: squatter.phone, password: PASSWORD, claim_token: token }
    const mails = await mailsTo(squatter.email)
    const owner = await server.call('POST', '/register', { body })
    expect(owner.status).toBe(201)
    expect(await mailsTo(squatter.email)).toEqual(mails) // no code: it is proven
    expect(await isProven({ ...owner.body.user, token: owner.body.token })).toBe(true)
    const other = await server.call('POST', '/register', {
      body: { ...body, email: `x-${randomUUID()}@example.test`, phone: '+919512345678' },
    })
    expect(await isProven({ ...other.body.user, token: other.body.token })).toBe(false)
  })

  test('is only lost if the account has its own money, which stays', async () => {
    const holder = await server.makeUser({ isProven: false, walletRupees: 500 })
    await refusedFor(holder.email)
    expect((await claim(await linkTo(holder.email, CLAIM_MAILS))).status).toBe(200)
    expect(await rowOf(holder)).toEqual({ email: `released ${holder.id}`, phone: holder.phone, closed: false })
    expect(await loggedOf(holder)).toEqual(['user lost email'])
    expect((await server.call('GET', '/profile', { as: holder })).status).toBe(401) // as after each change of an address
    const again = await server.signedInAgain(holder)
    const notices = (await server.call('GET', '/notifications', { as: again })).body.data
    expect(notices[0]).toMatchObject({ title: 'E-mail address removed', link: '/profile' })
    expect((await server.call('GET', '/profile', { as: again })).body).toMatchObject({ balance: 500 })
  })

  test.each(['a pending deposit', 'a document that waits'])('is only lost if the account has %s', async (what) => {
    const holder = await server.makeUser({ isProven: false })
    if (what === 'a pending deposit') {
      const method = {
        name: 'UPI',
        type: 'upi',
        instructions: 'Pay',
        is_active: true,
        details: { upi_id: 'pay@okaxis' },
      }
      const made = await server.call('POST', '/deposit-methods', { as: await newDesk(), body: method })
      const body = { amount: 1_000, transaction_id: randomUUID(), payment_method: made.body.id }
      expect((await server.call('POST', '/deposits', { as: holder, body })).status).toBe(201)
    } else await submit(server, holder, await kycFormOf(server, holder))
    await refusedFor(holder.email)
    expect((await claim(await linkTo(holder.email, CLAIM_MAILS))).status).toBe(200)
    expect(await rowOf(holder)).toMatchObject({ email: `released ${holder.id}`, closed: false })
  })

  test('stays with an account that proves it before the link is opened', async () => {
    const holder = await registered()
    await refusedFor(holder.email)
    const token = await linkTo(holder.email, CLAIM_MAILS)
    const { rows } = await sql<{ body: string }>`
      select body from outbox where recipient = ${holder.email} order by id`.execute(server.services.db)
    await verify(holder, /^(\d{6})/.exec(rows[0]?.body ?? '')?.[1] ?? '')
    expect((await claim(token)).body.code).toBe('claim_link_dead')
    expect(await rowOf(holder)).toMatchObject({ email: holder.email, closed: false })
    expect(await isProven(holder)).toBe(true)
  })

  test('gets three links in half an hour, and none once it is proven or belongs to nobody', async () => {
    const [unproven, proven] = [await registered(), await server.makeUser()]
    for (let turn = 0; turn < 5; turn++) await refusedFor(unproven.email)
    await refusedFor(proven.email)
    await linkTo(unproven.email, CLAIM_MAILS)
    expect(await mailsTo(unproven.email)).toHaveLength(1 + 3)
    expect(await mailsTo(proven.email)).toHaveLength(0)
    const { rows } = await sql`select from email_claims where token_hash is null`.execute(server.services.db)
    expect(rows).toHaveLength(0)
  })

  test.each([
    ['the same browser, a minute later: no link is mailed', 'same', 60_000, 0],
    ['the same browser, half an hour later: a link is mailed', 'same', 30 * 60_000, 1],
    ['another browser: a link is mailed', 'other', 60_000, 1],
    ['a browser without an id: a link is mailed', 'none', 60_000, 1],
  ])('registered again from %s', async (_where, browser, ms, mails) => {
    const device = randomUUID()
    const email = `asha-${randomUUID()}@example.test`
    const register = (from: string | undefined) => {
      const phone = `+9194${String(randomInt(100_000_000)).padStart(8, '0')}`
      return server.call('POST', '/register', {
        body: { name: 'Asha', email, phone, password: PASSWORD },
        device: from,
      })
    }
    expect((await register(device)).status).toBe(201)
    pass(ms)
    const again = { same: device, other: randomUUID(), none: undefined }[browser]
    expect((await register(again)).body.code).toBe('email_taken')
    await jobs.find(({ name }) => name === CLAIM_MAILS)?.run(server.services, server.clock.now())
    expect(await mailsTo(email)).toHaveLength(1 + mails)
  })

  test('keeps its link for 30 minutes', async () => {
    const holder = await registered()
    await refusedFor(holder.email)
    const token = await linkTo(holder.email, CLAIM_MAILS)
    pass(30 * 60_000)
    expect((await claim(token)).body.code).toBe('claim_link_dead')
    expect(await rowOf(holder)).toMatchObject({ email: holder.email, closed: false })
  })
})

test('no short message goes to an account whose number somebody else has registered', async () => {
  const gateway = await testServer({ env: { SMS_URL: 'http://127.0.0.1:9/' } })
  const holder = await gateway.makeUser({ isProven: false })
  const form = { name: 'Meera', email: `m-${randomUUID()}@example.test`, phone: holder.phone, password: PASSWORD }
  expect((await gateway.call('POST', '/register', { body: form })).status).toBe(201)
  expect((await gateway.call('POST', '/verify-phone/resend', { as: holder })).status).toBe(200)
  const { rows } = await sql`select recipient from outbox where channel = 'sms'`.execute(gateway.services.db)
  expect(rows).toEqual([])
  await gateway.close()
})

describe('a phone number that an account never proved', () => {
  const registerWith = (phone: string) =>
    server.call('POST', '/register', {
      body: { name: 'Meera', email: `m-${randomUUID()}@example.test`, phone, password: PASSWORD },
    })

  test('gives way to a later registration', async () => {
    const holder = await server.makeUser({ isProven: false })
    expect((await registerWith(holder.phone)).status).toBe(201)
    expect((await server.call('GET', '/profile', { as: holder })).body.phone).toBe(`released ${holder.id}`)
    expect(await loggedOf(holder)).toEqual(['user lost phone'])
    const notices = (await server.call('GET', '/notifications', { as: holder })).body.data
    expect(notices[0]).toMatchObject({ title: 'Phone number removed' })
    await approveKycOf(server, holder, await newDesk())
    expect((await server.call('GET', '/profile', { as: holder })).body.phone_verified).toBe(false)
    const { body: mine } = await server.call('GET', '/profile/data', { as: holder })
    expect(mine.account).toMatchObject([{ email: holder.email, phone: null }])
  })

  test('stays if a code or an approved identity record proves it', async () => {
    const [proven, identified] = [await server.makeUser(), await server.makeUser({ isProven: false })]
    await approveKycOf(server, identified, await newDesk())
    for (const holder of [proven, identified]) {
      expect((await registerWith(holder.phone)).body.code).toBe('phone_taken')
      expect((await server.call('GET', '/profile', { as: holder })).body.phone).toBe(holder.phone)
    }
  })

  test('stays if the registration is refused', async () => {
    const [holder, taken] = [await server.makeUser({ isProven: false }), await server.makeUser()]
    const body = { name: 'Meera', email: taken.email, phone: holder.phone, password: PASSWORD }
    expect((await server.call('POST', '/register', { body })).body.code).toBe('email_taken')
    expect((await server.call('GET', '/profile', { as: holder })).body.phone).toBe(holder.phone)
  })
})

describe('without a proven e-mail address', () => {
  test('everything works except withdrawing and sending', async () => {
    const user = await server.makeUser({ isProven: false, walletRupees: 5_000 })
    await approveKycOf(server, user, await newDesk())
    const payee = { amount: 1_000, type: 'upi', withdrawal_details: { upi_id: 'asha@okaxis' } }
    const withdraw = await server.call('POST', '/withdrawals', { as: user, body: payee })
    expect(withdraw).toMatchObject({ status: 422, body: { code: 'email_unverified' } })
    const friend = await server.makeUser()
    const transfer = { recipient: friend.email, amount: 100 }
    const send = await server.call('POST', '/balance-transfer/initiate', { as: user, body: transfer })
    expect(send).toMatchObject({ status: 422, body: { code: 'email_unverified' } })
    expect((await server.call('POST', '/flexible/deposit', { as: user, body: { amount: 500 } })).status).toBe(201)
    expect((await server.call('GET', '/wallet', { as: user })).body.summary?.current_balance ?? 4_500).toBe(4_500)
    expect((await server.call('GET', '/withdrawals/terms', { as: user })).body.email_verified).toBe(false)
  })

  test('nobody finds the account, nor one by an unproven phone number', async () => {
    const sender = await server.makeUser({ walletRupees: 5_000 })
    const [unproven, byMail, deactivated] = [
      await server.makeUser({ isProven: false }),
      await server.makeUser({ isProven: false }),
      await server.makeUser(),
    ]
    await sql`update users set email_verified_at = now() where id = ${byMail.id}`.execute(server.services.db)
    const toggled = await server.call('POST', `/users/${deactivated.id}/toggle-status`, { as: await newDesk() })
    expect(toggled.status).toBe(200)
    const send = (recipient: string) =>
      server.call('POST', '/balance-transfer/initiate', { as: sender, body: { recipient, amount: 100 } })
    const nobody = await send('nobody@example.test')
    for (const recipient of [unproven.email, unproven.phone, byMail.phone, deactivated.email])
      expect({ ...(await send(recipient)), headers: null }).toEqual({ ...nobody, headers: null })
    expect(nobody).toMatchObject({ status: 422, body: { code: 'recipient_unknown' } })
    expect((await send(byMail.email)).status).toBe(201)
  })

  test('a transfer that was begun before is not completed', async () => {
    const sender = await server.makeUser({ walletRupees: 5_000 })
    const friend = await server.makeUser()
    const body = { recipient: friend.email, amount: 100 }
    const { body: opened } = await server.call('POST', '/balance-transfer/initiate', { as: sender, body })
    const otp = /^(\d{6})/.exec((await mailsTo(sender.email)).at(-1)?.body ?? '')?.[1]
    await sql`update users set email_verified_at = null where id = ${friend.id}`.execute(server.services.db)
    const confirm = { transfer_id: opened.transfer_id, otp }
    const reply = await server.call('POST', '/balance-transfer/verify', { as: sender, body: confirm })
    expect(reply).toMatchObject({ status: 422, body: { code: 'recipient_unknown' } })
  })
})

/** Has the requested links mailed; returns the newest token for an address. Its mail names nobody. */
async function linkTo(email: string, job: typeof RESET_MAILS | typeof CLAIM_MAILS): Promise<string> {
  await jobs.find(({ name }) => name === job)?.run(server.services, server.clock.now())
  const body = (await mailsTo(email)).at(-1)?.body ?? ''
  expect(body).not.toMatch(/Evil|Asha|bad/)
  const token = /token=([\w-]{43})/.exec(body)?.[1]
  if (!token) throw new Error(`no link was mailed to ${email}`)
  return token
}
