/** One timeline of a record: who requested, claimed, proposed and decided, and the notices and messages to the person. */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { transfersOn } from '../../../tests/support/transfers.ts'
import { sql } from '../platform/database/sql.ts'

let server: TestServer
let admin: TestUser
let upi: number

beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin', name: 'Meera' })
  const details = { upi_id: 'pay@bank', qr_code_url: '' }
  const body = { name: 'UPI', type: 'upi', instructions: 'Pay', details }
  upi = (await server.call('POST', '/deposit-methods', { as: admin, body })).body.id
  return async () => {
    await expectInvariants(server)
    await server.close()
  }
})

async function reversedDeposit(): Promise<number> {
  const user = await server.makeUser({ name: 'Asha Rao' })
  const asked = { amount: 5000, transaction_id: randomUUID(), payment_method: upi }
  const { id } = (await server.call('POST', '/deposits', { as: user, body: asked })).body
  const approval = { status: 'approved', approved_amount: 5000 }
  expect((await server.call('PUT', `/deposits/${id}`, { as: admin, body: approval })).status).toBe(200)
  const reversal = { reason: 'The bank took it back' }
  expect((await server.call('POST', `/deposits/${id}/reverse`, { as: admin, body: reversal })).status).toBe(200)
  return id
}

const lifeOf = (id: number, as = admin, language?: 'hi') =>
  server.call('GET', `/admin/records/deposit/${id}/life`, { as, ...(language && { language }) })
type Step = { text: string; by: string | null; sending: string | null }

test('a deposit lists what happened to it and the messages to its person, in order', async () => {
  const id = await reversedDeposit()
  await reversedDeposit() // its steps belong to another record
  const { status, body } = await lifeOf(id)
  expect(status).toBe(200)
  expect(body.data.map(({ text, by }: Step) => [text, by])).toEqual([
    ['Deposit requested', null],
    ['Deposit approved', 'Meera'],
    ['Notice: Deposit approved', null],
    ['Deposit reversed', 'Meera'],
    ['Notice: Deposit reversed', null],
    ['Mail: deposit reversed', null],
  ])
})

test('a mail shows whether it has been sent, and nothing of its content', async () => {
  const id = await reversedDeposit()
  const mail = async () => (await lifeOf(id)).body.data.at(-1)
  const at = server.clock.now()
  const mine = sql`record_kind = 'deposit' and record_id = ${id}`
  const { db } = server.services
  await sql`update outbox set sent_at = null, given_up_at = null where ${mine}`.execute(db)
  expect(await mail()).toMatchObject({ what: 'mail', text: 'Mail: deposit reversed', sending: 'waiting' })
  await sql`update outbox set sent_at = ${at} where ${mine}`.execute(db)
  expect(await mail()).toMatchObject({ sending: 'sent' })
  await sql`update outbox set sent_at = null, given_up_at = ${at} where ${mine}`.execute(db)
  expect(await mail()).toMatchObject({ sending: 'failed' })
})

test('a transfer ends when its code expires, whether or not that has been recorded, or when another replaces it', async () => {
  const bittpay = transfersOn(server)
  const endOf = async (id: number) => {
    const { body } = await server.call('GET', `/admin/records/transfer/${id}/life`, { as: admin })
    const { body: shown } = await server.call('GET', `/admin/balance-transfers/${id}`, { as: admin })
    const end = body.data.find(({ what }: { what: string }) => what === 'ended')
    expect(end?.at ?? null).toBe(shown.ended_at)
    return end?.text
  }
  const later = (minutes: number) => server.clock.moveTo(new Date(server.clock.now().getTime() + minutes * 60_000))
  const { sender, receiver, id } = await bittpay.opened()
  expect(await endOf(id)).toBeUndefined()
  later(1)
  const next = (await bittpay.initiate(sender, { recipient: receiver.email, amount: 1 })).body.transfer_id
  expect(await endOf(id)).toBe('Expired without the right code')
  expect(await endOf(next)).toBeUndefined()
  later(6)
  expect(await endOf(next)).toBe('Expired without the right code')
  await bittpay.initiate(sender, { recipient: receiver.email, amount: 1 })
  for (const each of [id, next]) expect(await endOf(each)).toBe('Expired without the right code')
})

test('it is available in Hindi too', async () => {
  const reader = await server.makeUser({ role: 'admin' }) // a call in Hindi sets the reader's language
  const { body } = await lifeOf(await reversedDeposit(), reader, 'hi')
  expect(body.data.map(({ text }: Step) => text)).toEqual([
    'जमा का अनुरोध किया',
    'जमा मंज़ूर',
    expect.stringMatching(/^सूचना: /),
    'जमा वापस ली',
    expect.stringMatching(/^सूचना: /),
    'मेल: जमा वापस ली गई',
  ])
})

test('a missing record has no life, and only admins who may read such records see one', async () => {
  expect((await lifeOf(999_999)).status).toBe(404)
  const id = await reversedDeposit()
  const statusFor = async (role: 'kyc' | 'support' | 'catalogue', kind: 'deposit' | 'kyc') => {
    const as = await server.makeUser({ role: 'admin', roles: [role] })
    return (await server.call('GET', `/admin/records/${kind}/${id}/life`, { as })).status
  }
  expect(await statusFor('catalogue', 'deposit')).toBe(403)
  expect(await statusFor('kyc', 'deposit')).toBe(403)
  expect(await statusFor('support', 'deposit')).toBe(200)
  expect(await statusFor('support', 'kyc')).toBe(403)
  expect(await statusFor('kyc', 'kyc')).toBe(404) // may read identity records, but there is none
})
