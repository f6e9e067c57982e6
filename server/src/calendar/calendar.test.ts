/** A machine whose clock jumps: what waits, what continues, who is asked, and what is posted once the day is confirmed. */
import { addDays, dayOf, startOfDay } from '@bittkosh/contract/time'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { randomFrom } from '../../../tests/support/earnLife.ts'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { adminWithFactor, callWithCode, type GuardedAdmin } from '../../../tests/support/secondFactor.ts'
import { transfersOn } from '../../../tests/support/transfers.ts'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { jobs as alertJobs } from '../alerts/jobs.ts'
import { jobs as authJobs } from '../auth/jobs.ts'
import { makeClock } from '../platform/clock.ts'
import { sql } from '../platform/database/sql.ts'
import { runDueJobs } from '../platform/jobs/jobs.ts'
import { jobs } from '../rooms.ts'
import { readTrustedDate } from './queries.ts'

const DAY_MS = 86_400_000
const FAR = 36_500 // days ahead of the machine of any database
let server: TestServer
let saver: TestUser
let owner: GuardedAdmin

beforeEach(async () => {
  server = await testServer()
  await run()
  saver = await server.makeUser({ walletRupees: 50_000 })
  expect((await deposit(10_000)).status).toBe(201)
  owner = await adminWithFactor(server)
})
afterEach(async () => {
  await expectInvariants(server)
  await server.close()
})

const watchDate = jobs.find(({ name }) => name === 'date')!
const run = () => runDueJobs(server.services, jobs)
const deposit = (amount: number) => server.call('POST', '/flexible/deposit', { as: saver, body: { amount } })
/** Makes the machine's clock jump, and signs people in again. */
async function jump(days: number): Promise<void> {
  server.clock.jump(days * DAY_MS)
  saver = await server.signedInAgain(saver)
  owner = { ...owner, ...(await server.signedInAgain(owner)) }
}
const today = () => dayOf(server.clock.now())
const confirm = (day: string) =>
  callWithCode(server, { method: 'POST', path: '/admin/date/confirm', as: owner, body: { day } })
const standing = async () => (await server.call('GET', '/admin/date', { as: owner })).body

async function postedDays(): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select (at at time zone 'Asia/Kolkata')::date as day from flexible_interest
     where user_id = ${saver.id} order by at`.execute(server.services.db)
  return rows.map(({ day }) => day)
}

async function alerts(): Promise<{ kind: string; ended_at: string | null }[]> {
  for (const job of alertJobs) await job.run(server.services, server.clock.now())
  return (await server.call('GET', '/admin/alerts?kind=date_doubted', { as: owner })).body.data
}

test('a week passes without a question', async () => {
  const first = today()
  await jump(7 - 1 / 24)
  await run()
  expect(await postedDays()).toHaveLength(7)
  expect((await postedDays())[0]).toBe(first)
  expect(await standing()).toEqual({ trusted_day: today(), doubted_day: null })
})

test('a jump of more than a week waits for an admin, who is told; then each day in between is posted once', async () => {
  const first = today()
  await jump(8)
  // at once, before any process has looked
  expect(await deposit(100)).toMatchObject({ status: 409, body: { code: 'date_doubted' } })
  await run()
  await run()
  expect(await postedDays()).toEqual([])
  for (const [path, body] of [
    ['/flexible/withdraw', { amount: 100 }],
    ['/crypto/invest', { cryptocurrency_id: 1, amount: 1000 }],
    ['/crypto/withdraw/1', undefined],
  ] as const)
    expect(await server.call('POST', path, { as: saver, body })).toMatchObject({ body: { code: 'date_doubted' } })
  expect((await server.call('GET', '/flexible/balance', { as: saver })).status).toBe(200)
  expect((await server.app.inject('/health/ready')).statusCode).toBe(200)
  expect(await alerts()).toMatchObject([{ ended_at: null }])
  expect(await standing()).toEqual({ trusted_day: first, doubted_day: addDays(first, 8) })

  expect(await confirm(addDays(first, 7))).toMatchObject({ status: 409, code: 'changed_meanwhile' })
  const finance = await server.makeUser({ role: 'admin', roles: ['finance'] })
  const body = { day: today() }
  expect((await server.call('POST', '/admin/date/confirm', { as: finance, body })).status).toBe(403)
  await run()
  expect(await postedDays()).toEqual([])

  expect(await confirm(today())).toMatchObject({ status: 200 })
  await run()
  expect(await postedDays()).toEqual(Array.from({ length: 8 }, (_, n) => addDays(first, n)))
  expect((await deposit(100)).status).toBe(201)
  expect(await alerts()).toMatchObject([{ ended_at: expect.any(String) }])
  const trail = await server.call('GET', '/audit?action=date%20confirmed', { as: owner })
  expect(trail.body.data).toMatchObject([{ subject: 'business day', subject_id: Number(today().replaceAll('-', '')) }])
})

test('a clock that is set back is trusted again, and nothing was posted', async () => {
  await jump(365)
  await run()
  expect(await alerts()).toMatchObject([{ ended_at: null }])
  const [aheadSaver, aheadOwner] = [saver, owner]
  await jump(-365 + 1 / 24)
  await run()
  expect(await alerts()).toMatchObject([{ ended_at: expect.any(String) }])
  expect(await postedDays()).toEqual([])
  expect((await deposit(100)).status).toBe(201)
  expect(await confirm(addDays(today(), 365))).toMatchObject({ status: 409 })
  // nor is a session of that year valid for a year
  for (const as of [aheadSaver, aheadOwner]) expect((await server.call('GET', '/sessions', { as })).status).toBe(401)
})

test('once a clock that was two days ahead is right, its links and codes are invalid and nobody waits for that time', async () => {
  const { db } = server.services
  const { rows } = await sql<{ at: Date }>`
    update trusted_date set trusted_at = clock_timestamp() returning trusted_at as at`.execute(db)
  const { at } = rows[0]!
  server.clock.trust(at)
  await jump((at.getTime() - server.clock.machine().getTime()) / DAY_MS)
  const [forgetful, paused, sender] = await Promise.all([1, 2, 3].map(() => server.makeUser({ walletRupees: 5_000 })))
  const newcomer = await server.makeUser({ isProven: false })
  const { initiate, verify, codeFor } = transfersOn(server)

  await jump(2)
  await run()
  const tokenTo = async (email: string) => {
    const { rows: mails } = await sql<{ body: string }>`
      select body from outbox where recipient = ${email} order by id desc limit 1`.execute(db)
    return /(?:token|confirm)=([\w-]+)/.exec(mails[0]?.body ?? '')?.[1] ?? ''
  }
  const newLink = async (user: TestUser) => {
    await server.call('POST', '/forgot-password', { body: { email: user.email } })
    await runDueJobs(server.services, authJobs)
    return tokenTo(user.email)
  }
  const password = 'teen hathi nadi par'
  const reset = (token: string) =>
    server.call('POST', '/reset-password', { body: { token, password, password_confirmation: password } })
  for (let n = 0; n < 2; n++) await newLink(forgetful!)
  const link = await newLink(forgetful!) // the last one allowed within its life
  expect((await reset(await newLink(paused!))).status).toBe(200)
  expect((await server.call('POST', '/verify-email/resend', { as: newcomer })).status).toBe(200)
  const code = await codeFor(newcomer)
  const opened = await initiate(sender!, { recipient: saver.email, amount: 100 })
  expect(opened.status).toBe(201)
  const otp = await codeFor(sender!)
  const visitor = { name: 'Ravi', email: 'ravi@example.test', message: 'Hello' }
  expect((await server.call('POST', '/contact', { body: visitor })).status).toBe(201)
  const body = { token: await tokenTo(visitor.email) }
  const freeze = (user: TestUser, as = owner) =>
    callWithCode(server, { method: 'POST', path: `/users/${user.id}/freeze`, as, body: { reason: 'Seen' } })
  expect(await freeze(forgetful!)).toMatchObject({ status: 200 })
  for (let n = 0; n < 5; n++) await freeze(paused!, { ...owner, secret: new Uint8Array(20) })

  server.clock.jump(-2 * DAY_MS + 60_000)
  await run()
  const { rows: sent } = await sql`
    select from outbox where created_at > ${new Date(server.clock.now().getTime() + DAY_MS)}
       and useless_after is not null and given_up_at is null`.execute(db)
  expect(sent).toEqual([])
  expect(await reset(link)).toMatchObject({ status: 422, body: { code: 'reset_link_dead' } })
  expect((await reset(await newLink(forgetful!))).status).toBe(200)
  expect(await server.call('POST', '/verify-email', { as: newcomer, body: { code } })).toMatchObject({
    body: { code: 'contact_code_dead' },
  })
  expect((await server.call('POST', '/verify-email/resend', { as: newcomer })).status).toBe(200)
  expect(await verify(sender!, opened.body.transfer_id, otp)).toMatchObject({ body: { code: 'otp_wrong' } })
  const { body: terms } = await server.call('GET', '/balance-transfer/terms', {
    as: await server.signedInAgain(paused!),
  })
  expect(new Date(terms.paused_until).getTime() - server.clock.now().getTime()).toBeLessThanOrEqual(3 * DAY_MS)
  server.clock.jump(16 * 60_000) // the wait after five wrong codes
  expect(await freeze(paused!)).toMatchObject({ status: 200 })
  expect((await server.call('POST', '/contact/waiting', { body })).status).toBe(200)
  server.clock.jump(DAY_MS)
  expect((await server.call('POST', '/contact/waiting', { body })).status).toBe(422)
})

/** A program that starts on this database, on its own machine. */
async function start(machineAt: Date) {
  const started = { ...server.services, clock: makeClock(0, () => machineAt) }
  expect(started.clock.isDoubted()).toBe(true)
  await runDueJobs(started, jobs)
  return started.clock
}

test('a start after 400 days off trusts its machine and the database; one after a doubt asks', async () => {
  const { db } = server.services
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  const { at } = rows[0]!
  const off = (doubtedAt: Date | null) => sql`
    update trusted_date set trusted_at = ${new Date(at.getTime() - 400 * DAY_MS)}, doubted_at = ${doubtedAt}`
  await off(null).execute(db)
  expect((await start(at)).isDoubted()).toBe(false)
  expect(await readTrustedDate(db)).toMatchObject({ trustedAt: at, doubtedAt: null })
  await off(at).execute(db)
  expect((await start(at)).isDoubted()).toBe(true)
  expect(await readTrustedDate(db)).toMatchObject({ doubtedAt: at })
})

test('of two machines the one with the wrong clock waits; the other continues and does not end its doubt', async () => {
  const wrong = {
    ...server.services,
    clock: makeClock(0, () => new Date(server.clock.machine().getTime() + FAR * DAY_MS)),
  }
  await runDueJobs(wrong, jobs)
  await jump(1)
  await run()
  expect(await postedDays()).toHaveLength(1)
  expect([server.clock.isDoubted(), wrong.clock.isDoubted()]).toEqual([false, true])
  expect((await standing()).doubted_day).toBe(addDays(today(), FAR - 1))
  await watchDate.run(wrong, wrong.clock.now())
  expect((await standing()).doubted_day).toBe(addDays(today(), FAR))
})

test('a machine that is gone for good stops the question after ten minutes; a start still asks', async () => {
  const { db } = server.services
  const machineAt = new Date(server.clock.machine().getTime() + FAR * DAY_MS)
  const gone = { ...server.services, clock: makeClock(0, () => machineAt) }
  await watchDate.run(gone, gone.clock.now())
  expect(await alerts()).toMatchObject([{ ended_at: null }])
  await sql`update trusted_date set doubted_seen_at = doubted_seen_at - interval '11 minutes'`.execute(db)
  expect(await alerts()).toMatchObject([{ ended_at: expect.any(String) }])
  const { doubted_day: doubted } = await standing()
  expect([doubted, (await confirm(dayOf(machineAt))).status]).toEqual([null, 409])
  expect((await start(machineAt)).isDoubted()).toBe(true)
  expect((await standing()).doubted_day).toBe(dayOf(machineAt))
})

test('a machine that is a month behind neither makes the others ask nor ends their sessions', async () => {
  const { db } = server.services
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  const { at } = rows[0]!
  const machine = (daysBehind: number) => ({
    ...server.services,
    clock: makeClock(0, () => new Date(at.getTime() - daysBehind * DAY_MS)),
  })
  const [right, behind] = [machine(0), machine(30)] as const
  await sql`update sessions set created_at = ${at}`.execute(db)
  for (const each of [right, behind, right]) await watchDate.run(each, each.clock.now())
  expect([right, behind].map(({ clock }) => clock.isDoubted())).toEqual([false, false])
  expect(await readTrustedDate(db)).toMatchObject({ trustedAt: at, doubtedAt: null })
  expect((await sql`select from sessions where user_id = ${saver.id}`.execute(db)).rows).toHaveLength(1)
})

test('40 jumps of a machine, some confirmed: each day is paid interest once, up to the last trusted day', async () => {
  const seed = Date.now() % 1_000_000
  const random = randomFrom(seed)
  const first = today()
  let through = first
  for (let n = 0; n < 40; n++) {
    const days = [1, 2, 6, 9, 20, -1, -5, -30][Math.floor(random() * 8)] ?? 0
    await jump(days)
    await run()
    const { doubted_day: doubted } = await standing()
    if (doubted !== null && random() < 0.5) {
      owner = await adminWithFactor(server) // a code of an earlier time is refused if a later one was used
      expect({ seed, n, ...(await confirm(doubted)) }).toMatchObject({ seed, n, status: 200 })
      await run()
    }
    if ((await standing()).doubted_day === null && today() > through) through = today()
  }
  const days = await postedDays()
  expect({ seed, days }).toEqual({ seed, days: daysBetween(first, through) })
})

function daysBetween(first: string, end: string): string[] {
  const length = Math.round((startOfDay(end).getTime() - startOfDay(first).getTime()) / DAY_MS)
  return Array.from({ length }, (_, n) => addDays(first, n))
}
