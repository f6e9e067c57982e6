import { type Paise, paise } from '@bittkosh/contract/money'
import { addMonths, dayOf, monthOf, startOfDay } from '@bittkosh/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { approveKycOf, kycFormOf, submit } from '../../../tests/support/kyc.ts'
import { untilOneWaits } from '../../../tests/support/locks.ts'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { balancesOf } from '../ledger/balances.ts'
import { depositApproved, flexibleDeposited, planClaimed } from '../ledger/movements.ts'
import { post } from '../ledger/post.ts'
import { kycRules } from '../kyc/deciding.ts'
import { transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { invariants as ledgerInvariants } from '../ledger/invariants.ts'
import { actOn } from '../requests/deciding.ts'
import { oweProfitShare, oweReward, referralIncomeOf } from './actions.ts'
import { invariants } from './invariants.ts'

let server: TestServer
let nextId = 5_000_000
const fresh = () => nextId++

beforeAll(async () => {
  server = await testServer()
})
afterAll(async () => {
  const ofRecords = 'a share of a plan counts the profit that its owner claimed' // profits are claimed here without plans
  await expectInvariants(server, [...ledgerInvariants, ...invariants.filter(({ name }) => name !== ofRecords)])
  await server.close()
})

async function pair(options: { walletRupees?: number } = {}): Promise<{ referrer: TestUser; referred: TestUser }> {
  const referrer = await server.makeUser()
  return { referrer, referred: await server.makeUser({ referredBy: referrer.id, ...options }) }
}

/** Gives the referred user an approved identity record. */
async function proven() {
  const both = await pair()
  await approveKycOf(server, both.referred, await server.makeUser({ role: 'admin' }))
  return both
}

async function claimProfit(
  user: TestUser,
  profit: Paise,
  { investment = fresh(), at = server.clock.now() }: { investment?: number; at?: Date } = {},
) {
  const settings = await server.services.settings.current()
  await transaction(server.services.db, async (tx) => {
    const share = await oweProfitShare(tx, at, {
      settings,
      user: user.id,
      profit,
      source: { subject: 'investment', subjectId: investment },
    })
    const claim = planClaimed({ id: fresh(), user: user.id, amount: paise(0n), profit })
    await post(tx, at, [claim, ...share])
  })
}

async function moveToEarn(user: TestUser, amount: Paise) {
  const settings = await server.services.settings.current()
  const at = server.clock.now()
  await transaction(server.services.db, async (tx) => {
    const reward = await oweReward(tx, at, { settings, user: user.id, kycApproved: async () => true, moving: amount })
    await post(tx, at, [flexibleDeposited({ id: fresh(), user: user.id, amount }), ...reward])
  })
}

async function approveDeposit(user: TestUser, amount: Paise) {
  const at = server.clock.now()
  await transaction(server.services.db, (tx) =>
    post(tx, at, depositApproved({ id: fresh(), user: user.id, method: 'upi', amount })),
  )
}

const wallet = async (user: TestUser) => (await balancesOf(server.services.db, user.id)).wallet

test('a tenth of a profit is paid to the referrer, on top of it, with a notice', async () => {
  const { referrer, referred } = await pair()
  await claimProfit(referred, paise(123_45n))
  expect(await wallet(referrer)).toBe(12_34n)
  expect(await wallet(referred)).toBe(123_45n)
  const { body } = await server.call('GET', '/transactions', { as: referrer })
  expect(body.transactions).toMatchObject([
    { type: 'referral_income', amount: 12.34, details: { balance_after: 12.34 } },
  ])
})

test('fractions are carried: ten profits of a paisa pay one paisa', async () => {
  const { referrer, referred } = await pair()
  for (let n = 0; n < 9; n++) await claimProfit(referred, paise(1n))
  expect(await wallet(referrer)).toBe(0n)
  await claimProfit(referred, paise(1n))
  expect(await wallet(referrer)).toBe(1n)
})

test('shares below a rupee are credited at once and announced together, and a month is one notice', async () => {
  const { referrer, referred } = await pair()
  const other = await server.makeUser({ referredBy: referrer.id })
  const told = async () =>
    (await server.call('GET', '/notifications', { as: referrer })).body.data.map(({ message }: { message: string }) =>
      message.replace(/ in \w+ \d{4} so far/, ' this month'),
    )
  for (const profit of [4_10n, 4_10n]) await claimProfit(referred, paise(profit))
  await claimProfit(other, paise(9_00n))
  expect(await wallet(referrer)).toBe(1_72n)
  expect(await told()).toEqual([])
  await claimProfit(referred, paise(4_10n))
  expect(await told()).toEqual(['You received ₹2.13 this month: your share of what people you referred have earned.'])
  await server.call('POST', '/notifications/mark-all-read', { as: referrer })
  await claimProfit(referred, paise(210_00n))
  expect(await told()).toEqual(['You received ₹23.13 this month: your share of what people you referred have earned.'])
  const bell = await server.call('GET', '/notifications/unread-count', { as: referrer })
  expect(bell.body.unread_count).toBe(1)
  const history = await server.call('GET', '/transactions?by_month=1', { as: referrer })
  expect(history.body.transactions).toMatchObject([{ type: 'referral_income', amount: 23.13, entries: 5 }])
})

test('concurrent shares are one notice with the sum of all', async () => {
  const { referrer, referred } = await pair()
  const friends = [
    referred,
    ...(await Promise.all([1, 2, 3, 4].map(() => server.makeUser({ referredBy: referrer.id })))),
  ]
  await Promise.all(friends.map((friend) => claimProfit(friend, paise(20_00n))))
  const { data } = (await server.call('GET', '/notifications', { as: referrer })).body
  expect(data.map(({ message }: { message: string }) => /₹\S+/.exec(message)?.[0])).toEqual(['₹10.00'])
})

test('a notice covers only its own month, even if a waiting call arrives in the next one', async () => {
  const { referrer, referred } = await pair()
  const before = server.clock.now()
  const first = startOfDay(addMonths(monthOf(dayOf(before)), 1))
  await claimProfit(referred, paise(300_00n), { at: first })
  await claimProfit(referred, paise(50_00n), { at: new Date(first.getTime() - 1) })
  const { rows } = await sql<{ values: { month: string; amount: number } }>`
    select values from notifications where user_id = ${referrer.id} and kind = 'referral_income'`.execute(
    server.services.db,
  )
  expect(new Map(rows.map(({ values: { month, amount } }) => [month, amount]))).toEqual(
    new Map([
      [dayOf(first), 30],
      [monthOf(dayOf(before)), 5],
    ]),
  )
})

test('a source pays once, however many calls come together', async () => {
  const { referrer, referred } = await pair()
  const investment = fresh()
  await Promise.allSettled(Array.from({ length: 20 }, () => claimProfit(referred, paise(10_00n), { investment })))
  expect(await wallet(referrer)).toBe(1_00n)
})

test('there is no share without a referrer or for an inactive one', async () => {
  const alone = await server.makeUser()
  await claimProfit(alone, paise(100_00n))
  const { referrer, referred } = await pair()
  const admin = await server.makeUser({ role: 'admin' })
  await server.call('POST', `/users/${referrer.id}/toggle-status`, { as: admin })
  await claimProfit(referred, paise(100_00n))
  expect(await wallet(referrer)).toBe(0n)
})

test('the reward is paid once, with ₹500 of deposited money in Earn', async () => {
  const { referrer, referred } = await proven()
  await approveDeposit(referred, paise(2_000_00n))
  await moveToEarn(referred, paise(499_99n))
  expect(await wallet(referrer)).toBe(0n)
  await moveToEarn(referred, paise(1n))
  expect(await wallet(referrer)).toBe(100_00n)
  await moveToEarn(referred, paise(600_00n))
  expect(await wallet(referrer)).toBe(100_00n)
  expect(await referralIncomeOf(server.services.db, referrer.id)).toEqual({ rewards: 100_00n, shares: 0n })
})

test('the reward is paid if money goes into Earn while the identity is being approved', async () => {
  const { referrer, referred } = await pair({ walletRupees: 1_000 })
  const { db, settings } = server.services
  const admin = await server.makeUser({ role: 'admin' })
  await submit(server, referred, await kycFormOf(server, referred))
  await approveDeposit(referred, paise(1_000_00n))
  let moving: ReturnType<typeof server.call> | undefined
  await transaction(db, async (tx) => {
    await actOn(tx, kycRules, {
      act: 'approve',
      key: { user: referred.id, index: 0, seen: undefined },
      typed: { id_index: 0, status: 'approved' },
      by: { admin: admin.id },
      at: server.clock.now(),
      address: '127.0.0.1',
      settings: await settings.current(),
    })
    moving = server.call('POST', '/flexible/deposit', { as: referred, body: { amount: 500 } })
    await untilOneWaits(db)
  })
  expect((await moving)?.status).toBe(201)
  expect(await wallet(referrer)).toBe(100_00n)
})

test('a referrer who is being shut out earns nothing any more', async () => {
  const { referrer, referred } = await pair()
  const { db } = server.services
  let claiming: Promise<void> | undefined
  await transaction(db, async (tx) => {
    await sql`select from users where id = ${referrer.id} for update`.execute(tx)
    claiming = claimProfit(referred, paise(100_00n))
    await untilOneWaits(db)
    await sql`update users set is_active = false where id = ${referrer.id}`.execute(tx)
  })
  await claiming
  expect(await wallet(referrer)).toBe(0n)
})

test('money from another user earns no reward', async () => {
  const { referrer, referred } = await pair({ walletRupees: 5_000 })
  await moveToEarn(referred, paise(1_000_00n))
  await approveDeposit(referred, paise(1_000_00n))
  await moveToEarn(referred, paise(499_99n))
  expect(await wallet(referrer)).toBe(0n)
})

test('fifty concurrent deposits earn one reward', async () => {
  const { referrer, referred } = await proven()
  await approveDeposit(referred, paise(100_000_00n))
  await Promise.allSettled(Array.from({ length: 50 }, () => moveToEarn(referred, paise(500_00n))))
  expect(await wallet(referrer)).toBe(100_00n)
})

test('a user sees whom they referred, newest first, page by page, and no contact data', async () => {
  const referrer = await server.makeUser()
  const referred: TestUser[] = []
  for (let n = 0; n < 53; n++) referred.push(await server.makeUser({ referredBy: referrer.id, name: `Friend ${n}` }))
  const first = await server.call('GET', '/referrals/users', { as: referrer })
  expect(first.body.referred_users).toHaveLength(50)
  expect(first.body.referred_users[0]).toEqual({
    id: referred.at(-1)?.id,
    name: 'Friend 52',
    joined_at: expect.stringMatching(/Z$/),
  })
  const second = await server.call('GET', `/referrals/users?cursor=${first.body.next_cursor}`, { as: referrer })
  expect(second.body.referred_users.map((user: { name: string }) => user.name)).toEqual([
    'Friend 2',
    'Friend 1',
    'Friend 0',
  ])
  expect(second.body.next_cursor).toBeNull()
  expect((await server.call('GET', '/referrals/users', { as: referred[0] as TestUser })).body.referred_users).toEqual(
    [],
  )
})

test('a user with shares cannot be deleted, nor can their referrer; verify reports a share of nobody', async () => {
  const { referrer, referred } = await pair()
  await claimProfit(referred, paise(7n)) // a tenth of it is less than a paisa, so it is not in the ledger
  const { db } = server.services
  for (const { id } of [referred, referrer])
    await expect(sql`delete from users where id = ${id}`.execute(db)).rejects.toThrow(/foreign key/)
  const stop = new Error('put it back')
  const found: string[] = []
  const edit = transaction(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update referral_shares set referred_id = 2000000000 where referred_id = ${referred.id}`.execute(tx)
    for (const { find } of invariants) found.push(...(await find(tx)))
    throw stop
  })
  await expect(edit).rejects.toBe(stop)
  expect(found).toContain(`referral income of user ${referrer.id} for user 2000000000, who was referred by nobody`)
})
