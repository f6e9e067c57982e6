import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { transfersOn } from '../../../tests/support/transfers.ts'
import { sql } from '../platform/database/sql.ts'

let server: TestServer
let meera: TestUser
let ravi: TestUser

beforeAll(async () => {
  server = await testServer()
  meera = await server.makeUser({ role: 'admin', name: 'Meera', roles: ['support'] })
  ravi = await server.makeUser({ role: 'admin', name: 'Ravi' })
})
afterAll(() => server.close())

const begin = async (as: TestUser, text = 'Where is my deposit?'): Promise<number> =>
  (await server.call('POST', '/conversations', { as, body: { text } })).body.id
const opened = async (id: number, as = meera) => (await server.call('GET', `/admin/conversations/${id}`, { as })).body
const seenOf = async (id: number) => (await opened(id)).data[0].id as number
const answer = (id: number, body: object, as = meera) =>
  server.call('POST', `/admin/conversations/${id}/messages`, { as, body })
const inbox = async (query: string, as = meera) =>
  (await server.call('GET', `/admin/conversations?${query}`, { as })).body
const assign = (id: number, admin: number | null, as = meera) =>
  server.call('PUT', `/admin/conversations/${id}/assignment`, { as, body: { admin } })
const close = (id: number, isClosed = true, seen?: number) =>
  server.call('PUT', `/admin/conversations/${id}/closed`, { as: meera, body: { is_closed: isClosed, seen } })
const logOf = async (id: number, subject = 'conversation') => {
  const { rows } = await sql<{ action: string; before: object; after: object }>`
    select action, before, after from audit_log where subject = ${subject} and subject_id = ${id} order by id`.execute(
    server.services.db,
  )
  return rows
}

test('two admins answer concurrently: one answer is sent, the other is refused', async () => {
  const id = await begin(await server.makeUser())
  const seen = await seenOf(id)
  const replies = await Promise.all([answer(id, { text: 'One', seen }, meera), answer(id, { text: 'Two', seen }, ravi)])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
  const refused = replies.find(({ status }) => status === 409)?.body
  const winner = replies[0].status === 201 ? 'Meera' : 'Ravi'
  expect(refused).toMatchObject({ code: 'answered_meanwhile', params: { by: winner } })
  expect((await opened(id)).data).toHaveLength(2)
  expect((await answer(id, { text: 'Three', seen: await seenOf(id) }, ravi)).status).toBe(201)
})

test('an answer is refused if the person has written in the meantime', async () => {
  const asha = await server.makeUser()
  const id = await begin(asha)
  const seen = await seenOf(id)
  await server.call('POST', `/conversations/${id}/messages`, { as: asha, body: { text: 'It is there now' } })
  const refused = await answer(id, { text: 'We look', seen })
  expect(refused).toMatchObject({ status: 409, body: { code: 'answered_meanwhile', params: { by: null } } })
})

test('a conversation is not closed over a message that the admin has not seen', async () => {
  const asha = await server.makeUser()
  const id = await begin(asha)
  await answer(id, { text: 'We look', seen: await seenOf(id) })
  const seen = await seenOf(id)
  await server.call('POST', `/conversations/${id}/messages`, { as: asha, body: { text: 'It is still missing' } })
  const refused = await close(id, true, seen)
  expect(refused).toMatchObject({ status: 409, body: { code: 'answered_meanwhile', params: { by: null } } })
  expect((await opened(id)).conversation.state).toBe('open')
  expect((await logOf(id)).map(({ action }) => action)).toEqual(['conversation answered'])
  expect((await close(id, true, await seenOf(id))).body.state).toBe('closed')
  expect((await close(id, false, seen)).body.state).toBe('open')
})

test('answering an unassigned conversation assigns it, and the log has the act without its text', async () => {
  const id = await begin(await server.makeUser())
  await answer(id, { text: 'Found it', seen: await seenOf(id) })
  expect((await opened(id)).conversation).toMatchObject({ state: 'waiting', assigned_to: { name: 'Meera' } })
  await assign(id, ravi.id)
  await answer(id, { text: 'Still mine', seen: await seenOf(id), close: true })
  await close(id)
  await close(id, false)
  await assign(id, null)
  await assign(id, null)
  expect(await logOf(id)).toEqual([
    {
      action: 'conversation answered',
      before: { status: 'open', assigned_to: null },
      after: { status: 'waiting', assigned_to: meera.id },
    },
    { action: 'conversation assigned', before: { assigned_to: meera.id }, after: { assigned_to: ravi.id } },
    {
      action: 'conversation answered',
      before: { status: 'waiting', assigned_to: ravi.id },
      after: { status: 'closed', assigned_to: ravi.id },
    },
    { action: 'conversation reopened', before: { status: 'closed' }, after: { status: 'open' } },
    { action: 'conversation assigned', before: { assigned_to: ravi.id }, after: { assigned_to: null } },
  ])
  expect(JSON.stringify(await logOf(id))).not.toMatch(/Found|mine/)
})

test('only an active admin who may answer can be assigned a conversation', async () => {
  const id = await begin(await server.makeUser())
  const viewer = await server.makeUser({ role: 'admin', roles: ['viewer'] })
  const gone = await server.makeUser({ role: 'admin', roles: ['support'], name: 'Gone' })
  await sql`update users set is_active = false where id = ${gone.id}`.execute(server.services.db)
  for (const admin of [viewer.id, gone.id, (await server.makeUser()).id, 2_000_000_000])
    expect((await assign(id, admin)).body).toMatchObject({ code: 'not_assignable' })
  const names = (await server.call('GET', '/admin/answerers', { as: meera })).body.map(({ name }: TestUser) => name)
  expect(names).toEqual(['Meera', 'Ravi'])
  expect((await logOf(id)).length).toBe(0)
})

test('admins who read records read conversations; only those who answer may write, assign, close and save answers', async () => {
  const id = await begin(await server.makeUser())
  const viewer = await server.makeUser({ role: 'admin', roles: ['viewer'] })
  const kyc = await server.makeUser({ role: 'admin', roles: ['kyc'] })
  const calls = (as: TestUser) =>
    Promise.all([
      server.call('GET', '/admin/conversations', { as }),
      server.call('GET', '/admin/conversations/count', { as }),
      server.call('GET', `/admin/conversations/${id}`, { as }),
      answer(id, { text: 'Hello', seen: 1_000_000 }, as),
      assign(id, as.id, as),
      server.call('PUT', `/admin/conversations/${id}/closed`, { as, body: { is_closed: true } }),
      server.call('GET', '/admin/canned-answers', { as }),
    ])
  const statuses = async (as: TestUser) => (await calls(as)).map(({ status }) => status)
  expect(await statuses(viewer)).toEqual([200, 200, 200, 403, 403, 403, 403])
  expect(await statuses(kyc)).toEqual([403, 403, 403, 403, 403, 403, 403])
  expect((await opened(id)).data).toHaveLength(1)
  for (const path of ['', '/messages', '/assignment', '/closed']) {
    const [method, body] =
      path === ''
        ? ['GET', undefined]
        : path === '/messages'
          ? ['POST', { text: 'a', seen: 1 }]
          : ['PUT', path === '/closed' ? { is_closed: true } : { admin: null }]
    const reply = await server.call(String(method), `/admin/conversations/2000000000${path}`, { as: meera, body })
    expect([path, reply.status]).toEqual([path, 404])
  }
})

test('tabs count their rows; a search finds by person, words and number', async () => {
  const name = `Kamala ${randomUUID().slice(0, 8)}`
  const asha = await server.makeUser({ name })
  const word = `zebra${randomUUID().slice(0, 8)}`
  const first = await begin(asha, `My ${word} is late`)
  const second = await begin(asha, 'Another thing')
  const third = await begin(asha, 'Done with')
  await close(third)
  await assign(first, meera.id)
  await answer(second, { text: 'Yes', seen: await seenOf(second) }, ravi)
  const search = (text: string, tab: string) => inbox(`tab=${tab}&search=${encodeURIComponent(text)}`)
  const idsIn = async (text: string, tab: string) => (await search(text, tab)).data.map(({ id }: { id: number }) => id)

  expect((await search(asha.email, 'open')).counts).toEqual({ open: 1, waiting: 1, closed: 1, mine: 1, unassigned: 0 })
  expect(await Promise.all(['open', 'waiting', 'closed', 'mine', 'unassigned'].map((tab) => idsIn(name, tab)))).toEqual(
    [[first], [second], [third], [first], []],
  )
  expect(await idsIn(word.toUpperCase(), 'open')).toEqual([first])
  expect(await idsIn(`#${second}`, 'waiting')).toContain(second)
  expect(await idsIn('nobody wrote this', 'open')).toEqual([])
  expect(await idsIn('ABCDE1234F', 'open')).toEqual([]) // as long as a record's number; a conversation has none

  const before = await inbox('')
  const id = await begin(await server.makeUser())
  const after = await inbox('tab=unassigned')
  expect(after.counts).toEqual({
    ...before.counts,
    open: before.counts.open + 1,
    unassigned: before.counts.unassigned + 1,
  })
  expect((await server.call('GET', '/admin/conversations/count', { as: meera })).body.open).toBe(after.counts.open)
  await close(id)
  expect((await inbox('')).counts).toEqual({ ...before.counts, closed: before.counts.closed + 1 })
})

test('the longest wait comes first, and a page continues where the last one ended', async () => {
  const asha = await server.makeUser({ name: `Queue ${randomUUID()}` })
  const people = [asha, ...(await Promise.all(Array.from({ length: 4 }, () => server.makeUser({ name: asha.name }))))]
  const ids: number[] = []
  for (const person of people) for (let n = 0; n < 5; n++) ids.push(await begin(person, `Question ${n}`))
  const search = `tab=open&search=${encodeURIComponent(asha.name)}`
  const first = await inbox(search)
  const second = await inbox(`${search}&cursor=${first.next_cursor}`)
  const shown = [...first.data, ...second.data].map(({ id }: { id: number }) => id)
  expect([first.data.length, shown, second.next_cursor]).toEqual([20, ids, null])
})

test('the thread shows the person’s facts, but no identity document', async () => {
  const asha = await server.makeUser({ walletRupees: 150 })
  const id = await begin(asha)
  await server.call('PUT', `/notes/user/${asha.id}/flags`, { as: meera, body: { kind: 'vip', is_set: true } })
  await sql`update users set frozen_at = ${server.clock.now()}, language = 'hi' where id = ${asha.id}`.execute(
    server.services.db,
  )
  const { asker, language } = await opened(id)
  expect([asker, language]).toMatchObject([
    {
      id: asha.id,
      email: asha.email,
      wallet: 150,
      is_active: true,
      is_frozen: true,
      kyc: null,
      flags: ['vip'],
      records: [],
    },
    'hi',
  ])
  expect(JSON.stringify(asker)).not.toMatch(/govt|masked|number/)
})

test('of the person’s records, a transfer past its time has expired, although nothing has stored that', async () => {
  const { sender } = await transfersOn(server).opened()
  const id = await begin(sender)
  const { asker } = await opened(id)
  expect(asker.records).toMatchObject([{ kind: 'transfer', status: 'pending' }])
  await server.travelTo(new Date(server.clock.now().getTime() + 6 * 60_000))
  expect((await opened(id)).asker.records).toMatchObject([{ kind: 'transfer', status: 'expired' }])
})

test('answers are saved in both languages, each change is logged', async () => {
  const body = { title: `UTR ${randomUUID()}`, text_en: 'Please send the UTR.', text_hi: 'कृपया UTR भेजें।' }
  const made = await server.call('POST', '/admin/canned-answers', { as: meera, body })
  expect(made.status).toBe(201)
  const { id } = made.body
  const again = await server.call('POST', '/admin/canned-answers', { as: ravi, body })
  expect([again.status, again.body.code, again.body.errors]).toMatchObject([
    422,
    'canned_title_taken',
    { title: expect.any(String) },
  ])
  const change = (previous: string | null, as = meera) =>
    server.call('PUT', `/admin/canned-answers/${id}`, {
      as,
      body: { ...body, text_en: 'Send the UTR, please.', previous_updated_at: previous },
    })
  expect((await change(null)).status).toBe(200)
  expect((await change(null, ravi)).body.code).toBe('changed_meanwhile')
  const listed = (await server.call('GET', '/admin/canned-answers', { as: meera })).body
  expect(listed.find((one: { id: number }) => one.id === id)).toMatchObject({
    text_en: 'Send the UTR, please.',
    text_hi: body.text_hi,
  })
  expect((await server.call('DELETE', `/admin/canned-answers/${id}`, { as: meera })).status).toBe(204)
  expect((await server.call('DELETE', `/admin/canned-answers/${id}`, { as: meera })).status).toBe(404)
  expect((await logOf(id, 'canned answer')).map(({ action }) => action)).toEqual([
    'canned answer created',
    'canned answer changed',
    'canned answer deleted',
  ])
})
