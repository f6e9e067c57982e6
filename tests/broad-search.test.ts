/**
 * A search with more matches than the panel examines: pending entries are still found, the status filter applies before the limit,
 * each tab's count is what the tab shows, and an incomplete tab says so.
 */
import { FOUND_MAX } from '@bittkosh/contract/shapes'
import { beforeAll, expect, test } from 'vitest'
import { openAccounts } from '../server/src/ledger/post.ts'
import { transaction } from '../server/src/platform/database/database.ts'
import { sql } from '../server/src/platform/database/sql.ts'
import { seedSamples } from './support/samples.ts'
import { type TestServer, testServer, type TestUser } from './support/server.ts'

const MORE = FOUND_MAX + 100
let server: TestServer
let admin: TestUser
/** One person with more entries than the limit, the oldest of them with other statuses. */
let busy: TestUser
/** The newest of more people with the same name than the limit. */
let last: TestUser

const lists = [
  ['/deposits', 'rejected', 'approved', insertDeposits],
  ['/withdrawals', 'cancelled', 'rejected', insertWithdrawals],
  ['/admin/balance-transfers', 'failed', 'expired', insertTransfers],
] as const

beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin' })
  await seedSamples(server.services.db, server.clock.now())
  busy = await server.makeUser({ name: 'Busy Bee' })
  await insertPeople()
  last = await server.makeUser({ name: 'Crowd Person' })
  const crowd = sql`select id from users where name = 'Crowd Person'`
  const ofBusy = (count: number) => sql`select ${busy.id}::integer as id from generate_series(1, ${count}::integer)`
  for (const [, many, rare, insert] of lists) {
    await insert(ofBusy(1), { status: 'pending', daysAgo: 3 })
    await insert(ofBusy(1), { status: rare, daysAgo: 3 })
    await insert(sql`select ${last.id}::integer as id`, { status: 'pending', daysAgo: 0 })
    await insert(crowd, { status: many, daysAgo: 1 })
    await insert(ofBusy(MORE), { status: many, daysAgo: 1 })
  }
  await sql`analyze`.execute(server.services.db)
  return () => server.close()
})

type Rows = ReturnType<typeof sql>
type As = { status: string; daysAgo: number }
const at = (daysAgo: number) => new Date(server.clock.now().getTime() - daysAgo * 86_400_000)

async function insertPeople(): Promise<void> {
  await transaction(server.services.db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into users (name, email, phone, password_hash, referral_code, created_at)
      select 'Crowd Person', 'crowd-' || n || '@example.test', '+91970' || lpad(n::text, 7, '0'), 'unusable', 'crowd' || n,
             ${at(9)}
        from generate_series(1, ${MORE}::integer) as n
      returning id`.execute(tx)
    await openAccounts(tx, ...rows.map(({ id }) => id))
  })
}

async function insertDeposits(people: Rows, { status, daysAgo }: As): Promise<void> {
  const decided = status !== 'pending'
  await sql`
    insert into deposits (user_id, method_id, method_name, payee, type, requested_amount, transaction_id, reference_key,
                          status, approved_amount, admin_note, created_at, decided_at, decided_by)
    select p.id, m.id, m.name, jsonb_build_object('type', m.type, 'details', m.details), m.type, 100000,
           'broad ' || gen_random_uuid(), 'broad ' || gen_random_uuid(), ${status},
           ${status === 'approved' ? 100_000n : null}::bigint, ${decided ? 'no' : null}::text, ${at(daysAgo)}, ${decided ? at(daysAgo) : null}::timestamptz, ${decided ? admin.id : null}::integer
      from (${people}) as p, (select * from deposit_methods where type = 'upi' limit 1) as m`.execute(
    server.services.db,
  )
}

async function insertWithdrawals(people: Rows, { status, daysAgo }: As): Promise<void> {
  const decided = status === 'rejected'
  await sql`
    insert into withdrawals (user_id, amount, fee, fee_rate, type, details, payee, status, admin_note, created_at,
                             decided_at, decided_by, claimed_at, claimed_by)
    select p.id, 100000, 7000, 70000, 'upi', '{"upi_id": "someone@okaxis"}', 'someone', ${status},
           ${decided ? 'no' : null}::text, ${at(daysAgo)}, ${status === 'pending' ? null : at(daysAgo)}::timestamptz,
           ${decided ? admin.id : null}::integer, ${decided ? at(daysAgo) : null}::timestamptz,
           ${decided ? admin.id : null}::integer
      from (${people}) as p`.execute(server.services.db)
}

async function insertTransfers(people: Rows, { status, daysAgo }: As): Promise<void> {
  await sql`
    insert into balance_transfers (sender_id, receiver_id, amount, fee, fee_rate_ppm, receiver_masked, status,
                                   otp_expires_at, created_at, ended_at)
    select p.id, ${admin.id}, 100, 3, 30000, 'A•••', ${status}, ${at(daysAgo - 9)}, ${at(daysAgo)},
           ${status === 'pending' ? null : at(daysAgo)}::timestamptz
      from (${people}) as p`.execute(server.services.db)
}

type Listed = { ids: number[]; total: number; count: number; isCut: boolean }

/** A tab of a search: its first page, and the reply's counts and limit flag. */
async function tab(path: string, search: string, status: string, page = 1): Promise<Listed> {
  const query = `search=${encodeURIComponent(search)}&status=${status}&per_page=100&page=${page}`
  const { body } = await server.call('GET', `${path}?${query}`, { as: admin })
  const rows: { id: number }[] = body.data ?? body.transfers
  return {
    ids: rows.map((row) => row.id),
    total: body.pagination.total,
    count: body.counts[status],
    isCut: body.is_cut,
  }
}

test.each(lists)('%s: pending entries are found for everybody', async (path) => {
  for (const search of ['crowd person', 'busy bee', 'person', 'ow']) {
    const { ids, total, count, isCut } = await tab(path, search, 'pending')
    expect([search, ids.length, total, count, isCut]).toEqual([search, 1, 1, 1, false])
  }
})

test.each(lists)('%s: a rare status is found among more matches than the limit', async (path, _many, rare) => {
  const { ids, count, isCut } = await tab(path, 'busy bee', rare)
  expect([ids.length, count, isCut]).toEqual([1, 1, false])
})

test.each(lists)(
  '%s: of more matches the first ones are shown and counted, and the reply says so',
  async (path, many) => {
    for (const search of ['crowd person', 'busy bee']) {
      const first = await tab(path, search, many)
      expect([first.ids.length, first.total, first.count, first.isCut]).toEqual([100, FOUND_MAX, FOUND_MAX, true])
      expect((await tab(path, search, many, FOUND_MAX / 100)).ids).toHaveLength(100)
      expect((await tab(path, search, many, FOUND_MAX / 100 + 1)).ids).toEqual([])
    }
  },
)

test('users: inactive ones are counted however many active ones there are', async () => {
  await server.call('POST', `/users/${last.id}/toggle-status`, { as: admin })
  const inactive = await tab('/users', 'crowd person', 'inactive')
  expect(inactive).toEqual({ ids: [last.id], total: 1, count: 1, isCut: false })
  const active = await tab('/users', 'crowd person', 'active')
  expect([active.total, active.isCut]).toEqual([FOUND_MAX, true])
})

test.each(['newest', 'oldest', 'name', 'balance'])('users: the first of more matches by %s', async (sort) => {
  const order = {
    newest: sql`u.id desc`,
    oldest: sql`u.id`,
    name: sql`u.name, u.id`,
    balance: sql`a.balance desc, u.id desc`,
  }[sort]
  for (const text of ['crowd person', 'ow', 'w']) {
    const { rows } = await sql<{ id: number }>`
      select u.id
        from users u
        join ledger_accounts a on a.holder = u.id and a.kind = 'wallet'
       where u.searched like ${`%${text}%`}
       order by ${order}
      offset 100 limit 100`.execute(server.services.db)
    const { body } = await server.call('GET', `/users?search=${text}&sort=${sort}&per_page=100&page=2`, { as: admin })
    expect([body.is_cut, body.data.map(({ id }: { id: number }) => id)]).toEqual([true, rows.map(({ id }) => id)])
  }
})

test('without a search there is no limit', async () => {
  const { total, isCut } = await tab('/deposits', '', 'rejected')
  expect([total > FOUND_MAX, isCut]).toEqual([true, false])
})
