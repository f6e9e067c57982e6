/** Each figure of what the platform owes is the sum of the lines behind it, whatever the demo's users have done. */
import { beforeAll, expect, test } from 'vitest'
import { seedDemo } from '../scripts/demo/seed.ts'
import { sql } from '../server/src/platform/database/sql.ts'
import { seedSamples } from './support/samples.ts'
import { type TestServer, testServer, type TestUser } from './support/server.ts'

const now = new Date('2026-06-15T09:00:00Z')
let server: TestServer
let admin: TestUser

beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin' })
  const { db, config } = server.services
  await seedSamples(db, now)
  await seedDemo(db, { total: 60, now, config })
  await reverseSome()
  return () => server.close()
})

/** Reverses deposits of people who still have the money, so that the figures must include reversals. */
async function reverseSome() {
  const { body } = await server.call('GET', '/deposits?status=approved&per_page=50', { as: admin })
  const replies = []
  for (const { id } of body.data)
    replies.push(await server.call('POST', `/deposits/${id}/reverse`, { as: admin, body: { reason: 'Booked twice' } }))
  expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(2)
}

type Figures = Record<'owed' | 'received' | 'paid' | 'fees' | 'costs', Record<string, number>>
const paise = (rupees: number) => Math.round(rupees * 100) + 0 // no minus zero

/** Every entry of a list, page by page. */
async function all<Row>(path: string): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: { data: Row[]; next_cursor: string | null } = (
      await server.call('GET', `${path}${cursor && `&cursor=${cursor}`}`, { as: admin })
    ).body
    rows.push(...page.data)
    cursor = page.next_cursor
  }
  return rows
}

// Received and spent amounts are outflows of the platform's accounts: their lines are negative.
const accounts: [account: string, figure: (of: Figures) => number][] = [
  ['wallet', ({ owed }) => owed.wallet!],
  ['flexible', ({ owed }) => owed.flexible!],
  ['invested', ({ owed }) => owed.invested!],
  ['held', ({ owed }) => owed.held!],
  ['owed', ({ owed }) => owed.total!],
  ['cash_upi&side=debit', ({ received }) => -received.upi!],
  ['cash_bank&side=debit', ({ received }) => -received.bank!],
  ['cash_crypto&side=debit', ({ received }) => -received.crypto!],
  ['cash&side=debit', ({ received }) => -received.total!],
  ['cash_upi&side=credit', ({ paid }) => paid.upi!],
  ['cash_bank&side=credit', ({ paid }) => paid.bank!],
  ['cash_crypto&side=credit', ({ paid }) => paid.crypto!],
  ['cash&side=credit', ({ paid }) => paid.total!],
  ['cash', ({ received, paid }) => paid.total! - received.total!],
  ['fee_withdrawal', ({ fees }) => fees.withdrawal!],
  ['fee_transfer', ({ fees }) => fees.transfer!],
  ['fees', ({ fees }) => fees.total!],
  ['expense_plan_profit', ({ costs }) => -costs.plan_profit!],
  ['expense_flexible_interest', ({ costs }) => -costs.flexible_interest!],
  ['expense_package_bonus', ({ costs }) => -costs.package_bonus!],
  ['expense_welcome_bonus', ({ costs }) => -costs.welcome_bonus!],
  ['expense_referral', ({ costs }) => -costs.referral!],
  ['expense_adjustment', ({ costs }) => -costs.adjustment!],
  ['costs', ({ costs }) => -costs.total!],
  ['result', ({ received, paid, owed }) => received.total! - paid.total! - owed.total!],
]

test.each(accounts)('%s', async (account, figure) => {
  const { body } = await server.call('GET', '/coverage', { as: admin })
  const lines = await all<{ id: number; account: string; amount: number; user: { name: string } | null }>(
    `/coverage/lines?account=${account}`,
  )
  expect(new Set(lines.map((line) => line.id)).size).toBe(lines.length)
  expect(lines.reduce((sum, line) => sum + paise(line.amount), 0)).toBe(paise(figure(body)))
  const ofUsers = ['wallet', 'flexible', 'invested', 'held']
  for (const line of lines) {
    expect(line.user !== null).toBe(ofUsers.includes(line.account))
    if (ofUsers.includes(account)) expect(line.account).toBe(account)
  }
})

test('a total shows the lines of all its accounts, newest first', async () => {
  const lines = await all<{ id: number; account: string; at: string }>('/coverage/lines?account=owed')
  expect(new Set(lines.map((line) => line.account))).toEqual(new Set(['wallet', 'flexible', 'invested', 'held']))
  const cash = await all<{ id: number; account: string }>('/coverage/lines?account=cash')
  expect(new Set(cash.map((line) => line.account)).size).toBeGreaterThan(1)
  const ids = cash.map((line) => line.id)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
})

test('a reversal posted at the same time as a payment is on the same side once, wherever the pages end', async () => {
  const { db } = server.services
  const transfer = async (kind: string, subjectId: number, event: string) => {
    const { rows } = await sql<{ id: bigint }>`
      insert into ledger_transfers (kind, at, subject, subject_id, event)
      values (${kind}, ${now}, 'deposit', ${subjectId}, ${event})
      returning id`.execute(db)
    return rows[0]!.id
  }
  const enter = (transfers: readonly bigint[], amount: bigint) =>
    sql`
      insert into ledger_entries (transfer_id, account_id, amount, at)
      select t.id, ledger_platform_account(a.kind), a.amount, ${now}
        from unnest(${transfers}::bigint[]) as t (id)
       cross join (values ('cash_upi', ${amount}::bigint), ('expense_adjustment', -${amount}::bigint)) as a (kind, amount)`.execute(
      db,
    )
  const subjectId = 900_000_000
  const payment = await transfer('deposit', subjectId, 'decided')
  const reversal = await transfer('deposit_reversal', subjectId, 'reversed')
  await enter([reversal], 100n)
  await enter([payment], -100n)
  const later = Array.from({ length: 49 }, (_, n) => transfer('deposit', subjectId + 1 + n, 'decided'))
  await enter(await Promise.all(later), -100n)

  const { rows } = await sql<{ id: bigint }>`
    select e.id
      from ledger_entries e
      join ledger_transfers t on t.id = e.transfer_id
     where e.account_id = ledger_platform_account('cash_upi') and (e.amount < 0) <> (t.kind = 'deposit_reversal')
     order by e.id desc`.execute(db)
  const lines = await all<{ id: number }>('/coverage/lines?account=cash_upi&side=debit')
  expect(lines.map((line) => line.id)).toEqual(rows.map(({ id }) => Number(id)))
})

test.each([7, 30, 90])('what falls due within %i days', async (days) => {
  const { body } = await server.call('GET', '/coverage', { as: admin })
  const rung = body.maturities.find((one: { days: number }) => one.days === days)
  type Due = { id: number; principal: number; profit: number; matures_at: string; user: { id: number; name: string } }
  const due = await all<Due>(`/coverage/due?days=${days}`)
  expect(rung.count).toBeGreaterThan(0)
  expect(new Set(due.map((one) => one.id)).size).toBe(rung.count)
  expect(due.reduce((sum, one) => sum + paise(one.principal), 0)).toBe(paise(rung.principal))
  expect(due.reduce((sum, one) => sum + paise(one.profit), 0)).toBe(paise(rung.profit))
  const keys = due.map((one) => [one.matures_at, one.id] as const)
  expect(keys).toEqual(keys.toSorted(([a, one], [b, other]) => a.localeCompare(b) || one - other))
})

test('a step that no ladder has and a cursor of another list are refused', async () => {
  for (const query of ['', 'days=0', 'days=x', 'days=7&cursor=WzFd'])
    expect((await server.call('GET', `/coverage/due?${query}`, { as: admin })).status).toBe(400)
  expect((await server.call('GET', '/coverage/due?days=7', { as: await server.makeUser() })).status).toBe(403)
})

test('a cursor that no list returned is refused', async () => {
  for (const key of [['x', 1], [1], [1, 2, 3]]) {
    const cursor = Buffer.from(JSON.stringify(key)).toString('base64url')
    const reply = await server.call('GET', `/coverage/lines?account=held&cursor=${cursor}`, { as: admin })
    expect(reply.status).toBe(400)
  }
})
