import type { AuditAction } from '@bittkosh/contract/audit'
import { beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer, type TestUser } from '../../../tests/support/server.ts'
import { setSavepoint, transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { record, recordEach } from './actions.ts'
import { invariants } from './invariants.ts'

let server: TestServer
let admin: TestUser

beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin' })
  return () => server.close()
})

function act(subjectId: number, action: AuditAction = 'deposit approved', by: TestUser | null = admin) {
  return transaction(server.services.db, async (tx) =>
    recordEach(tx, [
      {
        admin: by?.id ?? null,
        at: server.clock.now(),
        action,
        subject: 'deposit',
        subjectId,
        address: '10.0.0.1',
        // keys in an order that jsonb does not keep, nested, with money and a moment
        before: { status: 'pending', amount: 1_000_00n, details: { b: 1, a: [1.5, null, { y: 1, x: 'ₓ' }] } },
        after: { status: 'approved', decided_at: new Date('2026-01-02T03:04:05.678Z'), bonus: undefined },
        reason: 'paid less',
      },
    ]),
  )
}

function actAt(at: string, subjectId: number) {
  return transaction(server.services.db, async (tx) =>
    record(
      tx,
      { user: admin, at: new Date(at), address: '10.0.0.1' },
      { action: 'deposit approved', subject: 'deposit', subjectId },
    ),
  )
}

const byAdmin = () => ({ user: admin, at: server.clock.now(), address: null })

async function findings() {
  return (await Promise.all(invariants.map((invariant) => invariant.find(server.services.db)))).flat()
}

test('an act is written at the end of its transaction, so that nobody waits for the rest of that', async () => {
  await transaction(server.services.db, async (tx) => {
    record(tx, byAdmin(), { action: 'deposit rejected', subject: 'deposit', subjectId: 61 })
    await act(62)
  })
  const { body } = await server.call('GET', '/audit?per_page=2', { as: admin })
  expect(body.data.map((entry: { subject_id: number }) => entry.subject_id)).toEqual([61, 62])
  expect(await findings()).toEqual([])
})

test('what is rolled back to a savepoint is not written', async () => {
  await transaction(server.services.db, async (tx) => {
    record(tx, byAdmin(), { action: 'deposit approved', subject: 'deposit', subjectId: 63 })
    const undo = await setSavepoint(tx)
    record(tx, byAdmin(), { action: 'deposit approved', subject: 'deposit', subjectId: 64 })
    await undo()
  })
  const { body } = await server.call('GET', '/audit?per_page=1', { as: admin })
  expect(body.data).toMatchObject([{ subject_id: 63 }])
})

test('the log is filtered by record, admin and prefix of the action', async () => {
  const other = await server.makeUser({ role: 'admin', name: 'Meera' })
  await act(71, 'deposit approved')
  await act(71, 'deposit rejected', other)
  await act(72, 'deposit rejected', null)
  const read = async (query: string) =>
    (await server.call('GET', `/audit?${query}`, { as: admin })).body.data.map(
      (entry: { action: string }) => entry.action,
    )
  expect(await read('subject=deposit&subject_id=71')).toEqual(['deposit rejected', 'deposit approved'])
  expect(await read(`admin=${other.id}`)).toEqual(['deposit rejected'])
  expect(await read('subject=deposit&subject_id=72&action=deposit rej')).toEqual(['deposit rejected'])
  expect(await read('subject=withdrawal&subject_id=71')).toEqual([])
  const [entry] = (await server.call('GET', '/audit?subject=deposit&subject_id=72', { as: admin })).body.data
  expect(entry).toMatchObject({
    admin: null,
    address: '10.0.0.1',
    reason: 'paid less',
    before: { status: 'pending', amount: 1000 },
    after: { status: 'approved', decided_at: '2026-01-02T03:04:05.678Z' },
  })
  const csv = await server.call('GET', '/audit/export?subject=deposit&subject_id=72', { as: admin })
  expect(csv.body).toContain('""amount"":1000,')
})

test('the log is filtered by Indian days, both included, and counts its matches', async () => {
  for (const [at, id] of [
    ['2026-02-01T18:29:59.999Z', 81],
    ['2026-02-01T18:30:00.000Z', 82],
    ['2026-02-03T18:29:59.999Z', 83],
    ['2026-02-03T18:30:00.000Z', 84],
  ] as const)
    await actAt(at, id)
  const read = async (query: string) => {
    const { body } = await server.call('GET', `/audit?${query}`, { as: admin })
    return [body.pagination.total, ...body.data.map((entry: { subject_id: number }) => entry.subject_id)]
  }
  expect(await read('from=2026-02-02&to=2026-02-03')).toEqual([2, 83, 82])
  expect(await read('to=2026-02-01')).toEqual([1, 81])
  expect(await read('subject=deposit&action=deposit&from=2026-02-04&to=2026-02-04')).toEqual([1, 84])
  expect(await read('subject=withdrawal&to=2026-02-04')).toEqual([0])
  const csv = await server.call('GET', '/audit/export?from=2026-02-03&to=2026-02-03', { as: admin })
  expect(String(csv.body).match(/,8\d,/g)).toEqual([',83,'])
  const { status } = await server.call('GET', '/audit?from=yesterday', { as: admin })
  expect(status).toBe(400)
})

test('pages say how many there are', async () => {
  for (let n = 0; n < 5; n++) await act(90)
  const page = async (number: number) =>
    (await server.call('GET', `/audit?subject=deposit&subject_id=90&per_page=2&page=${number}`, { as: admin })).body
  expect((await page(1)).pagination).toEqual({ current_page: 1, last_page: 3, total: 5 })
  expect((await page(3)).data).toHaveLength(1)
})

test('only admins read it', async () => {
  const user = await server.makeUser()
  expect((await server.call('GET', '/audit', { as: user })).status).toBe(403)
  expect((await server.call('GET', '/audit')).status).toBe(401)
})

test('the chain of hashes holds, also with many concurrent writers, and a changed row is found', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, n) => act(200 + n)))
  expect(await findings()).toEqual([])
  const { rows } = await sql<{ id: number }>`select min(id) as id from audit_log`.execute(server.services.db)
  const id = rows[0]?.id ?? 0
  // Somebody with the database's password could still do what the trigger refuses.
  await sql`alter table audit_log disable trigger audit_log_append_only`.execute(server.services.db)
  await sql`update audit_log set reason = 'something else' where id = ${id}`.execute(server.services.db)
  expect(await findings()).toEqual([expect.stringContaining(`audit row ${id} `)])
  await sql`update audit_log set reason = 'paid less' where id = ${id}`.execute(server.services.db)
  await sql`alter table audit_log enable trigger audit_log_append_only`.execute(server.services.db)
  expect(await findings()).toEqual([])
})

test('each page of the whole log has exactly its rows, wherever ids are missing', async () => {
  const { db } = server.services
  for (const jump of [0, 900, 5_000, 0, 999]) {
    await act(1)
    await sql`select setval('audit_log_id_seq', nextval('audit_log_id_seq') + ${jump})`.execute(db)
  }
  await transaction(db, async (tx) =>
    recordEach(
      tx,
      Array.from({ length: 2_100 }, (_, n) => {
        const at = server.clock.now()
        return {
          admin: admin.id,
          at,
          address: null,
          action: 'deposit approved',
          subject: 'deposit',
          subjectId: n + 1,
          after: {},
        } as const
      }),
    ),
  )
  await act(1)
  const { rows } = await sql<{ id: number }>`select id from audit_log order by id desc`.execute(db)
  const all = rows.map(({ id }) => id)
  for (let number = 1; number <= Math.ceil(all.length / 100) + 1; number++) {
    const { body } = await server.call('GET', `/audit?page=${number}&per_page=100`, { as: admin })
    const ids = body.data.map((entry: { id: number }) => entry.id)
    expect([number, ids]).toEqual([number, all.slice(100 * (number - 1), 100 * number)])
    expect(body.pagination.total).toBe(all.length)
  }
  expect(await findings()).toEqual([])
  await sql`update audit_marks set before = before + 1 where block = (select max(block) from audit_marks)`.execute(db)
  expect(await findings()).toEqual([expect.stringMatching(/^before audit row \d+ are \d+ rows, kept are \d+$/)])
})
