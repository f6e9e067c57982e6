/** How much may be sent and received in a day. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { type TestUser, testServer } from '../../../tests/support/server.ts'
import { transfersOn } from '../../../tests/support/transfers.ts'

const server = await testServer()
let admin = await server.makeUser({ role: 'admin' })
const bittpay = transfersOn(server)
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

const minutes = (count: number) => new Date(server.clock.now().getTime() + count * 60_000)

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
    const begun = await bittpay.initiate(sender, { recipient: receiver.email, amount })
    if (begun.status !== 201) return begun
    return bittpay.verify(sender, begun.body.transfer_id, await bittpay.codeFor(sender))
  }

  test('apply to new recipients within 24 hours, and to all recipients per day', async () => {
    const { sender, receiver } = await bittpay.pair({ rupees: 1_000_000 })
    const other = await server.makeUser()
    expect((await send(sender, receiver, 60_000)).status).toBe(200)
    expect(await send(sender, other, 40_001)).toMatchObject({
      status: 422,
      body: {
        code: 'new_recipient_limit',
        params: { limit: 100_000, left: 40_000 },
        errors: { amount: 'You can send at most ₹1,00,000.00 to new recipients within 24 hours; ₹40,000.00 is left.' },
        complaints: { amount: { code: 'new_recipient_limit', params: { limit: 100_000, left: 40_000 } } },
      },
    })
    expect((await send(sender, other, 40_000)).status).toBe(200)
    expect(await bittpay.wallet(sender)).toBe(1_000_000_00n - 103_000_00n)

    server.clock.moveTo(minutes(24 * 60)) // both are known recipients from now on
    expect((await send(sender, receiver, 150_000)).status).toBe(200)
    expect(await send(sender, receiver, 50_001)).toMatchObject({
      status: 422,
      body: {
        message: 'You can send ₹50,000.00 more today. The limit is ₹2,00,000.00 a day.',
        code: 'transfer_limit',
        params: { limit: 200_000, left: 50_000 },
      },
    })
    const terms = await server.call('GET', '/balance-transfer/terms', { as: sender })
    expect(terms.body).toMatchObject({ daily_limit: 200_000, left_today: 50_000, new_recipient_limit: 100_000 })
    admin = await server.signedInAgain(admin)
  })

  test('are checked again when the code is entered, and many concurrent senders cannot exceed a receiver’s limit', async () => {
    const receiver = await server.makeUser()
    const senders = await Promise.all(Array.from({ length: 7 }, () => server.makeUser({ walletRupees: 200_000 })))
    const begun = await Promise.all(
      senders.map(async (sender) => {
        const { body } = await bittpay.initiate(sender, { recipient: receiver.email, amount: 90_000 })
        return { sender, id: body.transfer_id as number, code: await bittpay.codeFor(sender) }
      }),
    )
    const answers = await Promise.all(begun.map(({ sender, id, code }) => bittpay.verify(sender, id, code)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(5) // 4,50,000 of 5,00,000
    expect(answers.filter((answer) => answer.body.code === 'receiver_limit')).toHaveLength(2)
    expect(await bittpay.wallet(receiver)).toBe(450_000_00n)
  })

  test('apply to all users together per day, and reset on the next day', async () => {
    server.clock.moveTo(minutes(24 * 60))
    admin = await server.signedInAgain(admin)
    await setEach({ transfer_daily_limit_of_all: 100_000 })
    const pairs = await Promise.all([1, 2, 3].map(() => bittpay.pair({ rupees: 200_000 })))
    const sent = []
    for (const { sender, receiver } of pairs) sent.push(await send(sender, receiver, 40_000))
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 422])
    expect(sent[2]?.body.code).toBe('transfers_full')
    server.clock.moveTo(minutes(24 * 60))
    admin = await server.signedInAgain(admin)
    const [pair] = pairs
    if (!pair) throw new Error('no pair')
    expect((await send(pair.sender, pair.receiver, 40_000)).status).toBe(200)
    await setEach({ transfer_daily_limit_of_all: 100_000_000 })
  })
})
