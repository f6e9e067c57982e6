/** BittPay from the first step to the last. */
import { afterAll, describe, expect, test } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { type TestUser, testServer } from '../../../tests/support/server.ts'
import { transfersOn } from '../../../tests/support/transfers.ts'
import { sql } from '../platform/database/sql.ts'

const server = await testServer()
const admin = await server.makeUser({ role: 'admin' })
const bittpay = transfersOn(server)
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

test('earlier recipients are listed by name, each once, and can be named by the transfer that paid them', async () => {
  const { sender, receiver } = await bittpay.pair()
  const second = await server.makeUser({ name: 'Ravi Menon' })
  const recent = async (as: TestUser): Promise<{ name: string; number: string }[]> =>
    (await server.call('GET', '/balance-transfer/terms', { as })).body.recent_recipients
  const send = async (recipient: string) => {
    const { body } = await bittpay.initiate(sender, { recipient, amount: 10 })
    return (await bittpay.verify(sender, body.transfer_id, await bittpay.codeFor(sender))).body.transfer
  }
  const first = await send(receiver.email)
  await send(second.email)
  const again = await send(`#${first.number}`)
  expect(again.receiver_name).toBe('Asha Rao')
  await bittpay.initiate(sender, { recipient: second.email, amount: 11 }) // its code is never entered
  expect(await recent(sender)).toEqual([
    { name: 'Asha Rao', number: again.number },
    { name: 'Ravi Menon', number: expect.any(String) },
  ])
  expect(await recent(receiver)).toEqual([])
  await sql`update users set email_verified_at = null where id = ${second.id}`.execute(server.services.db)
  expect(
    (await recent(sender)).map(({ name }) => name),
    'whom nobody finds any more',
  ).toEqual(['Asha Rao'])

  const stranger = await server.makeUser({ walletRupees: 100 })
  for (const recipient of [`#${first.number}`, '#0123456789']) {
    expect(await bittpay.initiate(stranger, { recipient, amount: 10 })).toMatchObject({
      status: 422,
      body: { code: 'recipient_unknown' },
    })
  }
  expect((await bittpay.initiate(stranger, { recipient: '#short', amount: 10 })).status).toBe(422)
})

test('a transfer from the first step to the last', async () => {
  const { sender, receiver } = await bittpay.pair()
  const begun = await bittpay.initiate(sender, { recipient: receiver.phone, amount: 500, note: 'Chai' })
  expect(begun).toMatchObject({
    status: 201,
    body: { transfer_id: expect.any(Number), receiver_name: 'Asha R•••', amount: 500, fee: 15, total_deducted: 515 },
  })
  expect(new Date(begun.body.expires_at).getTime() - server.clock.now().getTime()).toBeGreaterThan(290_000)
  expect(await bittpay.wallet(sender)).toBe(1_000_00n)
  const mail = await bittpay.lastMail(sender)
  expect(mail.body).toMatch(/^\d{6} is your one-time code to send ₹500.00 to “Asha R•••”\./)
  expect(mail.body).toContain('Leaving your wallet: ₹515.00')
  expect(mail.useless_after?.toISOString()).toBe(begun.body.expires_at)
  const terms = await server.call('GET', '/balance-transfer/terms', { as: sender })
  expect(terms.body).toEqual({
    email_verified: true,
    balance: 1_000,
    fee_percentage: 3,
    open_transfer: { ...begun.body, seconds_left: expect.any(Number), tries_left: 5 },
    code_by_sms: false,
    recent_recipients: [],
    daily_limit: 1_000_000,
    left_today: 1_000_000,
    new_recipient_limit: 500_000,
    paused_until: null,
    kyc_revoked: false,
    frozen_until: null,
    is_frozen: false,
  })

  const done = await bittpay.verify(sender, begun.body.transfer_id, await bittpay.codeFor(sender))
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
  expect([await bittpay.wallet(sender), await bittpay.wallet(receiver)]).toEqual([485_00n, 500_00n])
  const notes = await server.call('GET', '/notifications', { as: receiver })
  expect(notes.body.data[0]).toMatchObject({
    title: 'Money received',
    message: '“Imran Shaikh” sent you ₹500.00 with BittPay. They wrote: “Chai”',
  })
  const sent = (await server.call('GET', '/transactions?type=balance_transfer_sent', { as: sender })).body.transactions
  expect(sent).toMatchObject([{ status: 'completed', amount: 515, counterparty: 'Asha Rao', direction: 'out' }])
  const got = (await server.call('GET', '/transactions?type=balance_transfer_received', { as: receiver })).body
  expect(got.transactions).toMatchObject([{ status: 'completed', amount: 500, counterparty: 'Imran Shaikh' }])
})

describe('impossible recipients', () => {
  test('an unknown, an inactive, an admin and a closed recipient get the same answer', async () => {
    const { sender } = await bittpay.pair()
    const inactive = await server.makeUser()
    const closed = await server.makeUser()
    await server.call('POST', `/users/${inactive.id}/toggle-status`, { as: admin })
    await server.call('DELETE', `/users/${closed.id}`, { as: admin })
    const answers = []
    for (const recipient of ['nobody@example.test', inactive.email, inactive.phone, admin.email, closed.email])
      answers.push(await bittpay.initiate(sender, { recipient, amount: 100 }))
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
    ['an extra field', () => ({ amount: 1, fee: 0 }), 'invalid'],
  ])('%s', async (_case, change, code) => {
    const { sender, receiver } = await bittpay.pair()
    const reply = await bittpay.initiate(sender, { recipient: receiver.email, ...change(sender) })
    expect(reply).toMatchObject({ status: 422, body: { code } })
    expect(await bittpay.wallet(sender)).toBe(1_000_00n)
    expect((await bittpay.lastMail(sender)).body).toBe('')
  })

  test('₹970.87 and its fee is exactly the wallet', async () => {
    const { sender, receiver, id, code } = await bittpay.opened({ amount: 970.87 })
    expect((await bittpay.verify(sender, id, code)).status).toBe(200)
    expect([await bittpay.wallet(sender), await bittpay.wallet(receiver)]).toEqual([0n, 970_87n])
  })
})

describe('between the two steps', () => {
  test('if the money is gone, the transfer ends as failed', async () => {
    const { sender, receiver, id, code } = await bittpay.opened()
    await server.call('POST', '/flexible/deposit', { as: sender, body: { amount: 600 } })
    expect(await bittpay.verify(sender, id, code)).toMatchObject({
      status: 422,
      body: { code: 'insufficient_balance' },
    })
    expect(await bittpay.statusOf(id, admin)).toBe('failed')
    expect([await bittpay.wallet(sender), await bittpay.wallet(receiver)]).toEqual([400_00n, 0n])
  })

  test('a receiver who was deactivated gets nothing', async () => {
    const { sender, receiver, id, code } = await bittpay.opened()
    await server.call('POST', `/users/${receiver.id}/toggle-status`, { as: admin })
    expect(await bittpay.verify(sender, id, code)).toMatchObject({ status: 422, body: { code: 'recipient_unknown' } })
    expect(await bittpay.statusOf(id, admin)).toBe('failed')
    expect([await bittpay.wallet(sender), await bittpay.wallet(receiver)]).toEqual([1_000_00n, 0n])
  })

  test('a changed fee does not touch an open transfer', async () => {
    const { sender, id, code } = await bittpay.opened()
    await server.call('PUT', '/settings/transfer_fee_percentage', { as: admin, body: { value: 10 } })
    expect((await bittpay.verify(sender, id, code)).body.transfer).toMatchObject({ fee: 15 })
    await server.call('PUT', '/settings/transfer_fee_percentage', { as: admin, body: { value: 3 } })
  })
})

test('concurrent transfers in both directions lose nothing and fail only for lack of money', async () => {
  const users = await Promise.all(Array.from({ length: 4 }, () => server.makeUser({ walletRupees: 100 })))
  for (let round = 0; round < 5; round++) {
    const open = await Promise.all(
      users.map(async (sender, n) => {
        const receiver = users[(n + 1 + (round % 3)) % 4] as TestUser
        const { body } = await bittpay.initiate(sender, { recipient: receiver.email, amount: 7.01 })
        return { sender, id: body.transfer_id as number, code: await bittpay.codeFor(sender) }
      }),
    )
    const answers = await Promise.all(open.map(({ sender, id, code }) => bittpay.verify(sender, id, code)))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200])
  }
  const total = (await Promise.all(users.map(bittpay.wallet))).reduce((sum, held) => sum + held, 0n)
  expect(total).toBe(400_00n - 20n * 21n) // a fee of ₹0.2103, rounded
})

test('five initiates an hour, then 429 with the time to wait', async () => {
  const limited = await testServer({ env: { RATE_LIMITS: 'on' } })
  limited.clock.moveTo(new Date('2026-12-01T10:30:00Z')) // the middle of an hour, so that all six fall into it
  const sender = await limited.makeUser({ walletRupees: 100 })
  const receiver = await limited.makeUser()
  const answers = []
  for (let n = 0; n < 6; n++) {
    const body = { recipient: receiver.email, amount: 1 }
    answers.push(await limited.call('POST', '/balance-transfer/initiate', { as: sender, body }))
  }
  expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201, 201, 429])
  expect(Number(answers[5]?.headers['retry-after'])).toBeGreaterThan(0)
  await limited.close()
})
