import { beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer, type TestUser } from '../../../tests/support/server.ts'
import { paise } from '@bittkosh/contract/money'
import { addMonths, dayOf, monthOf, startOfDay } from '@bittkosh/contract/time'
import { balanceAdjusted, referralRewarded, withdrawalRequested } from '../ledger/movements.ts'
import { post } from '../ledger/post.ts'
import { transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer()
  return () => server.close()
})

async function adjust(user: TestUser, rupees: number, at = server.clock.now()) {
  const change = paise(BigInt(rupees * 100))
  await transaction(server.services.db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into balance_adjustments (user_id, change, reason, created_at)
      values (${user.id}, ${change}, ${`by ${rupees}`}, ${at}) returning id`.execute(tx)
    await post(tx, at, balanceAdjusted({ id: rows[0]!.id, user: user.id, change }))
  })
}

async function read(user: TestUser, query = '') {
  const reply = await server.call('GET', `/transactions${query}`, { as: user })
  expect(reply.status).toBe(200)
  return reply.body
}

test('the summary shows the spendable balance, what is held and what referrals earned', async () => {
  const user = await server.makeUser({ walletRupees: 1000 })
  const friend = await server.makeUser({ referredBy: user.id, name: 'Ravi' })
  const at = server.clock.now()
  await transaction(server.services.db, async (tx) => {
    await sql`
      insert into referral_rewards (referred_id, referrer_id, amount, created_at)
      values (${friend.id}, ${user.id}, 10050, ${at})`.execute(tx)
    await post(tx, at, [
      withdrawalRequested({ id: 1_000_000 + user.id, user: user.id, amount: paise(300_00n) }),
      referralRewarded({ referred: friend.id, referrer: user.id, amount: paise(100_50n) }),
    ])
  })
  const { summary, transactions } = await read(user, '?type=referral_income')
  expect(summary).toEqual({ current_balance: 800.5, held_amount: 300, total_referral_income: 100.5 })
  expect(transactions).toMatchObject([
    { direction: 'in', amount: 100.5, counterparty: 'Ravi', details: { balance_after: 800.5 } },
  ])
})

test('a new user has an empty history', async () => {
  const user = await server.makeUser()
  expect(await read(user)).toEqual({
    summary: { current_balance: 0, held_amount: 0, total_referral_income: 0 },
    transactions: [],
    next_cursor: null,
  })
})

test('an adjustment shows its direction, reason and the balance after it', async () => {
  const user = await server.makeUser({ walletRupees: 500 })
  await adjust(user, -120)
  const { transactions } = await read(user)
  expect(transactions).toHaveLength(2)
  expect(transactions[0]).toMatchObject({
    type: 'adjustment',
    status: 'completed',
    direction: 'out',
    amount: 120,
    admin_note: 'by -120',
    details: { balance_after: 380 },
  })
  expect(transactions[1]).toMatchObject({ direction: 'in', amount: 500, details: { balance_after: 500 } })
})

test('the chips filter money in, money out and pending entries', async () => {
  const user = await server.makeUser({ walletRupees: 500 })
  await adjust(user, -120)
  const amounts = async (query: string) =>
    (await read(user, query)).transactions.map((item: { amount: number }) => item.amount)
  expect(await amounts('?only=in')).toEqual([500])
  expect(await amounts('?only=out')).toEqual([120])
  expect(await amounts('?only=pending')).toEqual([])
  expect(await amounts('?type=adjustment')).toEqual([120, 500])
  expect(await amounts('?type=referral_income')).toEqual([])
})

test('from and to are business days in Kolkata, both included', async () => {
  const user = await server.makeUser()
  await adjust(user, 1, new Date('2026-03-31T18:29:59.999Z')) // 31 March, 23:59
  await adjust(user, 2, new Date('2026-03-31T18:30:00.000Z')) // 1 April, 00:00
  await adjust(user, 3, new Date('2026-04-01T18:30:00.000Z')) // 2 April, 00:00
  const amounts = async (query: string) =>
    (await read(user, query)).transactions.map((item: { amount: number }) => item.amount)
  expect(await amounts('?from=2026-04-01&to=2026-04-01')).toEqual([2])
  expect(await amounts('?to=2026-03-31')).toEqual([1])
  expect(await amounts('?from=2026-04-01')).toEqual([3, 2])
})

test('older pages follow by cursor, each item once', async () => {
  const user = await server.makeUser()
  for (let n = 1; n <= 45; n++) await adjust(user, n)
  const seen: number[] = []
  let cursor: string | null = null
  do {
    const page = await read(user, cursor ? `?cursor=${cursor}` : '')
    seen.push(...page.transactions.map((item: { amount: number }) => item.amount))
    cursor = page.next_cursor
  } while (cursor !== null)
  expect(seen).toEqual(Array.from({ length: 45 }, (_, n) => 45 - n))
})

test('by month, a month’s interest is one entry for all its days, on whatever page', async () => {
  let user = await server.makeUser({ walletRupees: 90_000 })
  await server.call('POST', '/flexible/deposit', { as: user, body: { amount: 50_000 } })
  const began = server.clock.now()
  await server.travelTo(new Date(began.getTime() + 70 * 86_400_000))
  user = await server.signedInAgain(user)
  for (let n = 1; n <= 25; n++) await adjust(user, n)
  type Item = { key: string; type: string; amount: number; entries: number | null; created_at: string }
  const all = async (query: string) => {
    const items: Item[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { transactions: Item[]; next_cursor: string | null } = await read(
        user,
        `?${query}${cursor && `&cursor=${cursor}`}`,
      )
      items.push(...page.transactions)
      cursor = page.next_cursor
    }
    return items
  }
  const paise = (items: readonly Item[]) => items.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
  const [single, folded] = [await all(''), await all('by_month=1')]
  const days = single.filter((item) => item.type === 'flexible_interest')
  const months = folded.filter((item) => item.entries !== null)
  expect(days).toHaveLength(69) // no interest on the day of the deposit
  expect(months.map((item) => item.type)).toEqual(months.map(() => 'flexible_interest'))
  expect(new Set(months.map((item) => item.key)).size).toBe(months.length)
  const inKolkata = (item: Item) => dayOf(new Date(item.created_at)).slice(0, 7)
  expect(months.map((item) => [inKolkata(item), item.entries, paise([item])])).toEqual(
    [...Map.groupBy(days, inKolkata)].map(([month, entries]) => [month, entries.length, paise(entries)]),
  )
  expect(folded.filter((item) => item.entries === null)).toEqual(
    single.filter((item) => item.type !== 'flexible_interest'),
  )
  expect((await all('by_month=1&only=out')).every((item) => item.entries === null)).toBe(true)
  const readOne = async (key: string) => (await server.call('GET', `/transactions/${key}`, { as: user })).body
  for (const item of months) {
    expect(item.key).toBe(`flexible_interest_month-${inKolkata(item).replace('-', '')}`)
    expect(await readOne(item.key)).toEqual(item)
  }
})

test('the key of a month stays the same while the month goes on', async () => {
  let user = await server.makeUser({ walletRupees: 90_000 })
  const beginning = startOfDay(addMonths(monthOf(dayOf(server.clock.now())), 1))
  await server.travelTo(new Date(beginning.getTime() + 3_600_000))
  user = await server.signedInAgain(user)
  await server.call('POST', '/flexible/deposit', { as: user, body: { amount: 50_000 } })
  const onDay = async (day: number) => {
    await server.travelTo(new Date(beginning.getTime() + day * 86_400_000))
    user = await server.signedInAgain(user)
    const { transactions } = await read(user, '?by_month=1&type=flexible_interest')
    return transactions
  }
  const [earlier] = await onDay(4.5)
  const [later] = await onDay(6.5)
  expect(later.key).toBe(earlier.key)
  expect(later.entries).toBe(earlier.entries + 2)
})

test.each(['flexible_interest_month-812', 'flexible_interest_month-209901', 'deposit_month-202611', 'nothing_month-1'])(
  '%s is no month of this person’s: 404',
  async (key) => {
    const user = await server.makeUser({ walletRupees: 5 })
    expect((await server.call('GET', `/transactions/${key}`, { as: user })).status).toBe(404)
  },
)

test.each([
  '?type=nothing',
  '?by_month=yes',
  '?only=maybe',
  '?from=2026-02-30',
  '?cursor=x',
  '?cursor=WzEsMiwzXQ',
  '?page=2',
])('%s is 400', async (query) => {
  const user = await server.makeUser()
  expect((await server.call('GET', `/transactions${query}`, { as: user })).status).toBe(400)
})

test('users read only their own history, and admins have none', async () => {
  const [user, other] = [await server.makeUser({ walletRupees: 5 }), await server.makeUser()]
  expect((await read(other)).transactions).toEqual([])
  expect((await read(user)).transactions).toHaveLength(1)
  const admin = await server.makeUser({ role: 'admin' })
  expect((await server.call('GET', '/transactions', { as: admin })).status).toBe(403)
})
