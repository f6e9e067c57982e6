import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { CLAIM_MAILS, jobs } from '../auth/jobs.ts'
import { sql } from '../platform/database/sql.ts'

let server: TestServer
let meera: TestUser

beforeAll(async () => {
  server = await testServer()
  meera = await server.makeUser({ role: 'admin', name: 'Meera' })
})
afterAll(() => server.close())

const fresh = () => `visitor-${randomUUID()}@example.test`
const contact = (email: string, message = 'My account is locked', on = server) =>
  on.call('POST', '/contact', { body: { name: 'Asha Rao', email, message } })
const waiting = (token: string) => server.call('POST', '/contact/waiting', { body: { token } })
const confirm = (token: string, messages: number[]) =>
  server.call('POST', '/contact/confirm', { body: { token, messages } })
const thread = (token: string) => server.call('POST', '/contact/conversation', { body: { token } })
const reply = (token: string, text: string) => server.call('POST', '/contact/reply', { body: { token, text } })

async function mailsTo(email: string, on = server): Promise<string[]> {
  const { rows } = await sql<{ body: string }>`
    select body from outbox where recipient = ${email} order by id`.execute(on.services.db)
  return rows.map(({ body }) => body)
}
const tokenIn = (mail = '', kind = 'confirm') => new RegExp(`contact\\?${kind}=(\\S+)`).exec(mail)?.[1] ?? ''
const found = async (email: string) =>
  (await server.call('GET', `/admin/conversations?search=${encodeURIComponent(email)}`, { as: meera })).body

/** A confirmed message, and its conversation. */
async function confirmed(email = fresh()) {
  await contact(email)
  const token = tokenIn((await mailsTo(email)).at(-1))
  const { data } = (await waiting(token)).body
  await confirm(token, [data[0].id])
  const [item] = (await found(email)).data
  return { email, id: item.id as number }
}
async function answer(id: number, text = 'Please send the UTR.') {
  const { data } = (await server.call('GET', `/admin/conversations/${id}`, { as: meera })).body
  return server.call('POST', `/admin/conversations/${id}/messages`, { as: meera, body: { text, seen: data[0].id } })
}

test('a visitor’s message reaches the team once its address is confirmed, and the answer goes there', async () => {
  const email = fresh()
  expect((await contact(email, 'I typed this')).body).toEqual({ email })
  expect((await found(email)).data).toEqual([])
  const [mail] = await mailsTo(email)
  expect(mail).not.toMatch(/typed this|Asha/)

  const token = tokenIn(mail)
  const { body } = await waiting(token)
  expect(body).toMatchObject({ email, data: [{ name: 'Asha Rao', text: 'I typed this' }] })
  expect((await confirm(token, [body.data[0].id])).body).toEqual({ sent: 1 })
  const [item] = (await found(email)).data
  expect(item).toMatchObject({ user_id: null, name: 'Asha Rao', email, state: 'open', preview: 'I typed this' })

  await answer(item.id, 'Which bank?')
  const answered = (await mailsTo(email)).at(-1)
  expect(answered).toContain('> Which bank?')
  const link = tokenIn(answered, 'thread')
  expect((await thread(link)).body.data.map(({ text }: { text: string }) => text)).toEqual([
    'Which bank?',
    'I typed this',
  ])
  expect((await reply(link, 'Axis')).status).toBe(201)
  expect((await found(email)).data[0]).toMatchObject({ state: 'open', preview: 'Axis' })
})

test('a confirmed link works once', async () => {
  const email = fresh()
  await contact(email)
  const token = tokenIn((await mailsTo(email))[0])
  const { data } = (await waiting(token)).body
  expect((await confirm(token, [data[0].id])).status).toBe(200)
  for (const again of [await confirm(token, [data[0].id]), await waiting(token)])
    expect([again.status, again.body.code]).toEqual([422, 'contact_link_dead'])
  expect((await found(email)).counts.open).toBe(1)
})

test('one address gets one link an hour, and that link shows everything that waits', async () => {
  const email = fresh()
  await Promise.all([contact(email, 'One'), contact(email, 'Two'), contact(email, 'Three')])
  const mails = await mailsTo(email)
  expect(mails).toHaveLength(1)
  const { data } = (await waiting(tokenIn(mails[0]))).body
  expect(data.map(({ text }: { text: string }) => text).toSorted()).toEqual(['One', 'Three', 'Two'])
  server.clock.moveTo(new Date(server.clock.now().getTime() + 3_600_000))
  meera = await server.signedInAgain(meera)
  await contact(email, 'Four')
  expect(await mailsTo(email)).toHaveLength(2)
  // A message that was not chosen, perhaps a stranger's, is deleted.
  expect((await confirm(tokenIn(mails[0]), [data[0].id])).body).toEqual({ sent: 1 })
  expect((await waiting(tokenIn((await mailsTo(email))[1]))).status).toBe(422)
  expect((await found(email)).counts.open).toBe(1)
})

test('writing in somebody else’s name displaces no link of the owner', async () => {
  const email = fresh()
  await contact(email, 'Mine')
  for (let n = 0; n < 15; n++) await contact(email, `Flood ${n}`)
  const { data } = (await waiting(tokenIn((await mailsTo(email))[0]))).body
  expect(data[0].text).toBe('Mine')
  expect(data).toHaveLength(11)
  expect(await mailsTo(email)).toHaveLength(1)
})

test('a link expires after a day, and unconfirmed messages are deleted', async () => {
  const email = fresh()
  await contact(email)
  const token = tokenIn((await mailsTo(email))[0])
  await server.travelTo(new Date(server.clock.now().getTime() + 25 * 3_600_000))
  meera = await server.signedInAgain(meera)
  expect((await waiting(token)).body.code).toBe('contact_link_dead')
  const { rows } = await sql`select from contact_requests where email = ${email}`.execute(server.services.db)
  expect(rows).toEqual([])
})

test.each([
  ['nonsense', () => 'nonsense'],
  ['another number', (token: string, other: number) => token.replace(/^\d+/, String(other))],
  ['a changed signature', (token: string) => token.replace(/\.../, '.AA')],
  ['no signature', (token: string) => token.replace(/\..*/, '.')],
])('%s opens no conversation', async (_case, change) => {
  const [mine, others] = [await confirmed(), await confirmed()]
  await answer(mine.id)
  const token = tokenIn((await mailsTo(mine.email)).at(-1), 'thread')
  expect((await thread(token)).status).toBe(200)
  const changed = change(token, others.id)
  for (const met of [await thread(changed), await reply(changed, 'Mine')])
    expect([met.status, met.body.code]).toEqual([422, 'contact_link_dead'])
})

test('a conversation never belongs to an account by itself: the team sees the account that has proven the address', async () => {
  const [proven, unproven] = [await server.makeUser(), await server.makeUser({ isProven: false })]
  for (const [account, shown] of [
    [proven, { id: proven.id, name: proven.name, is_active: true }],
    [unproven, null],
  ] as const) {
    const { id } = await confirmed(account.email)
    const opened = (await server.call('GET', `/admin/conversations/${id}`, { as: meera })).body
    expect([opened.asker, opened.account]).toEqual([null, shown])
    await answer(id)
    expect((await server.call('GET', '/conversations', { as: account })).body.data).toEqual([])
    expect((await server.call('GET', '/notifications', { as: account })).body.data).toEqual([])
  }
})

test('a conversation and the mails to its address outlive the account that held the address unproven', async () => {
  const squatter = await server.makeUser({ isProven: false })
  const { email } = squatter
  const { id } = await confirmed(email)
  await answer(id)
  await contact(email, 'Another question')
  const phone = `+9194${String(randomInt(100_000_000)).padStart(8, '0')}`
  const form = { name: 'Asha Rao', email, phone, password: 'teen hathi nadi par' }
  expect((await server.call('POST', '/register', { body: form })).body.code).toBe('email_taken')
  await jobs.find(({ name }) => name === CLAIM_MAILS)?.run(server.services, server.clock.now())
  const mails = await mailsTo(email)
  const token = /claim-email\?token=(\S+)/.exec(mails.at(-1) ?? '')?.[1]
  expect((await server.call('POST', '/claim-email', { body: { token } })).status).toBe(200)
  expect((await server.call('GET', '/profile', { as: squatter })).status).toBe(401)
  expect(await mailsTo(email)).toEqual(mails)
  expect((await server.call('GET', `/admin/conversations/${id}`, { as: meera })).status).toBe(200)
  const link = tokenIn(
    mails.find((body) => body.includes('Please send the UTR.')),
    'thread',
  )
  expect((await thread(link)).status).toBe(200)
})

test('one address has at most five open conversations, and a refused confirmation keeps what waits', async () => {
  const { email } = await confirmed()
  for (let n = 0; n < 4; n++) await confirmed(email)
  await contact(email, 'One more')
  const token = tokenIn((await mailsTo(email)).at(-1))
  const { data } = (await waiting(token)).body
  expect((await confirm(token, [data[0].id])).body).toMatchObject({
    code: 'too_many_conversations',
    params: { open: 5 },
  })
  expect((await waiting(token)).body.data).toHaveLength(1)
})
test('five messages an hour are accepted from one network, for IPv6 its first 64 bits; others are not affected', async () => {
  const limited = await testServer({ env: { RATE_LIMITS: 'on' } })
  limited.clock.moveTo(new Date('2026-12-01T10:30:20Z')) // within one hour
  const from = async (address: string) => {
    const body = { name: 'Asha', email: fresh(), message: 'Hello' }
    return (await limited.call('POST', '/contact', { body, address })).status
  }
  const statuses: number[] = []
  for (let n = 0; n < 6; n++) statuses.push(await from(`2001:db8:1:2:${n}::1`))
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
  expect(await from('2001:db8:1:3::1')).toBe(201)
  await limited.close()
})

test.each([
  ['an address that is none', { email: 'asha' }, 'email'],
  ['no name', { name: ' ' }, 'name'],
  ['a name of two lines', { name: 'Asha\nRao' }, 'name'],
  ['no message', { message: '' }, 'message'],
  ['a bidirectional mark', { message: 'a\u202Eb' }, 'message'],
])('%s is refused and nothing is mailed', async (_case, wrong, field) => {
  const email = fresh()
  const body = { name: 'Asha', email, message: 'Hello', ...wrong }
  const { status, body: refused } = await server.call('POST', '/contact', { body })
  expect([status, Object.keys(refused.errors)]).toEqual([422, [field]])
  expect(await mailsTo(email)).toEqual([])
})
