import { randomUUID } from 'node:crypto'
import type { NotedKind } from '@bittkosh/contract/notes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kycFormOf, submit } from '../../../tests/support/kyc.ts'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { sql } from '../platform/database/sql.ts'

let server: TestServer
let meera: TestUser
let ravi: TestUser
let method: number

beforeAll(async () => {
  server = await testServer()
  meera = await server.makeUser({ role: 'admin', name: 'Meera' })
  ravi = await server.makeUser({ role: 'admin', name: 'Ravi' })
  const upi = { name: 'UPI', type: 'upi', instructions: 'Pay', details: { upi_id: 'pay@bank' } }
  method = (await server.call('POST', '/deposit-methods', { as: meera, body: upi })).body.id
})
afterAll(() => server.close())

type About = { subject: NotedKind; id: number }
const ofUser = ({ id }: TestUser): About => ({ subject: 'user', id })
const at = ({ subject, id }: About) => `/notes/${subject}/${id}`
const write = (about: About, text: string, as = meera) => server.call('POST', at(about), { as, body: { text } })
const flag = (about: About, kind: string, isSet = true, as = meera) =>
  server.call('PUT', `${at(about)}/flags`, { as, body: { kind, is_set: isSet } })
const assign = (about: About, admin: number | null, as = meera) =>
  server.call('PUT', `${at(about)}/assignment`, { as, body: { admin } })
const noted = async (about: About) => (await server.call('GET', at(about), { as: meera })).body
const texts = async (about: About) => (await noted(about)).data.map(({ text }: { text: string }) => text)

async function deposit(user: TestUser): Promise<About> {
  const body = { amount: 1500, transaction_id: randomUUID(), payment_method: method }
  return { subject: 'deposit', id: (await server.call('POST', '/deposits', { as: user, body })).body.id }
}
async function logged({ subject, id }: About) {
  const { rows } = await sql<{ action: string; before: object | null; after: object | null }>`
    select action, before, after from audit_log
     where subject = ${subject} and subject_id = ${id} order by id`.execute(server.services.db)
  return rows
}
async function rowsOf(user: TestUser): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select ((select count(*) from notes where user_id = ${user.id})
          + (select count(*) from flags where user_id = ${user.id})
          + (select count(*) from assignments where user_id = ${user.id}))::integer as n`.execute(server.services.db)
  return rows[0]?.n ?? 0
}

test('a note shows who wrote it and when; the log records that it exists, not its text', async () => {
  const asha = await server.makeUser()
  const made = await write(ofUser(asha), '  Called: the money is her brother’s. ')
  expect(made).toMatchObject({
    status: 201,
    body: { text: 'Called: the money is her brother’s.', by: 'Meera', subject: 'user', subject_id: asha.id },
  })
  expect((await noted(ofUser(asha))).data).toEqual([made.body])
  expect(await logged(ofUser(asha))).toEqual([{ action: 'note added', before: null, after: null }])
})

test('a record shows the notes about it and its person, a person the notes about everything of theirs', async () => {
  const asha = await server.makeUser()
  const [one, other] = [await deposit(asha), await deposit(asha)]
  const kyc: About = { subject: 'kyc', id: 0 }
  await submit(server, asha, await kycFormOf(server, asha))
  const { rows } = await sql<{ id: number }>`
    select id from kyc_records where user_id = ${asha.id}`.execute(server.services.db)
  kyc.id = rows[0]?.id ?? 0
  for (const [about, text] of [
    [ofUser(asha), 'person'],
    [one, 'one'],
    [other, 'other'],
    [kyc, 'kyc'],
  ] as const)
    expect((await write(about, text)).status).toBe(201)
  expect(await texts(one)).toEqual(['one', 'person'])
  expect(await texts(kyc)).toEqual(['kyc', 'person'])
  expect(await texts(ofUser(asha))).toEqual(['kyc', 'other', 'one', 'person'])
})

test('notes are read page by page', async () => {
  const asha = await server.makeUser()
  for (let n = 1; n <= 23; n++) await write(ofUser(asha), `note ${n}`)
  const first = await noted(ofUser(asha))
  const next = await server.call('GET', `${at(ofUser(asha))}?cursor=${first.next_cursor}`, { as: ravi })
  expect([first.data.length, first.data[0].text]).toEqual([20, 'note 23'])
  expect(next.body.data.map(({ text }: { text: string }) => text)).toEqual(['note 3', 'note 2', 'note 1'])
  expect(next.body.next_cursor).toBeNull()
})

test.each<[string, (asha: TestUser) => Promise<{ status: number; body: { code: string } }>, number, string]>([
  ['an empty note', (asha) => write(ofUser(asha), '  '), 422, 'invalid'],
  ['too long a note', (asha) => write(ofUser(asha), 'x'.repeat(501)), 422, 'invalid'],
  ['a note that looks different from what is stored', (asha) => write(ofUser(asha), 'a\u202eb'), 422, 'invalid'],
  ['a note about nothing', () => write({ subject: 'deposit', id: 999_999 }, 'x'), 404, 'not_found'],
  ['a note about an unknown kind', () => write({ subject: 'plan' as NotedKind, id: 1 }, 'x'), 404, 'not_found'],
  ['an unknown flag', (asha) => flag(ofUser(asha), 'thief'), 422, 'invalid'],
  ['a flag on nothing', () => flag({ subject: 'kyc', id: 999_999 }, 'watch'), 404, 'not_found'],
  ['a record assigned to a user', (asha) => assign(ofUser(asha), asha.id), 422, 'not_assignable'],
  ['a record assigned to an unknown admin', (asha) => assign(ofUser(asha), 999_999), 422, 'not_assignable'],
  ['a note by a user', (asha) => write(ofUser(asha), 'x', asha), 403, 'wrong_role'],
  ['a flag by a user', (asha) => flag(ofUser(asha), 'vip', true, asha), 403, 'wrong_role'],
])('%s is refused and nothing is stored', async (_case, attempt, status, code) => {
  const asha = await server.makeUser()
  expect(await attempt(asha)).toMatchObject({ status, body: { code } })
  expect([await rowsOf(asha), await logged(ofUser(asha))]).toEqual([0, []])
})

test('a flag is set once and removed once; each is logged', async () => {
  const asha = await server.makeUser()
  const record = await deposit(asha)
  await flag(record, 'watch')
  expect((await flag(record, 'watch', true, ravi)).body.flags).toMatchObject([{ kind: 'watch', by: 'Meera' }])
  await flag(ofUser(asha), 'vip')
  expect((await noted(record)).flags).toMatchObject([
    { kind: 'watch', subject: 'deposit' },
    { kind: 'vip', subject: 'user' },
  ])
  await flag(record, 'watch', false)
  await flag(record, 'watch', false)
  expect((await noted(record)).flags).toMatchObject([{ kind: 'vip' }])
  expect(await logged(record)).toEqual([
    { action: 'flag set', before: null, after: { flag: 'watch' } },
    { action: 'flag removed', before: { flag: 'watch' }, after: null },
  ])
})

test('a record is assigned to an admin, to another, and to nobody; repeating it is not logged', async () => {
  const record = await deposit(await server.makeUser())
  expect((await assign(record, ravi.id)).body.assigned).toMatchObject({
    to: { id: ravi.id, name: 'Ravi' },
    by: 'Meera',
  })
  await assign(record, ravi.id)
  expect((await assign(record, meera.id, ravi)).body.assigned).toMatchObject({ to: { name: 'Meera' }, by: 'Ravi' })
  expect((await assign(record, null)).body.assigned).toBeNull()
  expect((await logged(record)).map(({ before, after }) => ({ before, after }))).toEqual([
    { before: { assigned_to: null }, after: { assigned_to: ravi.id } },
    { before: { assigned_to: ravi.id }, after: { assigned_to: meera.id } },
    { before: { assigned_to: meera.id }, after: { assigned_to: null } },
  ])
})

test('a queue shows the flags of a record and its person, and can be narrowed to flagged ones', async () => {
  const [asha, calm] = [await server.makeUser(), await server.makeUser()]
  const [one, other, plain] = [await deposit(asha), await deposit(asha), await deposit(calm)]
  await flag(one, 'called')
  await assign(one, ravi.id)
  const list = async (query: string) =>
    (await server.call('GET', `/deposits?per_page=100&${query}`, { as: meera })).body
  const marksOf = async (about: About) => (await list('')).data.find(({ id }: { id: number }) => id === about.id).marks
  expect(await marksOf(one)).toEqual({ flags: ['called'], assigned_to: { id: ravi.id, name: 'Ravi' } })
  expect(await marksOf(other)).toEqual({ flags: [], assigned_to: null })
  const flagged = async (query = '') => {
    const { data, counts, pagination } = await list(`flagged=true&status=pending${query}`)
    const mine = data
      .map(({ id }: { id: number }) => id)
      .filter((id: number) => [one.id, other.id, plain.id].includes(id))
    expect([counts.pending, pagination.total]).toEqual([data.length, data.length])
    return mine
  }
  expect(await flagged()).toEqual([one.id])
  await flag(ofUser(asha), 'fraud')
  expect(await flagged()).toEqual([one.id, other.id])
  expect(await flagged(`&search=${encodeURIComponent(asha.email)}`)).toEqual([one.id, other.id])
  expect(await flagged(`&search=${encodeURIComponent(calm.email)}`)).toEqual([])
  expect((await marksOf(one)).flags.toSorted()).toEqual(['called', 'fraud'])
  const people = await server.call('GET', `/users?search=${encodeURIComponent(asha.email)}`, { as: meera })
  expect(people.body.data[0].marks.flags).toEqual(['fraud'])
})

test('none of it reaches a user', async () => {
  const asha = await server.makeUser()
  const record = await deposit(asha)
  await write(record, 'Secretly noted')
  await flag(ofUser(asha), 'fraud')
  await assign(record, ravi.id)
  const seen = await Promise.all(
    ['/profile', '/deposits/my', '/notifications', '/transactions'].map((path) =>
      server.call('GET', path, { as: asha }),
    ),
  )
  for (const { status, body } of seen) {
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toMatch(/Secretly|fraud|assigned|marks/)
  }
  expect((await server.call('GET', at(record), { as: asha })).status).toBe(403)
})

test('a closed account’s notes, flags and assignments are erased, and no new ones are accepted', async () => {
  const asha = await server.makeUser()
  const record = await deposit(asha)
  const reject = { status: 'rejected', admin_note: 'No such payment' }
  await server.call('PUT', `/deposits/${record.id}`, { as: meera, body: reject })
  await write(record, 'Pays for her brother')
  await flag(ofUser(asha), 'watch')
  await assign(record, meera.id)
  expect(await rowsOf(asha)).toBe(3)
  expect((await server.call('DELETE', `/users/${asha.id}`, { as: meera })).status).toBe(204)
  expect(await rowsOf(asha)).toBe(0)
  expect(await noted(record)).toMatchObject({ data: [], flags: [], assigned: null, is_closed: true })
  expect((await write(record, 'Again')).status).toBe(404)
  expect(await rowsOf(asha)).toBe(0)
})

test('a closed account’s contacts are erased from the notes about others', async () => {
  const [asha, ravi] = [await server.makeUser(), await server.makeUser()]
  const called = `${asha.phone.slice(3, 8)} ${asha.phone.slice(8)}`
  await write(ofUser(ravi), `Writes from ${asha.email}, called from ${called}; a friend of Asha Rao`)
  expect((await server.call('DELETE', `/users/${asha.id}`, { as: meera })).status).toBe(204)
  expect(await texts(ofUser(ravi))).toEqual([
    'Writes from Closed account, called from Closed account; a friend of Asha Rao',
  ])
})

test('a user without any history is deleted even if there were notes', async () => {
  const asha = await server.makeUser()
  await write(ofUser(asha), 'Never came back')
  expect((await server.call('DELETE', `/users/${asha.id}`, { as: meera })).status).toBe(204)
  const { rows } = await sql`select from users where id = ${asha.id}`.execute(server.services.db)
  expect(rows).toEqual([])
})
