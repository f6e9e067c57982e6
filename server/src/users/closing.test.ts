/** Closing an account and coming back: what is erased, what is kept, and what one person gets only once. */
import { randomUUID } from 'node:crypto'
import type { KycForm } from '@bittkosh/contract/kyc'
import { addDays, dayOf, startOfDay } from '@bittkosh/contract/time'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { freshPan, kycFormOf, submit } from '../../../tests/support/kyc.ts'
import { untilOneWaits } from '../../../tests/support/locks.ts'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { withdrawalsOn } from '../../../tests/support/withdrawals.ts'
import { takeBackBonus } from '../flexible/actions.ts'
import { balancesOf } from '../ledger/balances.ts'
import { transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { queueText } from '../platform/outbox/outbox.ts'
import { personalTables } from '../rooms.ts'
import { pictureLinks } from '../uploads/actions.ts'
import { closeUser } from './closing.ts'

let server: TestServer
let admin: TestUser
let upi: number
let made = 0

beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin' })
  const body = { name: 'UPI', type: 'upi', instructions: 'Pay', details: { upi_id: 'pay@bank', qr_code_url: '' } }
  upi = (await server.call('POST', '/deposit-methods', { as: admin, body })).body.id
})
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

const asAdmin = async () => server.signedInAgain(admin)
const held = (user: TestUser) => balancesOf(server.services.db, user.id)
const earn = async (user: TestUser) =>
  (await server.call('GET', '/flexible/balance', { as: await server.signedInAgain(user) })).body
const earnInDetails = async (user: TestUser) =>
  (await server.call('GET', `/admin/users/${user.id}/details`, { as: await asAdmin() })).body.investments.flexible
const lastAct = async () => (await server.call('GET', '/audit?per_page=1', { as: await asAdmin() })).body.data[0]
const close = async (user: TestUser) => server.call('DELETE', `/users/${user.id}`, { as: await asAdmin() })

async function register(options: { referrer?: TestUser; device?: string } = {}): Promise<TestUser> {
  const n = ++made
  const identity = { name: 'Asha Rao', email: `closing-${n}@example.test`, phone: `+91980000${1000 + n}` }
  const code = options.referrer && (await referralCodeOf(options.referrer))
  const body = { ...identity, password: 'a-long-passphrase', ...(code ? { referral_code: code } : {}) }
  const reply = await server.call('POST', '/register', { body, ...(options.device ? { device: options.device } : {}) })
  expect(reply.status).toBe(201)
  return { ...identity, id: reply.body.user.id, token: reply.body.token }
}

async function referralCodeOf(user: TestUser): Promise<string> {
  const { rows } = await sql<{ referral_code: string }>`
    select referral_code from users where id = ${user.id}`.execute(server.services.db)
  return rows[0]?.referral_code ?? ''
}

/** Submits this number, or a new one, and has it decided. */
async function prove(user: TestUser, number?: string, status: 'approved' | 'rejected' = 'approved'): Promise<KycForm> {
  const signedIn = await server.signedInAgain(user)
  const form = { ...(await kycFormOf(server, signedIn)), ...(number ? { govt_id_number: number } : {}) }
  await submit(server, user, form)
  const body = { id_index: 0, status, ...(status === 'rejected' ? { rejection_reason: 'Blurred' } : {}) }
  expect((await server.call('POST', `/kyc/${user.id}/verify`, { as: await asAdmin(), body })).status).toBe(200)
  return form
}

async function deposit(user: TestUser, amount: number): Promise<void> {
  const as = await server.signedInAgain(user)
  const body = { amount, transaction_id: randomUUID(), payment_method: upi }
  const { id } = (await server.call('POST', '/deposits', { as, body })).body
  const decision = { status: 'approved', approved_amount: amount }
  expect((await server.call('PUT', `/deposits/${id}`, { as: await asAdmin(), body: decision })).status).toBe(200)
}

const move = async (user: TestUser, way: 'deposit' | 'withdraw', amount: number) =>
  server.call('POST', `/flexible/${way}`, { as: await server.signedInAgain(user), body: { amount } })

/** Has an admin set the wallet to zero, as after a payout. */
async function emptyWallet(user: TestUser): Promise<void> {
  const { id, name, email, phone } = user
  const body = { name, email, phone, is_active: true, referral_code: await referralCodeOf(user), balance: 0 }
  expect((await server.call('PUT', `/admin/users/${id}/edit`, { as: await asAdmin(), body })).status).toBe(200)
}

describe('closing', () => {
  test('takes back the welcome bonus that was never unlocked, with its interest', async () => {
    const user = await register()
    const before = await costOf('expense_welcome_bonus')
    await server.travelTo(new Date(startOfDay(addDays(dayOf(server.clock.now()), 4)).getTime() + 3_600_000))
    expect(await earn(user)).toMatchObject({ current_balance: 500.3, locked_bonus: 500.3 })
    expect((await close(user)).status).toBe(204)
    expect(await held(user)).toEqual({ wallet: 0n, flexible: 0n, invested: 0n, held: 0n })
    expect((await costOf('expense_welcome_bonus')) - before).toBe(500_30n)
  })

  test.each(['newest', 'oldest', 'name', 'balance'])(
    'is removed from the list by %s, and nobody else is',
    async (sort) => {
      const [user, other] = [await register(), await register()]
      const listed = async (id: number) => {
        const list = await server.call('GET', `/users?sort=${sort}&per_page=100`, { as: await asAdmin() })
        return list.body.data.some((row: { id: number }) => row.id === id)
      }
      expect(await listed(user.id)).toBe(true)
      expect((await close(user)).status).toBe(204)
      expect(await listed(user.id)).toBe(false)
      expect(await listed(other.id)).toBe(true)
    },
  )

  test('is refused while Earn holds own money, until an admin has moved it to the wallet and it is paid out', async () => {
    const user = await register()
    await deposit(user, 1_000)
    await move(user, 'deposit', 1_000)
    expect(await close(user)).toMatchObject({ status: 409, body: { code: 'user_holds_money' } })
    expect(await held(user)).toMatchObject({ wallet: 0n, flexible: 1_500_00n })
    expect(await earnInDetails(user)).toMatchObject({ current_balance: 1_500, locked_bonus: 500 })
    const path = `/users/${user.id}/earn-to-wallet`
    const body = { reason: 'Asked to leave by letter' }
    expect(await server.call('POST', path, { as: await asAdmin(), body })).toMatchObject({
      status: 200,
      body: { amount: 1_000 },
    })
    expect(await held(user)).toMatchObject({ wallet: 1_000_00n, flexible: 500_00n })
    expect(await server.call('POST', path, { as: await asAdmin(), body })).toMatchObject({
      status: 422,
      body: { code: 'nothing_in_earn' },
    })
    expect((await close(user)).status).toBe(409)
    await emptyWallet(user)
    expect((await close(user)).status).toBe(204)
    expect(await held(user)).toMatchObject({ wallet: 0n, flexible: 0n })
  })

  test('an unlocked welcome bonus goes to the wallet with the rest of Earn', async () => {
    const user = await register()
    await prove(user)
    await deposit(user, 1_000)
    expect(await earnInDetails(user)).toMatchObject({ current_balance: 500, locked_bonus: 0 })
    const path = `/users/${user.id}/earn-to-wallet`
    const reply = await server.call('POST', path, { as: await asAdmin(), body: { reason: 'Asked to leave by letter' } })
    expect(reply).toMatchObject({ status: 200, body: { amount: 500 } })
    expect(await held(user)).toMatchObject({ wallet: 1_500_00n, flexible: 0n })
  })

  test('waits for another closing, which may be rewriting the same texts', async () => {
    const [user, other] = [await register(), await register()]
    const { db } = server.services
    let second: ReturnType<typeof close> | undefined
    await transaction(db, async (tx) => {
      await takeBackBonus(tx, server.clock.now(), {
        user: other.id,
        settings: await server.services.settings.current(),
      })
      await closeUser(tx, server.clock.now(), { user: other.id, everywhere: personalTables })
      second = close(user)
      await untilOneWaits(db)
    })
    expect((await second)?.status).toBe(204)
  })

  test('stores why it was closed, in words that name nobody', async () => {
    const user = await register()
    const body = { reason: `Asha Rao wrote from ${user.email}: no longer needed`, reason_kind: 'other' }
    expect((await server.call('DELETE', `/users/${user.id}`, { as: await asAdmin(), body })).status).toBe(204)
    expect(await lastAct()).toMatchObject({
      action: 'user closed',
      subject_id: user.id,
      reason: 'Closed account wrote from Closed account: no longer needed',
    })
  })

  test('erases a phone number from acts about others, also in the form used in India', async () => {
    const [user, other] = [await register(), await register()]
    const [code, ...digits] = [user.phone.slice(0, 3), ...user.phone.slice(3)]
    const grouped = `${code} ${digits.slice(0, 5).join('')}-${digits.slice(5).join('')}`
    const body = { reason: `Called from ${user.phone.slice(3)}, then from ${grouped}` }
    expect((await server.call('POST', `/users/${other.id}/freeze`, { as: await asAdmin(), body })).status).toBe(200)
    const { id } = await lastAct()
    expect((await close(user)).status).toBe(204)
    const acts = (await server.call('GET', `/audit?subject=user&subject_id=${other.id}`, { as: await asAdmin() })).body
      .data
    expect(acts).toMatchObject([{ id, reason: 'Called from Closed account, then from Closed account' }])
  })

  test('locks the identity records for five years and then erases them, pictures included', async () => {
    const user = await register()
    await prove(user)
    const closedOn = dayOf(server.clock.now())
    expect((await close(user)).status).toBe(204)
    const until = `${Number(closedOn.slice(0, 4)) + 5}${closedOn.slice(4)}`
    expect(await recordsOf(user)).toEqual([{ locked_until: until, lock_reason: 'account_closed', files: 1 }])
    const reveal = async (as: TestUser) =>
      server.call('POST', `/kyc/${user.id}/reveal`, { as, body: { id_index: 0, reason: 'A court asks' } })
    expect((await reveal(await server.makeUser({ role: 'admin', roles: ['kyc'] }))).status).toBe(404)
    expect((await reveal(await asAdmin())).status).toBe(200)
    const kyc = await server.makeUser({ role: 'admin', roles: ['kyc', 'finance', 'support'] })
    const seen = await server.call('GET', `/users/${user.id}/closed`, { as: kyc })
    expect(seen.body).toEqual({
      id: user.id,
      closed_at: expect.any(String),
      balances: { wallet: 0, flexible: 0, invested: 0, held: 0 },
      locked_records: [
        expect.objectContaining({
          type: 'pan',
          status: 'approved',
          locked_until: until,
          lock_reason: 'account_closed',
        }),
      ],
    })
    const open = (as: TestUser, body: object) => server.call('POST', `/kyc/${user.id}/open-locked`, { as, body })
    expect((await open(kyc, { reason: 'A court asks' })).status).toBe(403)
    expect((await open(await asAdmin(), { reason: '' })).status).toBe(422)
    const opened = await open(await asAdmin(), { reason: 'A court asks' })
    expect(opened.body).toMatchObject([{ id_number: expect.stringContaining('****'), urls: [expect.any(String)] }])
    const picture = (url: string) => server.app.inject({ method: 'GET', url })
    expect((await picture(opened.body[0].urls[0])).statusCode).toBe(200)
    const { rows: logged } = await sql<{ action: string; reason: string | null }>`
      select action, reason from audit_log where subject = 'user' and subject_id = ${user.id} order by id desc limit 2`.execute(
      server.services.db,
    )
    expect(logged).toEqual([
      { action: 'picture viewed', reason: null },
      { action: 'kyc lock opened', reason: 'A court asks' },
    ])
    // a link that was given to somebody without the right before the account was closed
    const { pictures } = (await recordsOf(user, sql`pictures`))[0] as { pictures: string[] }
    const [stale = ''] = pictureLinks(server.services.config, {
      files: pictures,
      viewer: kyc.id,
      at: server.clock.now(),
    })
    expect((await picture(stale)).statusCode).toBe(404)
    await server.travelTo(new Date(startOfDay(addDays(until, 1)).getTime() + 5 * 3_600_000))
    expect(await recordsOf(user)).toEqual([])
    const { rows } = await sql`
      select from files where owner_id = ${user.id} and state <> 'doomed'`.execute(server.services.db)
    expect(rows).toHaveLength(0)
    const { rows: known } = await sql`select from id_numbers where user_id = ${user.id}`.execute(server.services.db)
    expect(known).toHaveLength(1)
  })

  test('takes the identity records out of the list of withdrawals, and their numbers out of the data of the person', async () => {
    const { investor, ask, approve } = withdrawalsOn(server, admin)
    const user = await investor(1_000)
    const desk = await asAdmin()
    const { id } = (await ask(user)).body
    expect((await approve(id, desk)).status).toBe(200)
    const [{ masked_number: number }] = (await recordsOf(user, sql`masked_number`)) as [{ masked_number: string }]
    const listed = async (as: TestUser) => {
      const { body } = await server.call('GET', `/withdrawals?status=approved&search=%23${id}`, { as })
      expect(body.data).toMatchObject([{ id, user: { kyc_approved: true } }])
      return JSON.stringify(body)
    }
    const data = async () =>
      JSON.stringify((await server.call('GET', `/users/${user.id}/data`, { as: await asAdmin() })).body)
    const kyc = await server.makeUser({ role: 'admin', roles: ['finance', 'kyc'] })
    expect(await listed(kyc)).toContain(number)
    expect(await data()).toContain(number)
    expect((await close(user)).status).toBe(204)
    for (const as of [desk, kyc])
      for (const shown of [number, '/api/files/']) expect(await listed(as)).not.toContain(shown)
    expect(await data()).not.toContain(number)
    expect(JSON.parse(await data()).identity_documents).toMatchObject([
      { type: 'pan', status: 'approved', masked_number: null, rejection_reason: null, lock_reason: 'account_closed' },
    ])
  })

  test('leaves alone a contact that somebody else has by now, and the placeholder of one that it lost', async () => {
    const [first, second] = [await register(), await register()]
    const former = first.phone
    const edited = await server.call('PUT', `/admin/users/${first.id}/edit`, {
      as: await asAdmin(),
      body: {
        name: first.name,
        email: first.email,
        phone: '+919899900001',
        balance: 0,
        is_active: true,
        referral_code: await referralCodeOf(first),
      },
    })
    expect(edited.status).toBe(200)
    const takeOver = async (phone: string) => {
      const email = `closing-${randomUUID()}@example.test`
      const reply = await server.call('POST', '/register', {
        body: { name: 'Meera Nair', email, phone, password: 'a-long-passphrase' },
      })
      expect(reply.status).toBe(201)
      return reply.body.user.id as number
    }
    const other = await takeOver(former)
    await takeOver(second.phone) // an unproven number goes to a later registration
    const reason = `Called from ${former}, was released ${second.id} days ago`
    const freeze = { as: await asAdmin(), body: { reason } }
    expect((await server.call('POST', `/users/${other}/freeze`, freeze)).status).toBe(200)
    await server.call('POST', `/notes/user/${other}`, { as: await asAdmin(), body: { text: reason } })
    const at = server.clock.now()
    await transaction(server.services.db, (tx) => queueText(tx, at, { to: former, body: 'A code', uselessAfter: at }))
    for (const user of [first, second]) expect((await close(user)).status).toBe(204)
    const path = `/audit?subject=user&subject_id=${other}`
    expect((await server.call('GET', path, { as: await asAdmin() })).body.data).toContainEqual(
      expect.objectContaining({ action: 'user frozen', reason, is_erased: false }),
    )
    const notes = await server.call('GET', `/notes/user/${other}`, { as: await asAdmin() })
    expect(notes.body.data).toMatchObject([{ text: reason }])
    const { rows } = await sql`select from outbox where recipient = ${former}`.execute(server.services.db)
    expect(rows).toHaveLength(1)
  })
})

describe('one person, whose account was closed,', () => {
  test('may come back and be approved, and the second welcome bonus never unlocks', async () => {
    const first = await register()
    const { govt_id_number: number } = await prove(first)
    await deposit(first, 1_000)
    expect((await move(first, 'withdraw', 500)).status).toBe(201)
    await emptyWallet(first)
    expect((await close(first)).status).toBe(204)

    const second = await register()
    await prove(second, number)
    await deposit(second, 1_000)
    expect(await earn(second)).toMatchObject({
      locked_bonus: 500,
      bonus_conditions: { kyc_approved: true, deposit_approved: true, had_before: true },
    })
    expect(await move(second, 'withdraw', 0.01)).toMatchObject({ status: 422, body: { code: 'bonus_had_before' } })
    await move(second, 'deposit', 600)
    expect((await move(second, 'withdraw', 600)).status).toBe(201)
    await emptyWallet(second)
    expect((await close(second)).status).toBe(204)
  })

  test('earns no second referral reward, whoever referred them', async () => {
    const number = freshPan()
    const [one, other] = [await register(), await register()]
    for (const [referrer, income] of [
      [one, 100_00n],
      [other, 0n],
    ] as const) {
      const user = await register({ referrer })
      await prove(user, number)
      await deposit(user, 1_000)
      expect((await move(user, 'deposit', 500)).status).toBe(201)
      expect((await held(referrer)).wallet).toBe(income)
      await move(user, 'withdraw', (await earn(user)).current_balance - (await earn(user)).locked_bonus)
      await emptyWallet(user)
      expect((await close(user)).status).toBe(204)
    }
  })
})

test.each(['device', 'identity'] as const)('accounts linked by one %s earn each other nothing', async (link) => {
  const referrer = await register({ device: 'browser-of-one-person' })
  const number = freshPan()
  if (link === 'identity') await prove(referrer, number, 'rejected') // a number is known once it has been submitted
  const user = await register({ referrer, device: link === 'device' ? 'browser-of-one-person' : 'another-browser' })
  await prove(user, number)
  await deposit(user, 10_000)
  await move(user, 'deposit', 10_000)
  await server.travelTo(new Date(startOfDay(addDays(dayOf(server.clock.now()), 3)).getTime() + 3_600_000))
  expect((await earn(user)).total_profit).toBeGreaterThan(0)
  expect((await held(referrer)).wallet).toBe(0n)
})

async function costOf(kind: string): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(e.amount), 0)::bigint as sum
      from ledger_entries e join ledger_accounts a on a.id = e.account_id where a.kind = ${kind}`.execute(
    server.services.db,
  )
  return rows[0]?.sum ?? 0n
}

async function recordsOf(user: TestUser, columns = sql`locked_until, lock_reason, cardinality(pictures) as files`) {
  const { rows } = await sql`
    select ${columns} from kyc_records where user_id = ${user.id}`.execute(server.services.db)
  return rows
}
