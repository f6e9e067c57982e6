import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { balancesOf } from '../ledger/balances.ts'
import { invariants as ledgerInvariants } from '../ledger/invariants.ts'
import { transaction } from '../platform/database.ts'
import { openSession } from '../platform/sessions.ts'
import { sendTexts } from '../platform/sms.ts'
import { codeMatches, hashCode, newCode } from './otp.ts'
import { invariants } from './invariants.ts'
import { paise } from '@bittkosh/contract/money'

let server: TestServer
let admin: TestUser

beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin' })
})
afterAll(async () => {
  for (const { name, find } of [...ledgerInvariants, ...invariants])
    expect(await find(server.services.db), name).toEqual([])
  await server.close()
})

const initiate = (as: TestUser, body: unknown, key?: string) =>
  server.call('POST', '/balance-transfer/initiate', { as, body, ...(key ? { key } : {}) })
const verify = (as: TestUser, transfer_id: number, otp: string, key?: string) =>
  server.call('POST', '/balance-transfer/verify', { as, body: { transfer_id, otp }, ...(key ? { key } : {}) })
const wallet = async (user: TestUser) => (await balancesOf(server.services.db, user.id)).wallet
const minutes = (count: number) => new Date(server.clock.now().getTime() + count * 60_000)

async function lastMail(user: TestUser) {
  const { rows } = await sql<{ subject: string; body: string; useless_after: Date | null }>`
    select subject, body, useless_after from mails where recipient = ${user.email} order by id desc limit 1`.execute(
    server.services.db,
  )
  return rows[0] ?? { subject: '', body: '', useless_after: null }
}
const codeFor = async (user: TestUser) => /^(\d{6}) /.exec((await lastMail(user)).body)?.[1] ?? ''
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function pair({ rupees = 1_000 } = {}) {
  return {
    sender: await server.makeUser({ walletRupees: rupees, name: 'Imran Shaikh' }),
    receiver: await server.makeUser({ name: 'Asha Rao' }),
  }
}

async function opened({ rupees = 1_000, amount = 500 } = {}) {
  const { sender, receiver } = await pair({ rupees })
  const { body } = await initiate(sender, { recipient: receiver.email, amount })
  return { sender, receiver, id: body.transfer_id as number, code: await codeFor(sender) }
}

async function statusOf(id: number): Promise<string> {
  const list = await server.call('GET', '/admin/balance-transfers?per_page=100', { as: admin })
  return list.body.transfers.find((transfer: { id: number }) => transfer.id === id)?.status
}

test('a transfer from the first step to the last', async () => {
  const { sender, receiver } = await pair()
  const begun = await initiate(sender, { recipient: receiver.phone, amount: 500, note: 'Chai' })
  expect(begun).toMatchObject({
    status: 201,
    body: { transfer_id: expect.any(Number), receiver_name: 'Asha R•••', amount: 500, fee: 15, total_deducted: 515 },
  })
  expect(new Date(begun.body.expires_at).getTime() - server.clock.now().getTime()).toBeGreaterThan(290_000)
  expect(await wallet(sender)).toBe(1_000_00n)
  const mail = await lastMail(sender)
  expect(mail.body).toMatch(/^\d{6} is your one-time code to send ₹500.00 to Asha R•••\./)
  expect(mail.body).toContain('Leaving your wallet: ₹515.00')
  expect(mail.useless_after?.toISOString()).toBe(begun.body.expires_at)
  const terms = await server.call('GET', '/balance-transfer/terms', { as: sender })
  expect(terms.body).toEqual({
    balance: 1_000,
    fee_percentage: 3,
    open_transfer: { ...begun.body, seconds_left: expect.any(Number) },
    daily_limit: 1_000_000,
    left_today: 1_000_000,
    new_recipient_limit: 500_000,
    frozen_until: null,
  })

  const done = await verify(sender, begun.body.transfer_id, await codeFor(sender))
  expect(done).toMatchObject({
    status: 200,
    body: {
      transfer: {
        id: begun.body.transfer_id,
        receiver_name: 'Asha Rao',
        amount: 500,
        fee: 15,
        total_deducted: 515,
        completed_at: expect.stringMatching(/Z$/),
      },
    },
  })
  expect([await wallet(sender), await wallet(receiver)]).toEqual([485_00n, 500_00n])
  const notes = await server.call('GET', '/notifications', { as: receiver })
  expect(notes.body.data[0]).toMatchObject({
    title: 'Money received',
    message: 'Imran Shaikh sent you ₹500.00 with BittPay. Note: Chai',
  })
  const sent = (await server.call('GET', '/transactions?type=balance_transfer_sent', { as: sender })).body.transactions
  expect(sent).toMatchObject([{ status: 'completed', amount: 515, counterparty: 'Asha Rao', direction: 'out' }])
  const got = (await server.call('GET', '/transactions?type=balance_transfer_received', { as: receiver })).body
  expect(got.transactions).toMatchObject([{ status: 'completed', amount: 500, counterparty: 'Imran Shaikh' }])
})

describe('who cannot be sent to', () => {
  test('an unknown, an inactive, an admin and a closed recipient get the same answer', async () => {
    const { sender } = await pair()
    const inactive = await server.makeUser()
    const closed = await server.makeUser()
    await sql`update users set is_active = false where id = ${inactive.id}`.execute(server.services.db)
    await sql`update users set closed_at = created_at where id = ${closed.id}`.execute(server.services.db)
    const answers = []
    for (const recipient of ['nobody@example.test', inactive.email, inactive.phone, admin.email, closed.email])
      answers.push(await initiate(sender, { recipient, amount: 100 }))
    expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1)
    expect(answers[0]).toMatchObject({
      status: 422,
      body: { code: 'recipient_unknown', errors: { recipient: expect.any(String) } },
    })
    expect((await server.call('GET', '/balance-transfer/terms', { as: sender })).body.open_transfer).toBeNull()
  })

  test.each([
    ['oneself', (sender: TestUser) => ({ recipient: sender.email.toUpperCase(), amount: 100 }), 'recipient_self'],
    ['more than the wallet holds with the fee', () => ({ amount: 970.88 }), 'insufficient_balance'],
    ['an amount of zero', () => ({ amount: 0 }), 'invalid'],
    ['a third decimal', () => ({ amount: 1.005 }), 'invalid'],
    ['no address', () => ({ recipient: 'Asha', amount: 1 }), 'invalid'],
    ['a note too long', () => ({ amount: 1, note: 'x'.repeat(501) }), 'invalid'],
    ['a field too many', () => ({ amount: 1, fee: 0 }), 'invalid'],
  ])('%s', async (_case, change, code) => {
    const { sender, receiver } = await pair()
    const reply = await initiate(sender, { recipient: receiver.email, ...change(sender) })
    expect(reply).toMatchObject({ status: 422, body: { code } })
    expect(await wallet(sender)).toBe(1_000_00n)
    expect((await lastMail(sender)).body).toBe('')
  })

  test('₹970.87 and its fee is exactly the wallet', async () => {
    const { sender, receiver, id, code } = await opened({ amount: 970.87 })
    expect((await verify(sender, id, code)).status).toBe(200)
    expect([await wallet(sender), await wallet(receiver)]).toEqual([0n, 970_87n])
  })
})

describe('the code', () => {
  test('works once, also for twenty at the same time', async () => {
    const { sender, receiver, id, code } = await opened()
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(sender, id, code)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(await verify(sender, id, code)).toMatchObject({ status: 422, body: { code: 'otp_wrong' } })
    expect([await wallet(sender), await wallet(receiver)]).toEqual([485_00n, 500_00n])
  })

  test('with one Idempotency-Key answers the first answer again', async () => {
    const { sender, receiver, id, code } = await opened()
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(sender, id, code, 'k')))
    expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    expect(await wallet(receiver)).toBe(500_00n)
    expect((await verify(sender, id, wrongOf(code), 'k')).body.code).toBe('key_reused')
  })

  test('an initiate repeated with its key is the same transfer and sends one code', async () => {
    const { sender, receiver } = await pair()
    const body = { recipient: receiver.email, amount: 10 }
    const answers = await Promise.all(Array.from({ length: 20 }, () => initiate(sender, body, 'again')))
    expect(new Set(answers.map((answer) => answer.body.transfer_id)).size).toBe(1)
    const { rows } = await sql`select from mails where recipient = ${sender.email}`.execute(server.services.db)
    expect(rows).toHaveLength(1)
  })

  test('five wrong ones end the transfer, and the right one comes too late', async () => {
    const { sender, id, code } = await opened()
    for (let n = 0; n < 5; n++) {
      expect(await statusOf(id)).toBe('pending')
      expect(await verify(sender, id, wrongOf(code), `try-${n}`)).toMatchObject({
        status: 422,
        body: { code: 'otp_wrong', message: 'Invalid OTP or transfer expired' },
      })
    }
    expect(await statusOf(id)).toBe('failed')
    expect((await verify(sender, id, code)).body.code).toBe('otp_wrong')
    expect(await wallet(sender)).toBe(1_000_00n)
  })

  test('ten wrong ones within a day pause BittPay for a day, with a mail; then it works again', async () => {
    const { sender, receiver } = await pair()
    for (let n = 0; n < 2; n++) {
      const { body } = await initiate(sender, { recipient: receiver.email, amount: 1 })
      const wrong = wrongOf(await codeFor(sender))
      await Promise.all(Array.from({ length: 8 }, () => verify(sender, body.transfer_id, wrong)))
    }
    const counted = await sql`select from transfer_wrong_codes where sender_id = ${sender.id}`.execute(
      server.services.db,
    )
    expect(counted.rows).toHaveLength(10)
    expect((await lastMail(sender)).subject).toBe('BittPay is paused for 24 hours')
    expect(await initiate(sender, { recipient: receiver.email, amount: 1 })).toMatchObject({
      status: 422,
      body: { code: 'bittpay_frozen' },
    })
    const terms = await server.call('GET', '/balance-transfer/terms', { as: sender })
    expect(terms.body.frozen_until).not.toBeNull()
    server.clock.moveTo(minutes(24 * 60))
    expect((await initiate(sender, { recipient: receiver.email, amount: 1 })).status).toBe(201)
    admin = await signedInAgain(admin)
  })

  test('lives five minutes by the clock of the server, and shows as expired without any job', async () => {
    const { sender, receiver, id, code } = await opened()
    const other = await opened()
    server.clock.moveTo(minutes(5))
    expect(await statusOf(id)).toBe('expired')
    const history = await server.call('GET', '/transactions', { as: sender })
    expect(history.body.transactions[0]).toMatchObject({ type: 'balance_transfer_sent', status: 'expired' })
    expect((await server.call('GET', '/balance-transfer/terms', { as: sender })).body.open_transfer).toBeNull()
    expect(await verify(sender, id, code)).toMatchObject({ status: 422, body: { code: 'otp_wrong' } })
    expect([await wallet(sender), await wallet(receiver)]).toEqual([1_000_00n, 0n])
    expect((await initiate(other.sender, { recipient: receiver.email, amount: 1 })).status).toBe(201)
  })

  test('dies with a newer transfer of the same sender', async () => {
    const { sender, receiver, id, code } = await opened()
    const newer = await initiate(sender, { recipient: receiver.email, amount: 2 })
    expect(await statusOf(id)).toBe('expired')
    expect((await verify(sender, id, code)).body.code).toBe('otp_wrong')
    expect((await verify(sender, newer.body.transfer_id, await codeFor(sender))).status).toBe(200)
  })

  test('fifty initiates at once leave one open transfer', async () => {
    const { sender, receiver } = await pair()
    await Promise.all(Array.from({ length: 50 }, () => initiate(sender, { recipient: receiver.email, amount: 1 })))
    const { rows } = await sql`
      select from balance_transfers where sender_id = ${sender.id} and status = 'pending'`.execute(server.services.db)
    expect(rows).toHaveLength(1)
  })

  test('of another transfer, or of another sender, is worth nothing', async () => {
    const mine = await opened()
    const theirs = await opened()
    expect((await verify(mine.sender, theirs.id, theirs.code)).status).toBe(404)
    if (mine.code !== theirs.code) expect((await verify(mine.sender, mine.id, theirs.code)).body.code).toBe('otp_wrong')
    expect((await verify(mine.receiver, mine.id, mine.code)).status).toBe(404)
  })

  test('must be six digits, as text', async () => {
    const { sender, id } = await opened()
    for (const otp of ['12345', '1234567', '12 456', '１２３４５６', 123456])
      expect(await verify(sender, id, otp as string)).toMatchObject({
        status: 422,
        body: { errors: { otp: expect.any(String) } },
      })
    expect(await statusOf(id)).toBe('pending')
  })

  test('is nowhere in the database once it has been of use', async () => {
    const { id, sender, code } = await opened()
    await verify(sender, id, code)
    const { rows } = await sql<{ otp_hash: Buffer | null }>`
      select otp_hash from balance_transfers where id = ${id}`.execute(server.services.db)
    expect(rows[0]?.otp_hash).toBeNull()
  })

  test('confirms nothing but its own transfer, sender, receiver, amount and fee', () => {
    const confirmed = { id: 1, sender: 2, receiver: 3, amount: paise(500n), fee: paise(15n) }
    const { config } = server.services
    const hash = hashCode(config, '123456', confirmed)
    expect(codeMatches(config, '123456', { ...confirmed, hash })).toBe(true)
    for (const change of [{ id: 2 }, { sender: 9 }, { receiver: 9 }, { amount: paise(501n) }, { fee: paise(14n) }])
      expect(codeMatches(config, '123456', { ...confirmed, ...change, hash })).toBe(false)
    expect(codeMatches(config, '123457', { ...confirmed, hash })).toBe(false)
    expect(codeMatches(config, '123456', { ...confirmed, hash: null })).toBe(false)
    for (let n = 0; n < 1_000; n++) expect(newCode()).toMatch(/^\d{6}$/)
  })
})

describe('the limits of a day', () => {
  const limits = {
    transfer_daily_limit: 200_000,
    transfer_daily_received_limit: 500_000,
    transfer_new_recipient_limit: 100_000,
  }
  const setEach = (values: Record<string, number>) =>
    Promise.all(
      Object.entries(values).map(([key, value]) =>
        server.call('PUT', `/settings/${key}`, { as: admin, body: { value } }),
      ),
    )
  beforeAll(() => setEach(limits))
  afterAll(() =>
    setEach({
      transfer_daily_limit: 1_000_000,
      transfer_daily_received_limit: 2_500_000,
      transfer_new_recipient_limit: 500_000,
    }),
  )

  const send = async (sender: TestUser, receiver: TestUser, amount: number) => {
    const begun = await initiate(sender, { recipient: receiver.email, amount })
    if (begun.status !== 201) return begun
    return verify(sender, begun.body.transfer_id, await codeFor(sender))
  }

  test('to new recipients so much within 24 hours, to all so much a day', async () => {
    const { sender, receiver } = await pair({ rupees: 1_000_000 })
    const other = await server.makeUser()
    expect((await send(sender, receiver, 60_000)).status).toBe(200)
    expect(await send(sender, other, 40_001)).toMatchObject({
      status: 422,
      body: {
        code: 'new_recipient_limit',
        errors: { amount: 'To new recipients you can send at most ₹1,00,000.00 within 24 hours; ₹40,000.00 is left.' },
      },
    })
    expect((await send(sender, other, 40_000)).status).toBe(200)
    expect(await wallet(sender)).toBe(1_000_000_00n - 103_000_00n)

    server.clock.moveTo(minutes(24 * 60)) // both are known from now on
    expect((await send(sender, receiver, 150_000)).status).toBe(200)
    expect(await send(sender, receiver, 50_001)).toMatchObject({
      status: 422,
      body: { code: 'transfer_limit', message: 'You can send ₹50,000.00 more today. The limit is ₹2,00,000.00 a day.' },
    })
    const terms = await server.call('GET', '/balance-transfer/terms', { as: sender })
    expect(terms.body).toMatchObject({ daily_limit: 200_000, left_today: 50_000, new_recipient_limit: 100_000 })
    admin = await signedInAgain(admin)
  })

  test('count again when the code is entered, and many senders at once do not pass what one may receive', async () => {
    const receiver = await server.makeUser()
    const senders = await Promise.all(Array.from({ length: 7 }, () => server.makeUser({ walletRupees: 200_000 })))
    const begun = await Promise.all(
      senders.map(async (sender) => {
        const { body } = await initiate(sender, { recipient: receiver.email, amount: 90_000 })
        return { sender, id: body.transfer_id as number, code: await codeFor(sender) }
      }),
    )
    const answers = await Promise.all(begun.map(({ sender, id, code }) => verify(sender, id, code)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(5) // 4,50,000 of 5,00,000
    expect(answers.filter((answer) => answer.body.code === 'receiver_limit')).toHaveLength(2)
    expect(await wallet(receiver)).toBe(450_000_00n)
  })
})

describe('between the two steps', () => {
  test('money that has gone meanwhile ends the transfer as failed', async () => {
    const { sender, receiver, id, code } = await opened()
    await server.call('POST', '/flexible/deposit', { as: sender, body: { amount: 600 } })
    expect(await verify(sender, id, code)).toMatchObject({ status: 422, body: { code: 'insufficient_balance' } })
    expect(await statusOf(id)).toBe('failed')
    expect([await wallet(sender), await wallet(receiver)]).toEqual([400_00n, 0n])
  })

  test('a receiver who was deactivated gets nothing', async () => {
    const { sender, receiver, id, code } = await opened()
    await sql`update users set is_active = false where id = ${receiver.id}`.execute(server.services.db)
    expect(await verify(sender, id, code)).toMatchObject({ status: 422, body: { code: 'recipient_unknown' } })
    expect(await statusOf(id)).toBe('failed')
    expect([await wallet(sender), await wallet(receiver)]).toEqual([1_000_00n, 0n])
  })

  test('a changed fee does not touch an open transfer', async () => {
    const { sender, id, code } = await opened()
    await server.call('PUT', '/settings/transfer_fee_percentage', { as: admin, body: { value: 10 } })
    expect((await verify(sender, id, code)).body.transfer).toMatchObject({ fee: 15 })
    await server.call('PUT', '/settings/transfer_fee_percentage', { as: admin, body: { value: 3 } })
  })
})

test('opposing transfers at once lose nothing and never fail for another reason than money', async () => {
  const users = await Promise.all(Array.from({ length: 4 }, () => server.makeUser({ walletRupees: 100 })))
  for (let round = 0; round < 5; round++) {
    const open = await Promise.all(
      users.map(async (sender, n) => {
        const receiver = users[(n + 1 + (round % 3)) % 4] as TestUser
        const { body } = await initiate(sender, { recipient: receiver.email, amount: 7.01 })
        return { sender, id: body.transfer_id as number, code: await codeFor(sender) }
      }),
    )
    const answers = await Promise.all(open.map(({ sender, id, code }) => verify(sender, id, code)))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200])
  }
  const total = (await Promise.all(users.map(wallet))).reduce((sum, held) => sum + held, 0n)
  expect(total).toBe(400_00n - 20n * 21n) // ₹0.2103 of fee, rounded
})

describe('the overview of admins', () => {
  test('counts what happened and pages', async () => {
    const before = (await server.call('GET', '/admin/balance-transfers', { as: admin })).body.statistics.overall
    const { sender, id, code } = await opened()
    await verify(sender, id, code)
    await opened()
    const reply = await server.call('GET', '/admin/balance-transfers?page=1&per_page=2', { as: admin })
    const { overall } = reply.body.statistics
    expect(overall.completed_transfers).toBe(before.completed_transfers + 1)
    expect(overall.pending_transfers).toBe(before.pending_transfers + 1)
    expect(overall.total_amount_transferred).toBeCloseTo(before.total_amount_transferred + 500, 2)
    expect(overall.total_fees_collected).toBeCloseTo(before.total_fees_collected + 15, 2)
    const { completed, pending, failed, expired } = overall.status_breakdown
    expect(completed + pending + failed + expired).toBe(overall.total_transfers)
    expect(overall.success_rate).toBeCloseTo((100 * completed) / overall.total_transfers, 2)
    expect(reply.body.transfers).toHaveLength(2)
    expect(reply.body.pagination).toEqual({
      current_page: 1,
      last_page: Math.ceil(overall.total_transfers / 2),
      total: overall.total_transfers,
    })
    expect(reply.body.transfers[1]).toMatchObject({
      id,
      status: 'completed',
      processing_fee: 15,
      total_deducted: 515,
      sender: { name: 'Imran Shaikh', email: sender.email, phone: sender.phone },
      receiver: { name: 'Asha Rao' },
    })
    for (const status of ['completed', 'pending', 'failed', 'expired']) {
      const filtered = await server.call('GET', `/admin/balance-transfers?status=${status}&per_page=100`, { as: admin })
      expect(filtered.body.pagination.total).toBe(filtered.body.transfers.length)
      expect(new Set(filtered.body.transfers.map((row: { status: string }) => row.status)).size).toBeLessThanOrEqual(1)
    }
  })

  test('is closed to users, and BittPay to admins', async () => {
    const user = await server.makeUser()
    expect((await server.call('GET', '/admin/balance-transfers', { as: user })).status).toBe(403)
    expect((await initiate(admin, { recipient: user.email, amount: 1 })).status).toBe(403)
    expect(
      (await server.call('POST', '/balance-transfer/verify', { body: { transfer_id: 1, otp: '000000' } })).status,
    ).toBe(401)
  })
})

test('five initiates an hour, then 429 with the time to wait', async () => {
  const limited = await testServer({ env: { RATE_LIMITS: 'on' } })
  const sender = await limited.makeUser({ walletRupees: 100 })
  const receiver = await limited.makeUser()
  // the middle of an hour, so that all six fall into one
  limited.clock.moveTo(new Date('2026-12-01T10:30:00Z'))
  const session = { user: sender.id, role: 'user' as const, device: 'test', at: limited.clock.now() }
  const token = await transaction(limited.services.db, (tx) => openSession(tx, session))
  const answers = []
  for (let n = 0; n < 6; n++) {
    const body = { recipient: receiver.email, amount: 1 }
    answers.push(await limited.call('POST', '/balance-transfer/initiate', { as: { ...sender, token }, body }))
  }
  expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201, 201, 429])
  expect(Number(answers[5]?.headers['retry-after'])).toBeGreaterThan(0)
  await limited.close()
})

test('with a gateway set the code also goes by SMS, after the commit, and is tried again', async () => {
  const received: unknown[] = []
  let failures = 1
  const gateway = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += chunk))
    request.on('end', () => {
      if (failures-- > 0) return response.writeHead(503).end()
      received.push(JSON.parse(text))
      return response.end('queued')
    })
  })
  await new Promise<void>((ready) => gateway.listen(0, '127.0.0.1', ready))
  const { port } = gateway.address() as AddressInfo
  const texting = await testServer({ env: { SMS_URL: `http://127.0.0.1:${port}/send?entity=1` } })
  const sender = await texting.makeUser({ walletRupees: 100 })
  const receiver = await texting.makeUser({ name: 'Asha Rao' })
  await texting.call('POST', '/balance-transfer/initiate', {
    as: sender,
    body: { recipient: receiver.email, amount: 50 },
  })
  await sendTexts.run(texting.services, texting.clock.now())
  expect(received).toEqual([])
  texting.clock.moveTo(new Date(texting.clock.now().getTime() + 31_000))
  await sendTexts.run(texting.services, texting.clock.now())
  expect(received).toEqual([
    { to: sender.phone, message: expect.stringMatching(/^\d{6} is your BittKosh code to send ₹50.00 to Asha R•••\./) },
  ])
  const { rows } = await sql<{ body: string }>`select body from texts`.execute(texting.services.db)
  expect(rows).toEqual([{ body: '' }])
  gateway.close()
  await texting.close()
})

async function signedInAgain(user: TestUser): Promise<TestUser> {
  const session = { user: user.id, role: 'admin' as const, device: 'test', at: server.clock.now() }
  return { ...user, token: await transaction(server.services.db, (tx) => openSession(tx, session)) }
}

describe('what an admin reads of one transfer', () => {
  const details = (id: number, as = admin) => server.call('GET', `/admin/balance-transfers/${id}`, { as })

  test('its steps with their times, both sides and the lines of the ledger', async () => {
    const { sender, receiver, id, code } = await opened()
    const begun = server.clock.now()
    expect((await details(id)).body).toMatchObject({
      status: 'pending',
      wrong_codes: 0,
      ended_at: null,
      failure: null,
      entries: [],
    })
    server.clock.moveTo(minutes(1))
    const missedAt = server.clock.now()
    await verify(sender, id, wrongOf(code))
    server.clock.moveTo(minutes(1))
    await verify(sender, id, code)
    const { status, body } = await details(id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id,
      status: 'completed',
      sender: { id: sender.id, email: sender.email },
      receiver: { id: receiver.id, name: 'Asha Rao' },
      wrong_codes: 1,
      replaced: false,
      failure: null,
      entries: [
        { side: 'sender', amount: -515, balance_after: 485 },
        { side: 'fee', amount: 15, balance_after: null },
        { side: 'receiver', amount: 500, balance_after: 500 },
      ],
    })
    const times = [body.created_at, body.wrong_codes_at[0], body.ended_at].map((at) => new Date(at).getTime())
    expect(times[0]).toBeLessThanOrEqual(begun.getTime())
    expect(times[1]).toBeGreaterThanOrEqual(missedAt.getTime())
    expect(times[2]).toBeGreaterThan(times[1]!)
    expect(body.completed_at).toBe(body.ended_at)
  })

  test('why it failed: wrong codes, or what had changed when the right one came', async () => {
    const guessed = await opened()
    for (let n = 0; n < 5; n++) await verify(guessed.sender, guessed.id, wrongOf(guessed.code), `miss-${n}`)
    expect((await details(guessed.id)).body).toMatchObject({
      status: 'failed',
      failure: 'wrong_codes',
      wrong_codes: 5,
      wrong_codes_at: { length: 5 },
      entries: [],
    })
    const gone = await opened()
    await sql`update users set is_active = false where id = ${gone.receiver.id}`.execute(server.services.db)
    await verify(gone.sender, gone.id, gone.code)
    expect((await details(gone.id)).body).toMatchObject({ status: 'failed', failure: 'recipient_inactive' })
    const poor = await opened()
    await server.call('POST', '/flexible/deposit', { as: poor.sender, body: { amount: 900 } })
    await verify(poor.sender, poor.id, poor.code)
    expect((await details(poor.id)).body).toMatchObject({ status: 'failed', failure: 'insufficient_balance' })
  })

  test('whether it ran out of time or was replaced, and the wrong codes of each are its own', async () => {
    const { sender, receiver, id, code } = await opened()
    await verify(sender, id, wrongOf(code))
    server.clock.moveTo(minutes(1))
    const next = (await initiate(sender, { recipient: receiver.email, amount: 1 })).body.transfer_id
    expect((await details(id)).body).toMatchObject({ status: 'expired', replaced: true, wrong_codes_at: { length: 1 } })
    server.clock.moveTo(minutes(6))
    const { body } = await details(next)
    expect(body).toMatchObject({
      status: 'expired',
      replaced: false,
      wrong_codes_at: [],
      ended_at: body.otp_expires_at,
    })
  })

  test('only an admin, and only one that exists', async () => {
    const { sender, id } = await opened()
    expect((await details(id, sender)).status).toBe(403)
    expect((await details(2_000_000_000)).status).toBe(404)
  })
})
