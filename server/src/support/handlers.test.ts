import { randomUUID } from 'node:crypto'
import { aboutKinds } from '@bittkosh/contract/support'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadedUrl } from '../../../tests/support/pictures.ts'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { sql } from '../platform/database/sql.ts'
import { invariants } from './invariants.ts'

let server: TestServer
let meera: TestUser
let method: number

beforeAll(async () => {
  server = await testServer()
  meera = await server.makeUser({ role: 'admin', name: 'Meera' })
  const upi = { name: 'UPI', type: 'upi', instructions: 'Pay', details: { upi_id: 'pay@bank' } }
  method = (await server.call('POST', '/deposit-methods', { as: meera, body: upi })).body.id
})
afterAll(() => server.close())

const start = (as: TestUser, body: object = { text: 'Where is my deposit?' }, key?: string) =>
  server.call('POST', '/conversations', { as, body, ...(key ? { key } : {}) })
const write = (as: TestUser, id: number, body: object) =>
  server.call('POST', `/conversations/${id}/messages`, { as, body })
const open = async (as: TestUser, id: number) => (await server.call('GET', `/conversations/${id}`, { as })).body
const list = async (as: TestUser, query = '') => (await server.call('GET', `/conversations${query}`, { as })).body
const answer = async (id: number, text: string, more: object = {}) => {
  const { data } = (await server.call('GET', `/admin/conversations/${id}`, { as: meera })).body
  const body = { text, seen: data[0].id, ...more }
  return server.call('POST', `/admin/conversations/${id}/messages`, { as: meera, body })
}
const mailsTo = async (email: string) => {
  const { rows } = await sql<{ subject: string; body: string }>`
    select subject, body from outbox where recipient = ${email} order by id`.execute(server.services.db)
  return rows
}
async function deposit(of: TestUser): Promise<number> {
  const body = { amount: 1500, transaction_id: randomUUID(), payment_method: method }
  return (await server.call('POST', '/deposits', { as: of, body })).body.id
}

test('a person writes about a deposit, is answered and notified, and reads the answer', async () => {
  const asha = await server.makeUser()
  const about = { kind: 'deposit', id: await deposit(asha) }
  const { data } = (await server.call('GET', '/deposits/my', { as: asha })).body
  const started = await start(asha, { text: '  Where is\nmy deposit?  ', about })
  expect(started.status).toBe(201)
  const { id } = started.body
  expect(started.body).toMatchObject({
    about,
    number: data[0].number,
    link: `/wallet?id=deposit-${about.id}`,
    state: 'open',
    unread: 0,
    preview: 'Where is my deposit?',
    last_from: 'person',
  })

  const answered = await answer(id, 'It arrives today.\nSee https://bad.example/x')
  expect(answered.status).toBe(201)
  expect(answered.body).toMatchObject({
    from: 'support',
    by: 'Meera',
    text: 'It arrives today.\nSee https://bad.example/x',
  })
  const seen = await open(asha, id)
  expect(seen.conversation).toMatchObject({ state: 'waiting', unread: 1, last_from: 'support' })
  expect(seen.data.map(({ from, text }: { from: string; text: string }) => [from, text.slice(0, 8)])).toEqual([
    ['support', 'It arriv'],
    ['person', 'Where is'],
  ])
  expect(JSON.stringify(seen)).not.toContain('Meera')

  const notices = (await server.call('GET', '/notifications', { as: asha })).body.data
  expect(notices[0]).toMatchObject({ title: 'Support has answered', link: `/support?id=${id}`, is_read: false })
  const [mail] = await mailsTo(asha.email)
  expect(mail?.body).toContain('> It arrives today.\n> See https: //bad. example/x\n')
  expect(mail?.body).toContain(`${server.services.config.publicUrl}/support?id=${id}`)

  const read = await server.call('POST', `/conversations/${id}/read`, { as: asha, body: { message: seen.data[0].id } })
  expect(read.status).toBe(204)
  expect((await open(asha, id)).conversation.unread).toBe(0)
  expect((await server.call('GET', '/notifications/unread-count', { as: asha })).body.unread_count).toBe(0)
})

test('the person’s next message reopens a closed conversation', async () => {
  const asha = await server.makeUser()
  const { id } = (await start(asha)).body
  expect((await answer(id, 'Done.', { close: true })).status).toBe(201)
  expect((await open(asha, id)).conversation.state).toBe('closed')
  expect((await write(asha, id, { text: 'Not yet' })).body).toMatchObject({ from: 'person', text: 'Not yet' })
  expect((await open(asha, id)).conversation).toMatchObject({ state: 'open', unread: 0, preview: 'Not yet' })
  expect((await server.call('GET', '/notifications/unread-count', { as: asha })).body.unread_count).toBe(0)
})

test('a repeated key sends once', async () => {
  const asha = await server.makeUser()
  const key = randomUUID()
  const [one, two] = [await start(asha, { text: 'Hello' }, key), await start(asha, { text: 'Hello' }, key)]
  expect(two.body).toEqual(one.body)
  expect((await list(asha)).data).toHaveLength(1)
})

test('at most five are open at once, even of ten begun concurrently; a closed one makes room', async () => {
  const asha = await server.makeUser()
  const replies = await Promise.all(Array.from({ length: 10 }, (_, n) => start(asha, { text: `Question ${n}` })))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(5)
  const refused = replies.find(({ status }) => status !== 201)
  expect(refused).toMatchObject({ status: 422, body: { code: 'too_many_conversations', params: { open: 5 } } })
  const [first] = (await list(asha)).data
  await server.call('PUT', `/admin/conversations/${first.id}/closed`, { as: meera, body: { is_closed: true } })
  expect((await start(asha)).status).toBe(201)
})

test('a person asks about a move into Earn and about a correction of the balance, and finds them again', async () => {
  const asha = await server.makeUser()
  const { name, email, phone, referral_code } = (
    await server.call('GET', `/admin/users/${asha.id}/details`, { as: meera })
  ).body.user
  const edit = {
    name,
    email,
    phone,
    referral_code,
    is_active: true,
    balance: 900,
    previous_balance: 0,
    reason: 'Paid twice',
  }
  await server.call('PUT', `/admin/users/${asha.id}/edit`, { as: meera, body: edit })
  await server.call('POST', '/flexible/deposit', { as: asha, body: { amount: 500 } })
  const { transactions } = (await server.call('GET', '/transactions', { as: asha })).body
  for (const [type, kind] of [
    ['flexible_deposit', 'flexible'],
    ['adjustment', 'adjustment'],
  ]) {
    const line = transactions.find((one: { type: string }) => one.type === type)
    const started = await start(asha, { text: 'What is this?', about: { kind, id: line.id } })
    expect([started.status, started.body.number]).toEqual([201, line.number])
    expect(started.body.link).toBe(`/wallet?id=${type}-${line.id}`)
    expect((await list(asha)).data[0].about).toEqual({ kind, id: line.id })
  }
})

test('the list is paged by key, most recently written first', async () => {
  const asha = await server.makeUser()
  const ids: number[] = []
  for (let n = 0; n < 23; n++) {
    const { id } = (await start(asha, { text: `Question ${n}` })).body
    await server.call('PUT', `/admin/conversations/${id}/closed`, { as: meera, body: { is_closed: true } })
    ids.unshift(id)
  }
  const first = await list(asha)
  const second = await list(asha, `?cursor=${first.next_cursor}`)
  const shown = [...first.data, ...second.data].map(({ id }: { id: number }) => id)
  expect([first.data.length, shown, second.next_cursor]).toEqual([20, ids, null])
  expect((await server.call('GET', '/conversations?cursor=nonsense', { as: asha })).body.code).toBe('malformed')
})

test('nobody reaches another person’s conversation, or writes about another person’s record', async () => {
  const [asha, ravi] = [await server.makeUser(), await server.makeUser()]
  const { id } = (await start(asha)).body
  const met = await Promise.all([
    server.call('GET', `/conversations/${id}`, { as: ravi }),
    write(ravi, id, { text: 'Mine' }),
    server.call('POST', `/conversations/${id}/read`, { as: ravi, body: { message: 1 } }),
  ])
  expect(met.map(({ status }) => status)).toEqual([404, 404, 404])
  for (const kind of aboutKinds) {
    const record = kind === 'deposit' ? await deposit(asha) : 2_000_000_000
    const reply = await start(ravi, { text: 'Whose?', about: { kind, id: record } })
    expect([kind, reply.status, reply.body.errors]).toEqual([kind, 422, { about: 'Unknown id' }])
  }
  expect((await list(ravi)).data).toEqual([])
  expect((await open(asha, id)).data).toHaveLength(1)
})

test.each([
  ['nothing', ' \n ', 'This field is required'],
  ['2001 characters', 'a'.repeat(2001), 'Use at most 2000 characters'],
  ['a control character', 'a\u0007b', 'Remove the invisible characters'],
  ['a bidirectional mark', 'pay \u202Emoc.kosh', 'Remove the invisible characters'],
])('%s is refused', async (_case, text, sentence) => {
  const asha = await server.makeUser()
  const { id } = (await start(asha)).body
  for (const reply of [await start(asha, { text }), await write(asha, id, { text })])
    expect([reply.status, reply.body.errors]).toEqual([422, { text: sentence }])
  expect((await open(asha, id)).data).toHaveLength(1)
})

test('2000 characters are accepted as they are', async () => {
  const asha = await server.makeUser()
  const text = `<b>${'क'.repeat(1990)}</b>`
  const { id } = (await start(asha, { text })).body
  expect((await open(asha, id)).data[0].text).toBe(text)
})

test('pictures can be attached; only their owner and admins who answer may see them, and each view is logged', async () => {
  const [asha, ravi] = [await server.makeUser(), await server.makeUser()]
  const viewer = await server.makeUser({ role: 'admin', roles: ['viewer', 'kyc'] })
  const url = await uploadedUrl(server, asha)
  expect((await start(ravi, { text: 'Mine', pictures: [url] })).body.code).toBe('images_required')
  const five = await start(asha, { text: 'Many', pictures: Array.from({ length: 5 }, () => url) })
  expect(five.body.errors).toEqual({ pictures: 'Choose at most 4' })
  const { id } = (await start(asha, { text: 'The receipt', pictures: [url] })).body
  expect((await write(asha, id, { text: 'Again', pictures: [url] })).body.code).toBe('images_required')

  const look = async (link: string) => (await server.app.inject({ method: 'GET', url: link })).statusCode
  const [own] = (await open(asha, id)).data[0].pictures
  expect(await look(own)).toBe(200)
  const forAnswerer = (await server.call('GET', `/admin/conversations/${id}`, { as: meera })).body.data[0]
  expect(await look(forAnswerer.pictures[0])).toBe(200)
  const { rows } = await sql`
    select from audit_log where action = 'picture viewed' and admin_id = ${meera.id} and subject_id = ${asha.id}`.execute(
    server.services.db,
  )
  expect(rows).toHaveLength(1)
  const forViewer = (await server.call('GET', `/admin/conversations/${id}`, { as: viewer })).body.data[0]
  expect([forViewer.pictures, forViewer.picture_count]).toEqual([[], 1])
  // The viewer's valid link stops working with the role: identity documents need another permission.
  await sql`update users set roles = '{kyc}' where id = ${meera.id}`.execute(server.services.db)
  expect(await look(forAnswerer.pictures[0])).toBe(404)
  await sql`update users set roles = '{owner}' where id = ${meera.id}`.execute(server.services.db)
})

test('a mail to an unproven address carries no typed text', async () => {
  const asha = await server.makeUser({ isProven: false })
  const { id } = (await start(asha)).body
  await answer(id, 'Secretly answered')
  const [mail] = await mailsTo(asha.email)
  expect(mail?.body).toContain('/support?id=')
  expect(mail?.body).not.toContain('Secretly')
})

test('a person who is deactivated in the meantime is answered by mail, and led to the visitors’ form', async () => {
  const asha = await server.makeUser()
  const { id } = (await start(asha)).body
  await sql`update users set is_active = false where id = ${asha.id}`.execute(server.services.db)
  expect((await server.call('GET', '/conversations', { as: asha })).status).toBe(401)
  await answer(id, 'Please send the UTR.')
  const mail = (await mailsTo(asha.email)).at(-1)
  expect(mail?.body).toContain('> Please send the UTR.')
  expect(mail?.body).toContain(`${server.services.config.publicUrl}/contact\n`)
})

test('everything can be exported, and is erased with the account', async () => {
  const asha = await server.makeUser()
  const url = await uploadedUrl(server, asha)
  const { id } = (await start(asha, { text: 'One', pictures: [url] })).body
  await answer(id, 'Two')
  const { db } = server.services
  const { body: mine } = await server.call('GET', '/profile/data', { as: asha })
  expect(JSON.stringify(mine)).toContain('One')
  expect(JSON.stringify(mine)).toContain('Two')
  expect((await server.call('DELETE', `/users/${asha.id}`, { as: meera })).status).toBe(204)
  const { rows } = await sql`
    select m.id from conversation_messages m join conversations c on c.id = m.conversation_id where c.id = ${id}
    union all select 0 from files where owner_id = ${asha.id} and state = 'kept'`.execute(db)
  expect(rows).toEqual([])
})

test('the invariants of support hold', async () => {
  await expectInvariants(server, invariants)
})
