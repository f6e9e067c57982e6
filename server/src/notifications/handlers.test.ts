import type { Language } from '@bittkosh/contract/language'
import { paise } from '@bittkosh/contract/money'
import type { Notice } from '@bittkosh/contract/notices'
import { beforeAll, describe, expect, test } from 'vitest'
import { untilOneWaits } from '../../../tests/support/locks.ts'
import { type TestServer, testServer, type TestUser } from '../../../tests/support/server.ts'
import { transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { notify, notifyOfIncome } from './actions.ts'

let server: TestServer
let admin: TestUser

beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin' })
  return () => server.close()
})

const words = { title: 'Maintenance', message: 'Tonight from 23:00', type: 'info' }

const tell = (user: TestUser, notice: Notice) =>
  transaction(server.services.db, (tx) => notify(tx, server.clock.now(), { user: user.id, ...notice }))

const tellOfDeposit = (user: TestUser, name: string) =>
  tell(user, {
    kind: 'deposit_approved',
    values: { amount: paise(1_500_50n), bonus: paise(75_03n), package: name, note: null },
    about: 12,
  })

async function titles(user: TestUser): Promise<string[]> {
  const { body } = await server.call('GET', '/notifications', { as: user })
  return body.data.map((notification: { title: string }) => notification.title)
}

async function unread(user: TestUser): Promise<number> {
  return (await server.call('GET', '/notifications/unread-count', { as: user })).body.unread_count
}

async function sendGlobal(title: string, minutes = 60): Promise<number> {
  const expires_at = new Date(server.clock.now().getTime() + minutes * 60_000).toISOString()
  const reply = await server.call('POST', '/admin/mass-notification', {
    as: admin,
    body: { ...words, title, expires_at },
  })
  expect(reply).toMatchObject({ status: 201, body: { title, is_read: false, expires_at } })
  return reply.body.id
}

test('the income of a month is one notice, which becomes unread and the newest again', async () => {
  const [user, other] = [await server.makeUser(), await server.makeUser()]
  const tellOfIncome = (to: TestUser, month: string, rupees: bigint) =>
    transaction(server.services.db, (tx) =>
      notifyOfIncome(tx, server.clock.now(), { month, sums: [{ user: to.id, amount: paise(rupees * 100n) }] }),
    )
  const sums = async (reader: TestUser) => {
    const { body } = await server.call('GET', '/notifications', { as: reader })
    return body.data.map(({ message }: { message: string }) => /₹\S+( in \w+ \d{4})?/.exec(message)?.[0])
  }
  await tellOfIncome(user, '2026-10-01', 1n)
  await tellOfIncome(user, '2026-11-01', 2n)
  await tellOfIncome(other, '2026-11-01', 3n)
  await tellOfDeposit(user, 'Gold')
  await server.call('POST', '/notifications/mark-all-read', { as: user })
  await tellOfIncome(user, '2026-11-01', 4n)
  expect(await sums(user)).toEqual(['₹4.00 in November 2026', '₹1,575.53', '₹1.00 in October 2026'])
  expect(await unread(user)).toBe(1)
  expect(await sums(other)).toEqual(['₹3.00 in November 2026'])
})

test('a notice is shown in the language of its reader and links to its record', async () => {
  const user = await server.makeUser()
  await tellOfDeposit(user, 'Gold')
  const read = async (language: Language) =>
    (await server.call('GET', '/notifications', { as: user, language })).body.data[0]
  const notice = await read('en')
  expect(notice).toMatchObject({
    title: 'Deposit approved',
    message: "Your package 'Gold' was approved: ₹1,575.53 (with a bonus of ₹75.03) is in your wallet.",
    type: 'success',
    link: '/wallet?id=deposit-12',
    user_id: user.id,
  })
  expect(notice).not.toHaveProperty('expires_at')
  expect(await read('hi')).toMatchObject({
    id: notice.id,
    title: 'जमा मंज़ूर',
    message: "आपका पैकेज 'Gold' मंज़ूर हो गया: ₹1,575.53 (₹75.03 के बोनस सहित) आपके वॉलेट में है।",
  })
  const marked = await server.call('POST', `/notifications/${notice.id}/mark-read`, { as: user, language: 'hi' })
  expect(marked.body).toMatchObject({ title: 'जमा मंज़ूर', is_read: true, link: notice.link })
})

test('an admin’s text stays as typed, in every language', async () => {
  const user = await server.makeUser()
  const before = await titles(user)
  await server.call('POST', '/send-notification', { as: admin, body: { user_id: user.id, ...words } })
  const id = await sendGlobal('Holi')
  const { body } = await server.call('GET', '/notifications', { as: user, language: 'hi' })
  const came = body.data.slice(0, body.data.length - before.length)
  expect(came).toMatchObject([
    { id, title: 'Holi', link: null, expires_at: expect.any(String) },
    { ...words, link: null, user_id: user.id },
  ])
  expect(came[0]).not.toHaveProperty('user_id')
})

test('an individual notification reaches only its user and is logged', async () => {
  const [user, other] = [await server.makeUser(), await server.makeUser()]
  const sent = await server.call('POST', '/send-notification', { as: admin, body: { user_id: user.id, ...words } })
  expect(sent).toMatchObject({ status: 201, body: { user_id: user.id, ...words, is_read: false } })
  expect(await titles(user)).toContain('Maintenance')
  expect(await titles(other)).not.toContain('Maintenance')
  const log = await server.call('GET', `/audit?subject=notification&subject_id=${sent.body.id}`, { as: admin })
  expect(log.body.data).toMatchObject([{ action: 'notification sent', admin: { id: admin.id }, after: words }])
})

test('a notification to somebody whose account is being closed waits for that, and is refused', async () => {
  const user = await server.makeUser()
  const { db } = server.services
  const closed = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const closing = transaction(db, async (tx) => {
    await sql`update users set closed_at = ${server.clock.now()}, referral_code = ${`closed ${user.id}`} where id = ${user.id}`.execute(
      tx,
    )
    begun.resolve()
    await closed.promise
  })
  await begun.promise
  const sending = server.call('POST', '/send-notification', { as: admin, body: { user_id: user.id, ...words } })
  await untilOneWaits(db)
  closed.resolve()
  await closing
  expect(await sending).toMatchObject({ status: 422, body: { errors: { user_id: expect.any(String) } } })
})

test('a global notification shows to everyone, with its own read state for each, until it expires', async () => {
  const [user, other] = [await server.makeUser(), await server.makeUser()]
  const before = await unread(user)
  const id = await sendGlobal('Diwali', 5)
  expect(await titles(user)).toContain('Diwali')
  expect(await unread(user)).toBe(before + 1)
  expect(await server.call('POST', `/notifications/${id}/mark-read`, { as: user })).toMatchObject({
    status: 200,
    body: { id, is_read: true },
  })
  expect(await unread(user)).toBe(before)
  expect(await unread(other)).toBeGreaterThan(0)
  await server.travelTo(new Date(server.clock.now().getTime() + 6 * 60_000))
  expect(await titles(user)).not.toContain('Diwali')
  expect((await server.call('POST', `/notifications/${id}/mark-read`, { as: other })).status).toBe(404)
})

test('the bell’s state changes once a notice came or money moved, and not before', async () => {
  const [user, other] = [await server.makeUser({ walletRupees: 500 }), await server.makeUser()]
  const bell = async () => (await server.call('GET', '/notifications/unread-count', { as: user })).body
  const first = await bell()
  await tellOfDeposit(other, 'Gold')
  await server.call('POST', '/notifications/mark-all-read', { as: other })
  expect(await bell()).toEqual(first)
  await tellOfDeposit(user, 'Gold')
  const told = await bell()
  expect(told.state).not.toBe(first.state)
  await server.call('POST', '/notifications/mark-all-read', { as: user })
  expect(await bell()).toEqual({ ...told, unread_count: 0 })
  await server.call('POST', '/flexible/deposit', { as: user, body: { amount: 200 } })
  expect((await bell()).state).not.toBe(told.state)
})

test('marking one twice keeps it read, marking all leaves nothing unread', async () => {
  const user = await server.makeUser()
  for (const name of ['one', 'two', 'three']) await tellOfDeposit(user, name)
  await sendGlobal('for all')
  const { body } = await server.call('GET', '/notifications', { as: user })
  const [, first] = body.data
  for (let time = 0; time < 2; time++) {
    expect((await server.call('POST', `/notifications/${first.id}/mark-read`, { as: user })).body.is_read).toBe(true)
  }
  const all = await server.call('POST', '/notifications/mark-all-read', { as: user })
  expect(all).toMatchObject({ status: 200, body: { unread_count: 0 } })
  expect(await unread(user)).toBe(0)
})

test('the list pages by key: everything once, newest first', async () => {
  const user = await server.makeUser()
  for (let n = 1; n <= 45; n++) await tellOfDeposit(user, `n${n}`)
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = cursor ? `?cursor=${cursor}` : ''
    const { body } = await server.call('GET', `/notifications${query}`, { as: user })
    seen.push(...body.data.map(({ message }: { message: string }) => /'(n\d+)'/.exec(message)?.[1] ?? ''))
    cursor = body.next_cursor
  }
  expect(seen.filter(Boolean)).toEqual(Array.from({ length: 45 }, (_, n) => `n${45 - n}`))
})

test("someone else's notification is 404 and stays unread", async () => {
  const [user, other] = [await server.makeUser(), await server.makeUser()]
  await tellOfDeposit(user, 'private')
  const { body } = await server.call('GET', '/notifications', { as: user })
  const before = await unread(user)
  expect((await server.call('POST', `/notifications/${body.data[0].id}/mark-read`, { as: other })).status).toBe(404)
  expect(await unread(user)).toBe(before)
})

test('a cursor that did not come from a list is 400', async () => {
  const user = await server.makeUser()
  for (const cursor of ['nope', 'WzEsMl0', 'WyJ4Il0']) {
    expect((await server.call('GET', `/notifications?cursor=${cursor}`, { as: user })).status).toBe(400)
  }
})

test.each([
  ['no title', { title: ' ' }, 'title'],
  ['an unknown type', { type: 'loud' }, 'type'],
  ['a user that does not exist', { user_id: 2_000_000_000 }, 'user_id'],
  ['too long a message', { message: 'x'.repeat(2001) }, 'message'],
])('%s is refused', async (_case, change, field) => {
  const user = await server.makeUser()
  const reply = await server.call('POST', '/send-notification', {
    as: admin,
    body: { user_id: user.id, ...words, ...change },
  })
  expect(reply.status).toBe(422)
  expect(Object.keys(reply.body.errors)).toEqual([field])
  expect(await titles(user)).not.toContain(words.title)
})

test('a global notification needs an expiry in the future', async () => {
  for (const expires_at of [server.clock.now().toISOString(), '2020-01-01T00:00:00Z', 'soon']) {
    const reply = await server.call('POST', '/admin/mass-notification', { as: admin, body: { ...words, expires_at } })
    expect(reply).toMatchObject({ status: 422, body: { errors: { expires_at: expect.any(String) } } })
  }
})

test('a notification that an admin repeats under its key is sent once', async () => {
  const user = await server.makeUser()
  const [one, all] = [`Once-${user.id}`, `Once-for-all-${user.id}`]
  const expires_at = new Date(server.clock.now().getTime() + 3_600_000).toISOString()
  for (let n = 0; n < 2; n++) {
    const toOne = { user_id: user.id, ...words, title: one }
    const toAll = { ...words, title: all, expires_at }
    await server.call('POST', '/send-notification', { as: admin, key: one, body: toOne })
    await server.call('POST', '/admin/mass-notification', { as: admin, key: all, body: toAll })
  }
  expect((await titles(user)).filter((title) => title === one || title === all).sort()).toEqual([one, all])
})

test('only admins send, only users read', async () => {
  const user = await server.makeUser()
  for (const path of ['/send-notification', '/admin/mass-notification']) {
    expect((await server.call('POST', path, { as: user, body: words })).status).toBe(403)
  }
  expect((await server.call('GET', '/notifications', { as: admin })).status).toBe(403)
  expect((await server.call('GET', '/notifications')).status).toBe(401)
})

describe('a notification to every user', () => {
  const recall = (id: number, as = admin) => server.call('POST', `/admin/mass-notifications/${id}/recall`, { as })
  const listed = async () => (await server.call('GET', '/admin/mass-notifications', { as: admin })).body

  test('is listed with its sender, its readers and how many would get one now', async () => {
    const user = await server.makeUser()
    const id = await sendGlobal('Holiday')
    await server.call('POST', `/notifications/${id}/mark-read`, { as: user })
    const { data, recipients } = await listed()
    expect(data[0]).toMatchObject({
      id,
      title: 'Holiday',
      read_count: 1,
      recalled_at: null,
      sent_by: expect.any(String),
    })
    const statistics = await server.call('GET', '/user-statistics', { as: admin })
    expect(recipients).toBe(statistics.body.user_statistics.active_users)
  })

  test('disappears from lists and unread counts once it is recalled, and the log has the admin', async () => {
    const user = await server.makeUser()
    const before = await unread(user)
    const id = await sendGlobal('Sent too early')
    expect([await unread(user), (await titles(user))[0]]).toEqual([before + 1, 'Sent too early'])
    expect(await recall(id)).toMatchObject({ status: 200, body: { id, recalled_at: expect.any(String) } })
    expect(await unread(user)).toBe(before)
    expect(await titles(user)).not.toContain('Sent too early')
    expect((await server.call('POST', `/notifications/${id}/mark-read`, { as: user })).status).toBe(404)
    expect((await listed()).data[0]).toMatchObject({ id, recalled_at: expect.any(String) })
    const trail = await server.call('GET', `/audit?subject=notification&subject_id=${id}`, { as: admin })
    expect(trail.body.data[0]).toMatchObject({ action: 'global notification recalled', admin: { id: admin.id } })
  })

  test('is recalled once, by admins only, and only if it went to everybody', async () => {
    const id = await sendGlobal('Once')
    const user = await server.makeUser()
    expect((await recall(id, user)).status).toBe(403)
    const replies = await Promise.all([recall(id), recall(id), recall(id)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const body = { ...words, user_id: user.id }
    const one = await server.call('POST', '/send-notification', { as: admin, body })
    expect((await recall(one.body.id)).status).toBe(404)
    expect((await recall(2_000_000_000)).status).toBe(404)
  })
})
